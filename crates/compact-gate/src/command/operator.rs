//! Who may act as the operator: somebody at a terminal that isn't the agent's.

use anyhow::{Context as _, bail};
use std::fs;
use std::io::{BufRead, IsTerminal};

/// How many ancestors are looked at; process trees are shallow.
const MAX_ANCESTORS: usize = 64;

/// The operating system's word for who is at the terminal, after checking that it isn't the agent.
///
/// An agent can fake a terminal, so this keeps out mistakes and the obedient, not the determined.
pub fn at_terminal() -> anyhow::Result<String> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        bail!("this needs a terminal: run it in one, outside the session");
    }
    if std::env::var_os("CLAUDECODE").is_some() {
        bail!("this runs inside a Claude Code session (CLAUDECODE is set): run it in a terminal of your own");
    }
    if let Some(client) = client_among_ancestors() {
        bail!("this runs under a Claude Code client (process {client}): run it in a terminal of your own");
    }
    Ok(format!("uid {}", rustix::process::getuid().as_raw()))
}

/// Asks for a word and compares it.
pub fn confirm(question: &str, expected: &str) -> anyhow::Result<()> {
    crate::output::stderr(question);
    let mut typed = String::new();
    std::io::stdin().lock().read_line(&mut typed).context("the confirmation")?;
    if typed.trim() != expected {
        bail!("what was typed isn't {expected}: nothing has been changed");
    }
    Ok(())
}

fn client_among_ancestors() -> Option<i32> {
    let mut id = rustix::process::getppid().map_or(0, |parent| parent.as_raw_nonzero().get());
    for _ in 0..MAX_ANCESTORS {
        if id <= 1 {
            return None;
        }
        let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let name = fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
        if is_client(name.trim(), &command) {
            return Some(id);
        }
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        id = stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()?;
    }
    None
}

/// The native client is called `claude`; older ones are a script of that name or package that Node.js runs.
fn is_client(name: &str, command: &[u8]) -> bool {
    let mut words = command.split(|byte| *byte == 0).take(2).map(String::from_utf8_lossy);
    name == "claude"
        || words.any(|word| {
            word.rsplit('/').next() == Some("claude") || word.contains("/@anthropic-ai/claude-code")
        })
}

#[cfg(test)]
mod tests {
    use super::is_client;

    #[test]
    fn the_client_is_told_by_its_name() {
        assert!(is_client("claude", b""));
        assert!(is_client("node", b"node\0/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js\0-p"));
        assert!(is_client("x", b"/opt/bin/claude\0-p\0"));
        assert!(!is_client("bash", b"bash\0-c\0"));
        assert!(!is_client("vim", b"vim\0claude.md\0"));
    }
}
