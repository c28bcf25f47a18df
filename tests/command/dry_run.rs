use crate::gate::*;
use serde_json::{Value, json};
use std::fs;

fn rehearse(gate: &Gate, event: &str, more: Value) -> (Option<i32>, Value) {
    let payload = gate.payload(event, more).to_string();
    let answer = gate.with_input(&["hook", "--dry-run", "--format", "json"], payload.as_bytes());
    (answer.status.code(), serde_json::from_slice(&answer.stdout).unwrap())
}

#[test]
fn it_says_what_would_happen_and_writes_nothing() {
    let gate = Gate::new();
    let (status, said) = rehearse(&gate, "SessionStart", json!({"source": "startup"}));
    assert_eq!(
        (status, &said["verdict_before"], &said["decision"]),
        (Some(0), &json!("absent"), &json!("none"))
    );
    assert_eq!(said["records"][0]["kind"], "session_started");
    assert!(said["text"].as_str().unwrap().contains("Gate: pass"));
    assert!(!gate.state_dir().exists());

    gate.start();
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    let ledger = gate.state_dir().join(SESSION).join("ledger.jsonl");
    let before = fs::read(&ledger).unwrap();
    let (_, said) = rehearse(&gate, "PostCompact", json!({"compact_summary": SUSPECT}));
    assert!(said["verdict_after"].as_str().unwrap().starts_with("flagged (quarantine)"));
    gate.hook("PostCompact", json!({"compact_summary": SUSPECT}));
    let (status, said) = rehearse(&gate, "PreToolUse", bash());
    assert_eq!((status, &said["decision"]), (Some(2), &json!("deny")));
    assert_eq!(said["reason_code"], "verdict_flagged");
    assert!(said["message"].as_str().unwrap().contains("did not run"));
    let written = fs::read(&ledger).unwrap();
    assert!(written.starts_with(&before) && text(&written).lines().count() == 3);
}

#[test]
fn text_is_for_people() {
    let gate = Gate::new();
    gate.start();
    let payload = gate.payload("PreToolUse", bash()).to_string();
    let said = gate.with_input(&["hook", "--dry-run"], payload.as_bytes());
    assert_eq!(said.status.code(), Some(0));
    assert!(text(&said.stdout).contains("decision: allow (exit status 0)"));
}

#[test]
fn bad_input_ends_as_the_hook_would() {
    let gate = Gate::new();
    assert_eq!(gate.with_input(&["hook", "--dry-run"], b"{").status.code(), Some(2));
    let cut = br#"{"hook_event_name":"PreCompact","session_id""#;
    assert_eq!(gate.with_input(&["hook", "--dry-run"], cut).status.code(), Some(0));
}
