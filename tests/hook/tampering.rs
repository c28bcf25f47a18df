//! Ledgers that were edited, cut or put back.

use crate::gate::Gate;
use crate::session::Session;
use crate::summary::*;
use std::fs;
use std::path::Path;

fn lines(session: &Session<'_>) -> Vec<String> {
    fs::read_to_string(session.ledger()).unwrap().lines().map(|line| format!("{line}\n")).collect()
}

/// Denied for its state, at every call, and told so at a session's start.
#[track_caller]
fn assert_closed_for_its_state(session: &Session<'_>) {
    session.bash_without_row().assert_denied("state_failure");
    session.start("resume").assert_told("Gate: closed.");
    session.bash_without_row().assert_denied("state_failure");
}

/// A flagged session whose ledger holds a few denials behind the snapshot.
fn flagged(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    for _ in 0..3 {
        session.bash().assert_denied("verdict_flagged");
    }
    session
}

#[test]
fn an_older_copy_of_the_folder_is_recognised() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let copy = gate.path().join("copy");
    copy_folder(&session.folder(), &copy);
    session.compact(POISONED);
    fs::remove_dir_all(session.folder()).unwrap();
    copy_folder(&copy, &session.folder());
    assert_closed_for_its_state(&session);
}

#[test]
fn a_cut_ledger_is_recognised() {
    for keep in [0, 1, 3] {
        let gate = Gate::new();
        let session = flagged(&gate);
        let kept = lines(&session)[..keep].concat();
        fs::write(session.ledger(), &kept).unwrap();
        session.bash_without_row().assert_denied("state_failure");
        // Without the snapshot it is the anchor that knows.
        fs::remove_file(session.verdict_file()).unwrap();
        if keep == 0 {
            session.bash_without_row().assert_closed();
        } else {
            assert_closed_for_its_state(&session);
        }
    }
}

#[test]
fn an_edited_record_is_recognised() {
    let gate = Gate::new();
    let session = flagged(&gate);
    let all = lines(&session);
    let (last, edited) = (all.len() - 1, all.len() - 2);
    for change in [
        all[edited].replace("\"Bash\"", "\"Read\""),
        all[edited].replace("\"v\":1", "\"v\": 1"),
        String::new(),
        all[last].clone(),
        "garbage\n".into(),
        "\n".into(),
    ] {
        let mut changed = all.clone();
        changed[edited] = change;
        fs::write(session.ledger(), changed.concat()).unwrap();
        assert_closed_for_its_state(&session);
    }
    fs::write(session.ledger(), all.concat()).unwrap();
    session.bash_without_row().assert_denied("verdict_flagged");
}

// What stands before the snapshot isn't read for every call, so that a call stays cheap; but nothing is gained by
// editing it, and who looks at the whole ledger sees it.
#[test]
fn an_edited_past_opens_nothing_and_is_found() {
    let gate = Gate::new();
    let session = flagged(&gate);
    let mut all = lines(&session);
    // The same length, so that everything behind it stays where it is.
    all[1] = all[1].replace("\"epoch\":1", "\"epoch\":7");
    fs::write(session.ledger(), all.concat()).unwrap();
    session.bash_without_row().assert_denied("verdict_flagged");
    let verified = gate.operator(&["verify", "--all"]);
    assert_eq!(verified.code, Some(1), "{}", verified.stdout);
    fs::remove_file(session.verdict_file()).unwrap();
    assert_closed_for_its_state(&session);
}

#[test]
fn a_forged_verdict_file_is_recognised() {
    let gate = Gate::new();
    let session = flagged(&gate);
    let genuine = fs::read_to_string(session.verdict_file()).unwrap();
    for forged in [
        genuine.replace("\"flagged\"", "\"pass\""),
        genuine.replace("\"seq\":", "\"seq\":1"),
        genuine[..genuine.len() / 2].to_owned(),
        "{}".into(),
        String::new(),
    ] {
        assert_ne!(forged, genuine);
        fs::write(session.verdict_file(), forged).unwrap();
        assert_closed_for_its_state(&session);
    }
}

// A crash leaves a line without its end. It was never answered, so it is cut off.
#[test]
fn a_torn_last_line_is_a_crash_and_no_tampering() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(CLEAN);
    let whole = fs::read_to_string(session.ledger()).unwrap();
    let torn = format!("{whole}{}", &lines(&session)[0][..100]);
    fs::write(session.ledger(), torn).unwrap();
    session.bash().assert_silent();
    session.compact(POISONED);
    session.bash().assert_denied("verdict_flagged");
    assert!(fs::read_to_string(session.ledger()).unwrap().starts_with(&whole));
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
}

// F14
#[test]
fn line_ends_of_another_system_are_no_tampering() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let text = fs::read_to_string(session.ledger()).unwrap().replace('\n', "\r\n");
    fs::write(session.ledger(), text).unwrap();
    fs::remove_file(session.verdict_file()).unwrap();
    session.bash().assert_silent();
}

// It follows the ledger unsynced, so after a power cut it may be anything, and nobody is to blame.
#[test]
fn a_lost_or_garbled_anchor_is_no_tampering() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for garbage in [b"".as_slice(), &[0; 128], b"{\"seq\":1,\"dig"] {
        fs::write(session.anchor(), garbage).unwrap();
        session.bash().assert_silent();
    }
    fs::remove_file(session.anchor()).unwrap();
    session.bash().assert_silent();
    session.compact(POISONED);
    session.bash().assert_denied("verdict_flagged");
    assert!(session.anchor().exists());
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}
