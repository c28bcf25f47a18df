//! A flagged context stays flagged, whatever comes.

use crate::gate::Gate;
use crate::summary::*;
use serde_json::json;
use std::fs;

// A22: nothing that starts a session erases what the gate needs.
#[test]
fn no_session_start_clears_a_flag() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    for source in ["startup", "resume", "compact", "clear", "fork", "resume", "startup"] {
        session.start(source).assert_told("Gate: flagged (quarantine), epoch 1");
    }
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.standing(), "flagged/quarantine 1");
}

#[test]
fn later_clean_summaries_dont_clear_a_flag_and_are_recorded() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let suspect = session.context("main")["newest_summary"].clone();
    let reasons = session.context("main")["reasons"].clone();
    session.compact(CLEAN);
    assert_eq!(session.standing(), "flagged/quarantine 2");
    assert_ne!(session.context("main")["newest_summary"], suspect);
    assert_eq!(session.context("main")["reasons"], reasons);
    session.bash().assert_denied("verdict_flagged");
    session.pre_compact();
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.standing(), "flagged/quarantine 3");
}

#[test]
fn a_flag_for_rebuild_stays_one_after_a_clean_summary() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.post_compact(CLEAN);
    session.compact(CLEAN_TOO);
    assert_eq!(session.standing(), "flagged/rebuild 1");
}

// K4: an agent that asks again and again gets the same answer, at the same length.
#[test]
fn asking_again_changes_nothing() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let first = session.bash();
    for _ in 0..50 {
        let again = session.bash();
        again.assert_denied("verdict_flagged");
        assert_eq!(again.stderr.len(), first.stderr.len());
    }
    assert_eq!(session.records_of("denied").len(), 51);
}

// K8: `verdict.json` is never trusted against the ledger.
#[test]
fn a_verdict_file_that_is_gone_is_rebuilt_from_the_ledger() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    fs::remove_file(session.verdict_file()).unwrap();
    session.bash().assert_denied("verdict_flagged");
    session.start("resume").assert_told("Gate: flagged (quarantine), epoch 1");
    assert_eq!(session.standing(), "flagged/quarantine 1");
}

#[test]
fn a_flag_is_of_its_session_alone() {
    // E13: two sessions in one project.
    let gate = Gate::new();
    let flagged = gate.session();
    flagged.start("startup");
    flagged.compact(POISONED);
    let other = gate.other_session("99999999-9999-4999-8999-999999999999");
    other.start("startup");
    other.bash().assert_silent();
    // E11: a variable that names another session decides nothing.
    let mut command = gate.command();
    command.env("CLAUDE_CODE_SESSION_ID", &flagged.id).env("GATE_SESSION", &flagged.id);
    let payload = other.bash_payload_with_row().to_string();
    crate::running::Running::start(command).write(payload.as_bytes()).answer().assert_silent();
    assert_eq!(other.context("main")["summaries"], json!(null));
}
