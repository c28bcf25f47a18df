//! State that was there and is gone. K8: an agent deletes what stands in its way.

use crate::gate::Gate;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;
use std::fs;

/// A session that was flagged for a reason that its transcript doesn't show, and whose folder is gone.
fn removed(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session.rows.prompt("hello");
    session.post_compact(CLEAN);
    session.bash().assert_denied("verdict_flagged");
    fs::remove_dir_all(session.folder()).unwrap();
    session
}

#[test]
fn a_removed_folder_closes() {
    let gate = Gate::new();
    let session = removed(&gate);
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.context("main")["reasons"], json!(["state_removed"]));
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_removed_ledger_or_one_that_was_emptied_closes() {
    let gate = Gate::new();
    let session = removed(&gate);
    fs::create_dir(session.folder()).unwrap();
    session.bash().assert_denied("verdict_flagged");
    let emptied = gate.other_session("22222222-2222-4222-8222-222222222222");
    emptied.start("startup");
    emptied.rows.prompt("hello");
    fs::write(emptied.ledger(), "").unwrap();
    emptied.bash().assert_denied("state_failure");
    fs::remove_file(emptied.verdict_file()).unwrap();
    emptied.bash().assert_denied("verdict_flagged");
}

#[test]
fn no_session_start_makes_a_removed_session_new() {
    for source in ["startup", "resume", "clear", "fork", "compact"] {
        let gate = Gate::new();
        let session = removed(&gate);
        let told = session.start(source);
        assert!(!told.stdout.contains("Gate: pass"), "{source}: {}", told.stdout);
        let answer = session.bash();
        assert_eq!(answer.code, Some(2), "open after SessionStart({source}) though its state was removed");
        session.bash().assert_closed();
    }
}

#[test]
fn no_compaction_event_makes_a_removed_session_new() {
    let gate = Gate::new();
    let session = removed(&gate);
    session.pre_compact();
    session.bash().assert_closed();
    let gate = Gate::new();
    let session = removed(&gate);
    session.post_compact(CLEAN);
    session.bash().assert_closed();
    let gate = Gate::new();
    let session = removed(&gate);
    session.compact(CLEAN);
    session.bash().assert_closed();
}

// An event that names no transcript proves nothing, and mustn't make the removal forgotten either.
#[test]
fn an_event_without_a_transcript_doesnt_make_a_removal_forgotten() {
    for name in ["PreToolUse/bash", "PreCompact/auto"] {
        let gate = Gate::new();
        let session = removed(&gate);
        let mut payload = session.payload(name);
        payload.as_object_mut().unwrap().remove("transcript_path");
        gate.send(&payload);
        let answer = session.bash();
        assert_eq!(answer.code, Some(2), "open after {name} without a transcript");
    }
}

// Denials for other reasons are recorded before anything is known of the session.
#[test]
fn many_denials_dont_make_a_removal_forgotten() {
    let gate = Gate::new();
    let session = removed(&gate);
    let write = json!({"file_path": session.cwd.join(".claude/settings.json"), "content": "{}"});
    for _ in 0..70 {
        session.call("Write", &write).assert_denied("self_protection");
    }
    session.bash().assert_closed();
}

// Its own state was removed; that another session shares its rows doesn't speak for it.
#[test]
fn a_fork_doesnt_vouch_for_a_session_whose_state_was_removed() {
    let gate = Gate::new();
    let session = gate.session();
    let greeting = session.start("startup").stdout;
    session.rows.hook_success("startup", &greeting);
    let fork = gate.other_session("22222222-2222-4222-8222-222222222222");
    fork.start("fork");
    fork.rows.raw(&fs::read(session.rows.path()).unwrap());
    fork.bash().assert_silent();
    session.post_compact(CLEAN);
    session.bash().assert_denied("verdict_flagged");
    fs::remove_dir_all(session.folder()).unwrap();
    session.bash().assert_closed();
}

// The same where the anchor went with it: the session's own greeting is in its rows.
#[test]
fn a_fork_doesnt_vouch_for_a_session_whose_own_greeting_is_all_that_is_left() {
    let gate = Gate::new();
    let session = gate.session();
    let greeting = session.start("startup").stdout;
    session.rows.hook_success("startup", &greeting);
    let fork = gate.other_session("22222222-2222-4222-8222-222222222222");
    fork.start("fork");
    fork.rows.raw(&fs::read(session.rows.path()).unwrap());
    fork.bash().assert_silent();
    session.post_compact(CLEAN);
    fs::remove_dir_all(session.folder()).unwrap();
    fs::remove_file(session.anchor()).unwrap();
    session.bash().assert_closed();
}

#[test]
fn a_subagent_of_a_removed_session_is_closed_too() {
    let gate = Gate::new();
    let session = removed(&gate);
    let agent = session.agent("a1", "Explore");
    agent.rows.prompt("the task");
    agent.bash().assert_closed();
    session.bash().assert_closed();
}

// Everything is gone, anchors included: the gate's own words in the transcript remain.
#[test]
fn a_removed_state_directory_closes_the_sessions_that_it_knew() {
    let gate = Gate::new();
    let session = gate.session();
    let greeting = session.start("startup").stdout;
    session.rows.hook_success("startup", &greeting);
    session.post_compact(CLEAN);
    fs::remove_dir_all(gate.state_dir()).unwrap();
    session.bash().assert_denied("verdict_flagged");
}
