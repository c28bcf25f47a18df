//! A call with effects outside of the workspace is recorded before it runs, and isn't repeated while nobody knows what
//! came of it.

use crate::external_calls::*;
use crate::gate::Gate;
use crate::payload::with;
use crate::summary::*;
use serde_json::json;
use std::thread;

#[test]
fn a_call_is_recorded_before_it_is_let_through_and_completed_by_its_end() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let id = session.deploy_unheard("1");
    let started = session.records_of("operation_started");
    assert_eq!(started.len(), 1);
    assert_eq!((&started[0]["tool_use_id"], &started[0]["status"]), (&json!(id), &json!("started")));
    session.succeeded(&id).assert_silent();
    assert_eq!(session.operations(), ["completed"]);
    session.deploy(&fresh(), "1").assert_silent();
    assert_eq!(session.records_of("operation_started").len(), 2);
}

#[test]
fn what_is_not_external_is_not_recorded() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let before = session.records().len();
    session.pre_tool_use("toolu_a", "mcp__deploy__status", &json!({})).assert_silent();
    session.pre_tool_use("toolu_b", "Bash", &json!({"command": "cargo test"})).assert_silent();
    session.succeeded("toolu_a").assert_silent();
    session.failed("toolu_b").assert_silent();
    session.batch(&["toolu_a", "toolu_b"]).assert_silent();
    assert_eq!(session.records().len(), before);
}

#[test]
fn a_failed_call_has_an_unknown_outcome_and_its_effect_stays_closed() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let id = session.deploy_and_fail("1");
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    session.deploy(&fresh(), "2").assert_silent();
    session.bash().assert_silent();
    // Nothing that the client sends later makes it known.
    session.succeeded(&id).assert_silent();
    session.permission_denied(&id).assert_silent();
    session.refused_row(&id);
    session.batch(&[&id]).assert_silent();
    session.compact(CLEAN);
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    assert_eq!(session.operations(), ["unknown", "unknown"]);
    assert_eq!(session.records_of("operation_heard_late").len(), 1, "the operator is told");
}

#[test]
fn the_same_effect_in_another_spelling_is_the_same() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("1");
    let reordered = r#"{ "version" : "\u0031", "service":"web" }"#;
    let payload = with(
        session.payload("PreToolUse/mcp"),
        &json!({"tool_name": "mcp__deploy__run", "tool_use_id": "toolu_r"}),
    );
    let text = payload.to_string();
    let at = text.find("\"tool_input\":").unwrap();
    let end = text[at..].find('}').unwrap() + at + 1;
    let spelled = format!("{}\"tool_input\":{reordered}{}\n", &text[..at], &text[end..]);
    session.rows.tool_use("toolu_r");
    gate.send_bytes(spelled.as_bytes()).assert_denied("operation_unresolved");

    session.pre_tool_use("toolu_p", "Bash", &json!({"command": "git push origin main"})).assert_silent();
    session.failed("toolu_p");
    for (command, closed) in [
        ("git  push   'origin' main # again", true),
        ("git push \\\n origin \"main\"", true),
        ("git push origin other", false),
        ("git push origin mainly", false),
    ] {
        let input = json!({"command": command, "description": "anew", "timeout": 9});
        let answer = session.pre_tool_use(&fresh(), "Bash", &input);
        assert_eq!(answer.code == Some(2), closed, "{command}: {}", answer.stderr);
    }
}

#[test]
fn calls_in_flight_are_not_unknown_because_another_comes() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let (one, two) = (session.deploy_unheard("1"), session.deploy_unheard("2"));
    session.bash().assert_silent();
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    assert_eq!(session.operations(), ["started", "started"]);
    session.succeeded(&two).assert_silent();
    session.succeeded(&one).assert_silent();
    session.batch(&[&one, &two]).assert_silent();
    assert_eq!(session.operations(), ["completed", "completed"]);
}

#[test]
fn a_call_that_the_client_refused_had_no_effect() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let by_batch = session.deploy_unheard("1");
    session.refused_row(&by_batch);
    session.batch(&[&by_batch]).assert_silent();
    let by_event = session.deploy_unheard("2");
    session.permission_denied(&by_event).assert_silent();
    // The batch was cut short, so that only the row tells.
    let by_row = session.deploy_unheard("3");
    session.result_row(&by_row, &json!({"toolDenialKind": "user-rejected", "toolDenialBeforeRun": true}));
    session.deploy(&fresh(), "3").assert_silent();
    for version in ["1", "2"] {
        session.deploy(&fresh(), version).assert_silent();
    }
    assert_eq!(session.operations(), ["not_run", "not_run", "not_run", "started", "started", "started"]);
}

#[test]
fn what_only_looks_like_a_refusal_leaves_it_unknown() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    // Ran until it was interrupted; went wrong; printed what a refusal looks like; was told of by the client after a
    // crash.
    for (number, fields) in [
        json!({"toolDenialKind": "user-rejected", "toolUseResult": "User rejected tool use"}),
        json!({"permissionDecision": {"decision": "accept"}}),
        json!({"toolUseResult": {"toolDenialKind": "permission-rule", "permissionDecision": {"decision": "reject"}}}),
        json!({"toolDenialKind": "interrupted"}),
    ]
    .iter()
    .enumerate()
    {
        let version = number.to_string();
        let id = session.deploy_unheard(&version);
        session.result_row(&id, fields);
        session.deploy(&fresh(), &version).assert_denied("operation_unresolved");
        session.batch(&["toolu_other"]).assert_silent();
        session.deploy(&fresh(), &version).assert_denied("operation_unresolved");
    }
    assert_eq!(session.operations(), ["unknown", "unknown", "unknown", "unknown"]);
}

#[test]
fn a_command_that_went_to_the_background_has_an_unknown_outcome() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    for (id, response) in [
        ("toolu_b", json!({"stdout": "", "interrupted": false, "backgroundTaskId": "b1"})),
        ("toolu_i", json!({"stdout": "", "interrupted": true})),
    ] {
        let push = json!({"command": format!("git push origin {id}")});
        session.pre_tool_use(id, "Bash", &push).assert_silent();
        let ended = json!({"tool_use_id": id, "tool_response": response});
        gate.send(&with(session.payload("PostToolUse/bash"), &ended)).assert_silent();
        session.pre_tool_use(&fresh(), "Bash", &push).assert_denied("operation_unresolved");
    }
}

#[test]
fn two_copies_of_the_hook_make_one_operation() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    for number in 0..5 {
        let (id, version) = (fresh(), number.to_string());
        session.rows.tool_use(&id);
        thread::scope(|scope| {
            let ask = || session.pre_tool_use_without_row(&id, "mcp__deploy__run", &deployment(&version));
            let twins = [scope.spawn(ask), scope.spawn(ask)];
            for twin in twins {
                twin.join().unwrap().assert_silent();
            }
        });
        thread::scope(|scope| {
            let tell = || session.succeeded(&id).assert_silent();
            for twin in [scope.spawn(tell), scope.spawn(tell)] {
                twin.join().unwrap();
            }
        });
        assert_eq!(session.records_of("operation_started").len(), number + 1);
        assert_eq!(session.records_of("operation_ended").len(), number + 1);
    }
}

#[test]
fn one_effect_asked_for_many_times_at_once_is_started_once() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let open: usize = thread::scope(|scope| {
        let calls: Vec<_> = (0..16).map(|_| scope.spawn(|| session.deploy(&fresh(), "1"))).collect();
        calls.into_iter().filter(|_| true).map(|call| usize::from(call.join().unwrap().code == Some(0))).sum()
    });
    assert_eq!(open, 1);
    assert_eq!(session.records_of("operation_started").len(), 1);
}

#[test]
fn when_no_more_can_be_remembered_none_is_forgotten() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let mut records = Vec::new();
    for number in 0..256 {
        let version = number.to_string();
        let id = fresh();
        let answer = session.pre_tool_use_without_row(&id, "mcp__deploy__run", &deployment(&version));
        answer.assert_silent();
        records.push(id);
    }
    session.deploy(&fresh(), "one more").assert_denied("operations_full");
    session.deploy(&fresh(), "0").assert_denied("operation_unresolved");
    session.bash().assert_silent();
    session.succeeded(&records[7]).assert_silent();
    session.deploy(&fresh(), "one more").assert_silent();
}

#[test]
fn no_input_is_recorded() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("secret-version-7f3");
    session.deploy(&fresh(), "secret-version-7f3").assert_denied("operation_unresolved");
    let ledger = std::fs::read_to_string(session.ledger()).unwrap();
    assert!(!ledger.contains("secret-version"), "{ledger}");
}

#[test]
fn what_is_called_reading_as_well_is_external() {
    let policy =
        "version = 1\n[tools]\nread_only = [\"mcp__deploy__*\"]\nexternal = [\"mcp__deploy__run\"]\n";
    let gate = Gate::governed(policy);
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("1");
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    session.compact(POISONED);
    session.deploy(&fresh(), "2").assert_denied("verdict_flagged");
    session.pre_tool_use(&fresh(), "mcp__deploy__status", &json!({})).assert_silent();
}

#[test]
fn without_a_policy_nothing_is_external() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for _ in 0..2 {
        session.deploy(&fresh(), "1").assert_silent();
    }
    assert!(session.records_of("operation_started").is_empty());
}
