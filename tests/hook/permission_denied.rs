//! What the client refuses by itself is noted, and binds nothing.

use crate::gate::Gate;
use crate::payload::with;
use serde_json::json;
use std::fs;

#[test]
fn a_refusal_of_the_clients_is_noted_once_without_its_reason() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for _ in 0..2 {
        session.send("PermissionDenied/bash").assert_silent();
    }
    let notes = session.records_of("permission_denied");
    assert_eq!(notes.len(), 1, "{notes:?}");
    let ledger = fs::read_to_string(session.ledger()).unwrap();
    assert!(!ledger.contains("Classifier") && !ledger.contains("rm -rf"), "{ledger}");
    // The same call, asked again, is the client's to decide.
    let call = with(
        session.payload("PermissionDenied/bash"),
        &json!({"hook_event_name": "PreToolUse", "tool_use_id": "toolu_again"}),
    );
    gate.send(&call).assert_silent();
    assert_eq!(session.standing(), "pass/review 0");
}

#[test]
fn another_call_is_another_note() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for id in ["toolu_a", "toolu_b", "toolu_a"] {
        gate.send(&with(session.payload("PermissionDenied/bash"), &json!({"tool_use_id": id})))
            .assert_silent();
    }
    assert_eq!(session.records_of("permission_denied").len(), 2);
}
