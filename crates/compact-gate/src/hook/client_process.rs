//! Which client process runs this hook. After `/clear` the session has a new id, and nothing in the payload names the
//! old one; that both come from the same process does.

use ledger::StateDir;
use serde::{Deserialize, Serialize};
use std::fs;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

/// A process, told from a later one with the same id by its start time.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Process {
    id: i32,
    /// In clock ticks since boot.
    started: u64,
    parent: i32,
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Running {
    started: u64,
    session_id: String,
}

/// How many shells between the client and this hook are looked through.
const MAX_SHELLS: usize = 4;

/// The session that this client ran when it last started one.
pub fn previous_session(state_dir: &StateDir) -> Option<String> {
    let client = client()?;
    let bytes = fs::read(path(state_dir, &client)).ok()?;
    let running: Running = serde_json::from_slice(&bytes).ok()?;
    (running.started == client.started).then_some(running.session_id)
}

/// Remembers which session this client runs now. It serves `/clear` alone: where it can't be written, a background
/// subagent that survives a `/clear` starts from the new session's verdict.
pub fn remember(state_dir: &StateDir, session_id: &str) {
    let Some(client) = client() else { return };
    let path = path(state_dir, &client);
    let running = Running { started: client.started, session_id: session_id.to_owned() };
    let Ok(text) = serde_json::to_vec(&running) else { return };
    if let Some(folder) = path.parent() {
        let _ = fs::DirBuilder::new().mode(0o700).create(folder);
    }
    let file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
    let _ = file.and_then(|mut file| std::io::Write::write_all(&mut file, &text));
}

fn path(state_dir: &StateDir, client: &Process) -> PathBuf {
    state_dir.path().join(".clients").join(client.id.to_string())
}

/// The nearest ancestor that isn't a shell: a hook is started by the client itself or through `sh -c`.
fn client() -> Option<Process> {
    let mut process = read(rustix::process::getppid()?.as_raw_nonzero().get())?;
    for _ in 0..MAX_SHELLS {
        if !matches!(process.name.as_str(), "sh" | "dash" | "bash" | "zsh" | "ksh" | "busybox" | "ash") {
            return Some(process);
        }
        process = read(process.parent)?;
    }
    None
}

fn read(id: i32) -> Option<Process> {
    parse(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// `/proc/PID/stat`: the name stands in parentheses and may hold anything, so the fields are counted from the last one.
fn parse(id: i32, stat: &str) -> Option<Process> {
    let (front, back) = stat.rsplit_once(')')?;
    let name = front.split_once('(')?.1.to_owned();
    let fields: Vec<&str> = back.split_ascii_whitespace().collect();
    Some(Process { id, name, parent: fields.get(1)?.parse().ok()?, started: fields.get(19)?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_shifts_nothing() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 12345 1 1 18446744073709551615";
        let expected = Process { id: 7, started: 12345, parent: 1, name: "a) b (c".into() };
        assert_eq!(parse(7, stat), Some(expected));
        assert_eq!(parse(7, "7 (x) S 1"), None);
    }

    #[test]
    fn this_process_can_be_read() {
        assert!(client().is_some_and(|process| process.started > 0));
    }
}
