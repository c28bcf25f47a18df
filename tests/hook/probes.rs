//! What the policy says of operations beside which calls are: what one effect is, what waits, what settles.

use crate::external_calls::*;
use crate::gate::Gate;
use crate::payload::with;
use crate::session::Session;
use serde_json::{Value, json};
use std::fs;

const POLICY: &str = r#"
version = 1
[tools]
external = ["mcp__deploy__run", "Bash(git push *)"]
read_only = ["mcp__deploy__status"]
[[target]]
tool = "mcp__deploy__*"
field = "/environment"
environment = false
[[effect]]
tool = "mcp__deploy__run"
ignore = ["/request_id"]
[[dependency]]
tool = "Bash(git push *)"
on = "Bash(git push *)"
[[dependency]]
tool = "mcp__github__merge"
on = "mcp__deploy__run"
[[probe]]
tool = "mcp__deploy__status"
settles = "mcp__deploy__run"
field = "/state"
equals = "done"
outcome = "committed"
[[probe]]
tool = "mcp__deploy__status"
settles = "mcp__deploy__run"
field = "/state"
equals = "never started"
outcome = "not-committed"
"#;

fn input(environment: &str, version: u32, request: u32) -> Value {
    json!({"environment": environment, "version": version, "request_id": request})
}

fn run(session: &Session<'_>, input: &Value) -> crate::answer::Answer {
    session.pre_tool_use(&fresh(), "mcp__deploy__run", input)
}

/// A deployment whose outcome is unknown.
fn unknown(session: &Session<'_>, input: &Value) {
    let id = fresh();
    session.pre_tool_use(&id, "mcp__deploy__run", input).assert_silent();
    session.failed(&id).assert_silent();
}

/// Asks for a state, and the tool answers.
fn ask(session: &Session<'_>, tool: &str, environment: &str, response: &Value) {
    let input = json!({"environment": environment});
    let id = fresh();
    session.pre_tool_use(&id, tool, &input).assert_silent();
    let ended = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id, "tool_response": response});
    session.gate.send(&with(session.payload("PostToolUse/mcp"), &ended)).assert_silent();
}

#[test]
fn a_probe_settles_the_unknown_operation_of_the_same_target() {
    let status = "mcp__deploy__status";
    for (state, code) in [("done", Some("effect_committed")), ("never started", None)] {
        let gate = Gate::governed(POLICY);
        let session = gate.session();
        session.start("startup");
        unknown(&session, &input("staging", 1, 1));
        unknown(&session, &input("production", 1, 1));
        for (environment, response) in [
            ("production", json!({"state": "running"})),
            ("qa", json!({"state": state})),
            ("staging", json!({"state": [state]})),
            ("staging", json!(format!("the state is {state}"))),
        ] {
            ask(&session, status, environment, &response);
        }
        assert_eq!(session.operations(), ["unknown", "unknown"]);
        // As an MCP server's structured content comes.
        ask(&session, status, "staging", &json!(json!({"state": state}).to_string()));
        assert_eq!(session.operations().iter().filter(|status| *status == "unknown").count(), 1);
        let again = run(&session, &input("staging", 1, 2));
        match code {
            Some(code) => again.assert_denied(code),
            None => again.assert_silent(),
        }
        run(&session, &input("production", 1, 2)).assert_denied("operation_unresolved");
        // The operator's or a probe's word is final.
        ask(&session, status, "staging", &json!({"state": "never started"}));
        ask(&session, status, "staging", &json!({"state": "done"}));
        let settled = session.operations().iter().filter(|it| it.ends_with("committed")).count();
        assert_eq!(settled, 1);
    }
}

#[test]
fn a_probe_that_may_be_about_several_settles_none() {
    let gate = Gate::governed(POLICY);
    let session = gate.session();
    session.start("startup");
    unknown(&session, &input("staging", 1, 1));
    unknown(&session, &input("staging", 2, 1));
    ask(&session, "mcp__deploy__status", "staging", &json!({"state": "done"}));
    assert_eq!(session.operations(), ["unknown", "unknown"]);
}

#[test]
fn what_is_in_flight_is_not_settled_by_a_probe() {
    let gate = Gate::governed(POLICY);
    let session = gate.session();
    session.start("startup");
    run(&session, &input("staging", 1, 1)).assert_silent();
    ask(&session, "mcp__deploy__status", "staging", &json!({"state": "never started"}));
    assert_eq!(session.operations(), ["started"]);
}

#[test]
fn a_probe_works_where_the_gate_is_closed_otherwise() {
    let gate = Gate::governed(POLICY);
    let session = gate.session();
    session.start("startup");
    unknown(&session, &input("staging", 1, 1));
    session.compact(crate::summary::POISONED);
    ask(&session, "mcp__deploy__status", "staging", &json!({"state": "done"}));
    assert_eq!(session.operations(), ["committed"]);
}

#[test]
fn a_probe_settles_for_the_other_sessions_of_the_run() {
    let gate = Gate::governed(POLICY).in_run("nightly");
    let (one, two) = (gate.session(), gate.other_session("22222222-2222-4222-8222-222222222222"));
    one.start("startup");
    unknown(&one, &input("staging", 1, 1));
    two.start("startup");
    run(&two, &input("staging", 1, 2)).assert_denied("operation_unresolved");
    ask(&two, "mcp__deploy__status", "staging", &json!({"state": "never started"}));
    run(&one, &input("staging", 1, 3)).assert_silent();
    run(&two, &input("staging", 1, 4)).assert_denied("operation_unresolved");
}

#[test]
fn a_repository_brings_no_probe() {
    let own = POLICY.split("[[probe]]").next().unwrap();
    let gate = Gate::governed(own);
    let file = gate.project().join(".claude/compact-gate.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, format!("version = 1\n[[probe]]{}", POLICY.split("[[probe]]").nth(1).unwrap())).unwrap();
    let session = gate.session();
    session.start("startup");
    unknown(&session, &input("staging", 1, 1));
    ask(&session, "mcp__deploy__status", "staging", &json!({"state": "done"}));
    assert_eq!(session.operations(), ["unknown"]);
}

#[test]
fn what_doesnt_make_an_effect_another_is_left_out() {
    let gate = Gate::governed(POLICY);
    let session = gate.session();
    session.start("startup");
    unknown(&session, &input("staging", 1, 1));
    run(&session, &input("staging", 1, 2)).assert_denied("operation_unresolved");
    run(&session, &json!({"version": 1, "environment": "staging"})).assert_denied("operation_unresolved");
    run(&session, &input("staging", 2, 1)).assert_silent();
}

#[test]
fn what_depends_on_it_waits() {
    let gate = Gate::governed(POLICY);
    let session = gate.session();
    session.start("startup");
    let merge = || session.pre_tool_use(&fresh(), "mcp__github__merge", &json!({"number": 7}));
    merge().assert_silent();
    unknown(&session, &input("staging", 1, 1));
    merge().assert_denied("depends_on_operation");
    session.bash().assert_silent();
    let push = |command: &str| session.pre_tool_use(&fresh(), "Bash", &json!({"command": command}));
    push("git push origin main").assert_silent();
    push("/usr/bin/git -C . push origin other").assert_denied("depends_on_operation");
    ask(&session, "mcp__deploy__status", "staging", &json!({"state": "done"}));
    merge().assert_silent();
}
