//! What the model is told when it is denied: enough to stop, nothing to get around it with.

use crate::answer::Answer;
use crate::gate::Gate;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;
use std::fs;

/// K2, K3: it is complete, and names no command and no remedy that an agent could try.
#[track_caller]
fn assert_well_said(answer: &Answer) {
    answer.assert_closed();
    let text = &answer.stderr;
    for needed in [
        "The tool did not run.",
        "Read, Glob, Grep",
        "only the operator can change",
        "from outside this session",
    ] {
        assert!(text.contains(needed), "{needed:?} isn't in: {text}");
    }
    for forbidden in [
        "release",
        "--",
        "delet",
        "rm ",
        "re-run",
        "baseline",
        "reconcile",
        "disableAllHooks",
        "settings.json",
    ] {
        assert!(!text.contains(forbidden), "{forbidden:?} is in: {text}");
    }
    assert!(!text.contains(".."), "a sentence ends twice: {text}");
    assert!(text.len() < 1500, "{} bytes", text.len());
}

fn started(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session
}

#[test]
fn a_flagged_verdict_is_explained() {
    let gate = Gate::new();
    let session = started(&gate);
    session.compact(POISONED);
    let answer = session.bash();
    assert_well_said(&answer);
    for needed in ["verdict_flagged", "the compaction summary is suspect", "flagged (quarantine), epoch 1"] {
        assert!(answer.stderr.contains(needed), "{needed:?} isn't in: {}", answer.stderr);
    }
    let id = session.records_of("denied")[0]["event_id"].as_str().unwrap().to_owned();
    assert!(answer.stderr.contains(&format!("Event {id}.")), "{}", answer.stderr);
}

#[test]
fn every_reason_is_said_the_same_way() {
    let gate = Gate::new();
    let session = started(&gate);
    session.pre_compact();
    assert_well_said(&session.bash_without_row());
    assert_well_said(&session.send("PreToolUse/bash_of_summariser"));
    assert_well_said(&gate.send_bytes(b"[]"));
    assert_well_said(&gate.send_bytes(b""));
    let unseen = gate.other_session("22222222-2222-4222-8222-222222222222");
    let mut payload = unseen.bash_payload("toolu_1");
    payload.as_object_mut().unwrap().remove("transcript_path");
    assert_well_said(&gate.send(&payload));
    session.post_compact(CLEAN);
    for command in ["compact-gate release --session x", &format!("rm -rf {}", gate.state_dir().display())] {
        assert_well_said(&session.call("Bash", &json!({"command": command})));
    }
}

#[test]
fn a_damaged_state_is_explained_without_a_remedy() {
    let gate = Gate::new();
    let session = started(&gate);
    let genuine = fs::read(session.ledger()).unwrap();
    fs::write(session.ledger(), "garbage\n").unwrap();
    assert_well_said(&session.bash());
    fs::write(session.ledger(), [&genuine[..], b"garbage\n"].concat()).unwrap();
    assert_well_said(&session.bash());
    fs::write(session.ledger(), genuine).unwrap();
    fs::write(session.verdict_file(), "garbage").unwrap();
    assert_well_said(&session.bash());
}

// The same to the model at a session's start.
#[test]
fn a_session_that_starts_over_a_damaged_state_is_told_no_remedy() {
    let gate = Gate::new();
    let session = started(&gate);
    fs::write(session.verdict_file(), "garbage").unwrap();
    let told = session.start("resume");
    told.assert_told("Gate: closed.");
    assert!(!told.stdout.contains("delet"), "{}", told.stdout);
}

#[test]
fn a_subagent_is_told_of_its_own_verdict() {
    let gate = Gate::new();
    let session = started(&gate);
    let agent = session.agent("a1", "Explore");
    agent.bash().assert_silent();
    agent.compact(POISONED);
    let answer = agent.bash();
    assert_well_said(&answer);
    assert!(answer.stderr.contains("The verdict on this subagent's context is flagged"), "{}", answer.stderr);
}
