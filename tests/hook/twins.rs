//! Hooks that are registered twice, in settings and by a plugin: two processes answer one event at once (D2, D3).

use crate::answer::Answer;
use crate::gate::Gate;
use crate::payload::with;
use crate::summary::*;
use serde_json::{Value, json};
use std::thread;

/// Both answers to one event.
fn both(gate: &Gate, payload: &Value) -> [Answer; 2] {
    thread::scope(|scope| {
        [scope.spawn(|| gate.send(payload)), scope.spawn(|| gate.send(payload))]
            .map(|twin| twin.join().unwrap())
    })
}

/// The only record of a kind.
#[track_caller]
fn assert_one(records: &[Value]) {
    assert_eq!(records.len(), 1, "{records:?}");
}

#[test]
fn a_compaction_is_one_epoch_with_one_verdict() {
    for _ in 0..5 {
        let gate = Gate::new();
        let session = gate.session();
        both(&gate, &session.payload("SessionStart/startup"));
        for answer in both(&gate, &session.payload("PreCompact/auto")) {
            answer.assert_silent();
        }
        for answer in both(&gate, &session.payload("SessionStart/compact")) {
            answer.assert_told("Gate: pending, epoch 1: not decided yet.");
        }
        for answer in both(&gate, &session.post_compact_payload(&json!(POISONED))) {
            answer.assert_silent();
        }
        assert_one(&session.records_of("checkpoint_taken"));
        assert_one(&session.records_of("summary_checked"));
        assert_eq!(session.standing(), "flagged/quarantine 1");
    }
}

#[test]
fn a_run_of_a_check_has_one_receipt() {
    let gate = Gate::governed("version = 1\n[evidence]\ntest = [\"Bash(cargo test)\"]\n");
    let session = gate.session();
    session.start("startup");
    for run in 1..=5 {
        let fields = json!({"tool_input": {"command": "cargo test"}, "tool_use_id": format!("toolu_{run}")});
        for answer in both(&gate, &with(session.payload("PostToolUse/bash"), &fields)) {
            answer.assert_silent();
        }
        assert_eq!(session.records_of("check_ran").len(), run);
    }
}

#[test]
fn a_denial_has_one_record_and_one_id() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    for _ in 0..5 {
        let before = session.records_of("denied").len();
        let [first, second] = both(&gate, &session.bash_payload_with_row());
        first.assert_denied("verdict_flagged");
        assert_eq!(first, second);
        assert_eq!(session.records_of("denied").len(), before + 1);
    }
    let summariser = session.payload("PreToolUse/bash_of_summariser");
    let [first, second] = both(&gate, &summariser);
    first.assert_denied("summariser_tool");
    assert_eq!(first, second);
}

#[test]
fn a_settling_is_one_record_and_both_answers_agree() {
    for (rows, expected) in [(None, "compaction_abandoned"), (Some(CLEAN), "summary_checked")] {
        let gate = Gate::new();
        let session = gate.session();
        session.start("startup");
        session.pre_compact();
        if let Some(summary) = rows {
            session.rows.compaction(summary);
        }
        for answer in both(&gate, &session.bash_payload_with_row()) {
            answer.assert_silent();
        }
        assert_one(&session.records_of(expected));
    }
}

#[test]
fn a_lost_compaction_is_found_once() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash().assert_silent();
    session.rows.compaction(POISONED);
    let [first, second] = both(&gate, &session.bash_payload_with_row());
    first.assert_denied("verdict_flagged");
    assert_eq!(first, second);
    assert_one(&session.records_of("summary_checked"));
}

#[test]
fn a_late_start_and_a_new_subagent_are_made_once() {
    let gate = Gate::new();
    let session = gate.session();
    session.rows.prompt("hello");
    for answer in both(&gate, &session.bash_payload_with_row()) {
        answer.assert_silent();
    }
    assert_one(&session.records_of("history_resolved"));
    let agent = session.agent("a1", "Explore");
    for answer in both(&gate, &agent.bash_payload_with_row()) {
        answer.assert_silent();
    }
    assert_one(&session.records_of("context_opened"));
}
