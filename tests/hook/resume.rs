//! A session that goes on.

use crate::gate::Gate;
use crate::summary::*;
use std::fs;

#[test]
fn a_session_at_pass_resumes_open() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(CLEAN);
    session.start("resume").assert_told("Gate: pass, epoch 1.");
    session.bash().assert_silent();
}

#[test]
fn a_pending_session_resumes_pending() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.start("resume").assert_told("Gate: pending, epoch 1: not decided yet.");
    session.bash_without_row().assert_denied("verdict_pending");
}

#[test]
fn a_session_at_pass_resumes_through_the_restore_gate() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    write_continuity(&session.cwd, r#"{"schema_version":1,"task_id":"t","unknown_key":1}"#);
    let told = session.start("resume");
    told.assert_told("Continuity file refused");
    assert!(!told.stdout.contains("unknown_key"), "it quotes the file: {}", told.stdout);
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.standing(), "flagged/rebuild 0");
}

#[test]
fn a_source_that_nobody_knows_yet_is_treated_as_resume() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    write_continuity(&session.cwd, "[]");
    let mut payload = session.payload("SessionStart/resume");
    payload["source"] = serde_json::json!("teleport");
    assert_eq!(gate.send(&payload).code, Some(0));
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_continuity_that_was_spoiled_during_a_compaction_closes() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let valid = r#"{"schema_version":1,"task_id":"T-1","phase":"build","next_action_id":"A-2","required_checks":["unit"]}"#;
    write_continuity(&session.cwd, valid);
    session.pre_compact();
    session.start("compact").assert_told("task \"T-1\"");
    session.post_compact(CLEAN);
    assert_eq!(session.standing(), "pass/review 1");
    session.pre_compact();
    let path = session.cwd.join(".claude/compact-gate/continuity.json");
    fs::rename(&path, session.cwd.join("elsewhere.json")).unwrap();
    std::os::unix::fs::symlink(session.cwd.join("elsewhere.json"), &path).unwrap();
    session.post_compact(CLEAN);
    assert_eq!(session.standing(), "flagged/rebuild 2");
    assert_eq!(session.context("main")["reasons"], serde_json::json!(["continuity_valid"]));
}

// E4: a resumed session may name its transcript's old place.
#[test]
fn a_resumed_session_may_name_a_transcript_that_is_gone() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(CLEAN);
    fs::remove_file(session.rows.path()).unwrap();
    session.start("resume").assert_told("Gate: pass, epoch 1.");
    session.bash_without_row().assert_silent();
}

// E5: a compaction whose transcript never existed is judged by its PostCompact.
#[test]
fn without_a_transcript_post_compact_decides() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.post_compact(CLEAN);
    session.bash_without_row().assert_silent();
    session.pre_compact();
    session.post_compact(POISONED);
    session.bash_without_row().assert_denied("verdict_flagged");
}

fn write_continuity(project: &std::path::Path, text: &str) {
    fs::create_dir_all(project.join(".claude/compact-gate")).unwrap();
    fs::write(project.join(".claude/compact-gate/continuity.json"), text).unwrap();
}
