//! Operations, as the operator sees and settles them.

use crate::gate::*;
use crate::terminal::at_terminal;
use serde_json::{Value, json};
use std::fs;

const POLICY: &str = "version = 1\n[tools]\nexternal = [\"mcp__deploy__run\"]\n";

struct Deploying {
    gate: Gate,
    policy: String,
    calls: std::cell::Cell<u32>,
}

impl Deploying {
    /// A session with one deployment whose outcome is unknown, and its operation's id.
    fn unknown() -> (Deploying, String) {
        let gate = Gate::new();
        let file = gate.dir.path().join("policy.toml");
        fs::write(&file, POLICY).unwrap();
        let deploying =
            Deploying { gate, policy: file.to_str().unwrap().to_owned(), calls: std::cell::Cell::new(0) };
        deploying.hook("SessionStart", json!({"source": "startup"}));
        assert_eq!(deploying.deploy().0, Some(0));
        deploying.end("PostToolUseFailure");
        let id = deploying.listed()[0]["id"].as_str().unwrap().to_owned();
        (deploying, id)
    }

    fn hook(&self, event: &str, more: Value) -> std::process::Output {
        let payload = self.gate.payload(event, more).to_string();
        self.gate.with_input(&["hook", "--policy", &self.policy], payload.as_bytes())
    }

    fn call(&self) -> Value {
        json!({"tool_name": "mcp__deploy__run", "tool_input": {"to": "staging"}, "error": "timed out",
            "tool_use_id": format!("toolu_{}", self.calls.get())})
    }

    fn deploy(&self) -> (Option<i32>, String) {
        self.calls.set(self.calls.get() + 1);
        let answer = self.hook("PreToolUse", self.call());
        (answer.status.code(), text(&answer.stderr))
    }

    fn end(&self, event: &str) {
        assert_eq!(self.hook(event, self.call()).status.code(), Some(0));
    }

    fn listed(&self) -> Vec<Value> {
        self.gate.json(&["operations", "--format", "json"])["operations"].as_array().unwrap().clone()
    }

    fn reconcile(&self, id: &str, outcome: &str, typed: &str) -> (bool, String) {
        let args = ["reconcile", id, "--outcome", outcome, "--evidence", "run 118"];
        let (status, screen) = at_terminal(self.gate.command(&args), typed);
        (status.success(), screen)
    }
}

#[test]
fn it_is_listed_with_what_is_known() {
    let (gate, id) = Deploying::unknown();
    let listed = gate.gate.run(&["operations"]);
    assert_eq!(listed.status.code(), Some(3));
    let line = text(&listed.stdout);
    for word in [id.as_str(), "unknown", "mcp__deploy__run", "input sha256:", "post_tool_use_failure"] {
        assert!(line.contains(word), "{word}: {line}");
    }
    assert!(!line.contains("staging"), "an input isn't shown: {line}");
    let status = gate.gate.run(&["status"]);
    assert!(text(&status.stdout).contains("unresolved operations: 1"), "{}", text(&status.stdout));
    assert_eq!(gate.gate.json(&["status", "--format", "json"])["unresolved_operations"], 1);
}

#[test]
fn what_was_committed_is_not_repeated_and_what_was_not_may_be() {
    for (outcome, status, code) in
        [("committed", "committed", Some(2)), ("not-committed", "not_committed", Some(0))]
    {
        let (gate, id) = Deploying::unknown();
        let (done, screen) = gate.reconcile(&id, outcome, &id);
        assert!(done && screen.contains("settled as"), "{screen}");
        let known = &gate.listed()[0];
        assert_eq!((&known["status"], &known["evidence"]), (&json!(status), &json!("run 118")));
        assert!(known["operator"].as_str().unwrap().starts_with("uid "));
        // A late event doesn't reopen it.
        gate.end("PostToolUseFailure");
        gate.end("PostToolUse");
        assert_eq!(gate.listed()[0]["status"], status);
        let (answer, said) = gate.deploy();
        assert_eq!(answer, code, "{said}");
        assert!(code == Some(0) || said.contains("(effect_committed)"), "{said}");
        let (again, screen) = gate.reconcile(&id, "not-committed", &id);
        assert!(!again && screen.contains("final"), "{screen}");
    }
}

#[test]
fn a_reconciliation_needs_a_terminal_the_right_word_and_an_operation() {
    let (gate, id) = Deploying::unknown();
    let args = ["reconcile", &id, "--outcome", "committed", "--evidence", "x"];
    let refused = gate.gate.run(&args);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("needs a terminal"));
    let mut inside = gate.gate.command(&args);
    inside.env("CLAUDECODE", "1");
    assert!(!at_terminal(inside, &id).0.success());
    assert!(!gate.reconcile(&id, "committed", "yes").0);
    let (done, screen) = gate.reconcile("op-000000000000", "committed", "op-000000000000");
    assert!(!done && screen.contains("compact-gate operations"), "{screen}");
    assert_eq!(gate.listed()[0]["status"], "unknown");
    assert_eq!(gate.deploy().0, Some(2));
}

#[test]
fn a_reconciliation_reaches_every_session_that_it_was_handed_on_to() {
    let (gate, id) = Deploying::unknown();
    let fork = "22222222-2222-4222-8222-222222222222";
    let shared = json!({"type": "user", "uuid": "u-1", "message": {"content": "hello"}});
    let own = json!({"type": "assistant", "uuid": "u-2", "message": {"content": [{"type": "tool_use", "id": "toolu_f"}]}});
    fs::write(gate.gate.dir.path().join("transcript.jsonl"), format!("{shared}\n")).unwrap();
    let path = gate.gate.dir.path().join(format!("{fork}.jsonl"));
    fs::write(&path, format!("{shared}\n{own}\n")).unwrap();
    let in_fork = |event: &str, more: Value| {
        let mut payload = gate.gate.payload(event, more);
        payload["session_id"] = json!(fork);
        payload["transcript_path"] = json!(path);
        let args = ["hook", "--policy", &gate.policy];
        gate.gate.with_input(&args, payload.to_string().as_bytes()).status.code()
    };
    in_fork("SessionStart", json!({"source": "fork"}));
    let mut call = gate.call();
    call["tool_use_id"] = json!("toolu_f");
    assert_eq!(in_fork("PreToolUse", call.clone()), Some(2));
    assert!(gate.reconcile(&id, "not-committed", &id).0);
    assert_eq!(in_fork("PreToolUse", call), Some(0));
}
