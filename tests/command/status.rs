use crate::gate::*;
use serde_json::json;

#[test]
fn the_exit_status_tells_the_verdict() {
    let gate = Gate::new();
    assert_eq!(gate.run(&["status"]).status.code(), Some(5));
    assert_eq!(gate.run(&["status", "--session", SESSION]).status.code(), Some(5));
    gate.start();
    assert_eq!(gate.run(&["status"]).status.code(), Some(0));
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    assert_eq!(gate.run(&["status", "--session", SESSION]).status.code(), Some(3));
    gate.hook("PostCompact", json!({"compact_summary": SUSPECT}));
    let flagged = gate.run(&["status"]);
    assert_eq!(flagged.status.code(), Some(4));
    assert!(text(&flagged.stdout).contains("flagged (quarantine), epoch 1, because of"));
}

#[test]
fn json_holds_every_context() {
    let gate = Gate::new();
    gate.start();
    gate.hook("SubagentStart", json!({"agent_id": "a1", "agent_type": "Explore"}));
    gate.compact(SUSPECT);
    let status = gate.json(&["status", "--format", "json"]);
    assert_eq!(status["verdict"], "flagged");
    assert_eq!(status["contexts"]["main"]["epoch"], 1);
    assert_eq!(status["contexts"]["agent:a1"]["verdict"], "pass");
    assert_eq!(status["contexts"]["agent:a1"]["agent_type"], "Explore");
}

#[test]
fn the_latest_session_of_this_directory_is_meant() {
    let gate = Gate::new();
    gate.start();
    let mut other = gate.payload("SessionStart", json!({"source": "startup", "session_id": "other"}));
    other["cwd"] = json!("/");
    gate.with_input(&["hook"], other.to_string().as_bytes());
    assert_eq!(gate.json(&["status", "--format", "json"])["session"], SESSION);
}
