//! The calls that the client really sends, under a policy that asks.

use crate::gate::Gate;
use crate::payload::with;
use crate::session::Session;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

fn asking(rules: &str) -> Gate {
    let gate = Gate::new();
    fs::create_dir_all(gate.project().join(".claude")).unwrap();
    let policy = format!("version = 1\n[tools]\nask = [{rules}]\n");
    fs::write(gate.project().join(".claude/compact-gate.toml"), policy).unwrap();
    gate
}

/// What waits, as `requests` shows it.
fn waiting(gate: &Gate) -> Vec<Value> {
    let listed = gate.operator(&["requests", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    listed["requests"].as_array().unwrap().clone()
}

/// Another call than the captured one, as far as the client tells them apart.
fn anew(session: &Session<'_>, name: &str, id: &str) -> Value {
    session.rows.tool_use(id);
    with(session.payload(name), &json!({"tool_use_id": id}))
}

#[test]
fn captured_calls_are_asked_for_whole_and_once() {
    let gate = asking("\"Bash\", \"Write\", \"Edit\"");
    let session = gate.session();
    session.start("startup");
    for (number, name) in ["PreToolUse/bash", "PreToolUse/write"].into_iter().enumerate() {
        let payload = anew(&session, name, &format!("toolu_{number}"));
        let answer = gate.send(&payload);
        answer.assert_denied("approval_missing");
        assert!(answer.stderr.contains("The request req-"), "{}", answer.stderr);
        gate.send(&anew(&session, name, &format!("toolu_again_{number}"))).assert_denied("approval_missing");
        let listed = waiting(&gate);
        assert_eq!(listed.len(), number + 1, "{listed:?}");
        assert!(listed.iter().any(|request| request["tool_input"] == payload["tool_input"]), "{listed:?}");
        assert!(listed.iter().all(|request| request["problem"].is_null()), "{listed:?}");
    }
    let agent = session.agent("a1", "Explore");
    agent.send("SubagentStart/subagent");
    gate.send(&anew(&agent, "PreToolUse/bash", "toolu_agent")).assert_denied("approval_missing");
    assert_eq!(waiting(&gate).len(), 3, "a subagent asks for itself");
}

#[test]
fn what_waits_is_kept_beside_the_ledger_and_nowhere_else() {
    let gate = asking("\"Bash\"");
    let session = gate.session();
    session.start("startup");
    let secret = "deploy --token hunter2";
    let payload = with(session.bash_payload_with_row(), &json!({"tool_input": {"command": secret}}));
    let answer = gate.send(&payload);
    answer.assert_denied("approval_missing");
    assert!(!answer.stderr.contains("hunter2"));
    let found = Command::new("grep").args(["-rl", "hunter2"]).arg(gate.state_dir()).output().unwrap();
    let found = String::from_utf8(found.stdout).unwrap();
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.contains("/requests/req-"), "{found}");
}
