//! Something else in place of a file of the state. H9: what can't be read is not absent.

use crate::gate::Gate;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn open(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session.compact(CLEAN);
    session.bash().assert_silent();
    session
}

fn remove(path: &Path) {
    if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
}

fn fifo(path: &Path) {
    rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::RWXU).unwrap();
}

fn link_to_copy(path: &Path) {
    let copy = path.with_extension("elsewhere");
    fs::rename(path, &copy).unwrap();
    symlink(copy, path).unwrap();
}

/// The files that a call at `pass` rests on.
fn files(session: &Session<'_>) -> [PathBuf; 3] {
    [session.ledger(), session.verdict_file(), session.anchor()]
}

/// Closed, at once, with a compaction not blocked and a session not stopped.
#[track_caller]
fn assert_closed_at_once(session: &Session<'_>, what: &Path) {
    let begun = Instant::now();
    session.bash().assert_closed();
    assert_eq!(session.pre_compact().code, Some(0), "{}", what.display());
    assert_eq!(session.post_compact(CLEAN).code, Some(0), "{}", what.display());
    assert_eq!(session.start("resume").code, Some(0), "{}", what.display());
    session.bash().assert_closed();
    // C1: nothing waits for a pipe that nobody writes to.
    assert!(begun.elapsed().as_secs() < 9, "{} made it wait {:?}", what.display(), begun.elapsed());
    session.call("Read", &json!({"file_path": "/etc/hostname"})).assert_silent();
}

#[test]
fn a_pipe_in_place_of_a_file_closes() {
    for number in 0..3 {
        let gate = Gate::new();
        let session = open(&gate);
        let file = &files(&session)[number];
        remove(file);
        fifo(file);
        assert_closed_at_once(&session, file);
    }
}

#[test]
fn a_directory_in_place_of_a_file_closes() {
    for number in 0..3 {
        let gate = Gate::new();
        let session = open(&gate);
        let file = &files(&session)[number];
        remove(file);
        fs::create_dir(file).unwrap();
        assert_closed_at_once(&session, file);
    }
}

#[test]
fn a_link_in_place_of_a_file_closes() {
    for number in 0..3 {
        let gate = Gate::new();
        let session = open(&gate);
        let file = &files(&session)[number];
        link_to_copy(file);
        assert_closed_at_once(&session, file);
    }
}

#[test]
fn garbage_in_place_of_ledger_or_verdict_closes() {
    for (number, garbage) in
        (0..2).flat_map(|n| [(n, "".as_bytes()), (n, b"\0\0\0\n"), (n, b"[]\n"), (n, b"\xff\xfe\n")])
    {
        let gate = Gate::new();
        let session = open(&gate);
        let file = &files(&session)[number];
        fs::write(file, garbage).unwrap();
        assert_closed_at_once(&session, file);
    }
}

// A newer version of the gate has been here: its files are left as they are.
#[test]
fn files_of_a_newer_version_close_and_stay_untouched() {
    let gate = Gate::new();
    let session = open(&gate);
    let genuine = [session.ledger(), session.verdict_file()].map(|file| fs::read_to_string(file).unwrap());
    let newer_line = format!("{}{{\"v\":2,\"seq\":9,\"something\":\"new\"}}\n", genuine[0]);
    let newer_lines = genuine[0].replace("{\"v\":1,", "{\"v\":2,");
    let newer_snapshot = genuine[1].replacen("\"v\":1", "\"v\":2", 1);
    let other_snapshot = "{\"v\":2,\"something\":\"new\"}\n".to_owned();
    for (ledger, snapshot) in [
        (&newer_line, Some(&genuine[1])),
        (&newer_lines, None),
        (&genuine[0], Some(&newer_snapshot)),
        (&genuine[0], Some(&other_snapshot)),
    ] {
        fs::write(session.ledger(), ledger).unwrap();
        match snapshot {
            Some(snapshot) => fs::write(session.verdict_file(), snapshot).unwrap(),
            None => fs::remove_file(session.verdict_file()).unwrap(),
        }
        assert_closed_at_once(&session, &session.ledger());
        let answer = session.bash();
        assert!(
            answer.stderr.contains("newer"),
            "it doesn't say that a newer version wrote it: {}",
            answer.stderr
        );
        assert_eq!(&fs::read_to_string(session.ledger()).unwrap(), ledger);
        assert_eq!(fs::read_to_string(session.verdict_file()).ok().as_ref(), snapshot);
    }
}

#[test]
fn something_else_in_place_of_the_sessions_folder_closes() {
    for replace in
        [|path: &Path| fs::write(path, "").unwrap(), fifo, |path: &Path| symlink("/tmp", path).unwrap()]
    {
        let gate = Gate::new();
        let session = open(&gate);
        remove(&session.folder());
        replace(&session.folder());
        assert_closed_at_once(&session, &session.folder());
    }
    let gate = Gate::new();
    let session = open(&gate);
    link_to_copy(&session.folder());
    assert_closed_at_once(&session, &session.folder());
}

// What is outside the state directory is nobody's anchor.
#[test]
fn a_link_in_place_of_the_anchors_folder_closes() {
    let gate = Gate::new();
    let session = open(&gate);
    link_to_copy(&gate.state_dir().join(".anchors"));
    session.bash().assert_closed();
    assert_eq!(session.start("resume").code, Some(0));
    session.bash().assert_closed();
}

#[test]
fn something_else_in_place_of_the_lock_closes_what_has_to_be_recorded() {
    for replace in
        [fifo, |path: &Path| fs::create_dir(path).unwrap(), |path: &Path| symlink("/dev/null", path).unwrap()]
    {
        let gate = Gate::new();
        let session = gate.session();
        session.start("startup");
        remove(&session.folder().join("lock"));
        replace(&session.folder().join("lock"));
        assert_eq!(session.pre_compact().code, Some(0));
        // Nothing was recorded, so what comes without a checkpoint is closed.
        assert_eq!(session.post_compact(POISONED).code, Some(0));
        session.rows.compaction(POISONED);
        session.bash().assert_closed();
    }
}

// A full state directory of another kind: nothing can be made in it.
#[test]
fn a_file_in_place_of_the_state_directory_closes() {
    let gate = Gate::new();
    let session = gate.session();
    fs::write(gate.state_dir(), "").unwrap();
    session.rows.prompt("hello");
    session.start("startup").assert_told("Gate: closed.");
    assert_closed_at_once(&session, &gate.state_dir());
    let below = gate.other_session("22222222-2222-4222-8222-222222222222");
    fs::remove_file(gate.state_dir()).unwrap();
    symlink("/dev/null", gate.state_dir()).unwrap();
    assert_closed_at_once(&below, &gate.state_dir());
}

#[test]
fn files_and_folders_are_the_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    let gate = Gate::new();
    let session = open(&gate);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for directory in [gate.state_dir(), gate.state_dir().join(".anchors"), session.folder()] {
        assert_eq!(mode(&directory), 0o700, "{}", directory.display());
    }
    for file in files(&session).into_iter().chain([session.folder().join("lock")]) {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}
