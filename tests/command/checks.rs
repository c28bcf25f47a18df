//! The checks that a contract requires, from their runs to what a session is told of them.

use crate::gate::*;
use crate::project::Project;
use crate::terminal::at_terminal;
use serde_json::{Value, json};
use std::fs;

const POLICY: &str =
    "version = 1\n[evidence]\ntest = [\"Bash(cargo test *)\"]\nlint = [\"Bash(cargo clippy *)\"]\n";
const CONTRACT: &str = "task_id = \"PAY-142\"\nrequired_checks = [\"test\", \"lint\", \"no such check\"]\n";

/// A repository with one commit, and a session in it that is bound by policy and contract.
fn task() -> Project {
    let project = Project::new();
    project.write("policy.toml", POLICY);
    project.write("contract.toml", CONTRACT);
    project.write("code/main.rs", "one\n");
    // What the tests themselves write beside it is no part of the project.
    project.gate.git(&["init", "--quiet", "--initial-branch=main"]);
    project.write(".git/info/exclude", "*\n!code/\n!code/*\n");
    project.gate.git(&["add", "code"]);
    project.gate.git(&["commit", "--quiet", "--message=first"]);
    let policy = project.path("policy.toml").display().to_string();
    let project = project.with(&["--policy", &policy]);
    project.start(SESSION, "startup");
    let contract = project.path("contract.toml").display().to_string();
    let checked = project.gate.run(&["contract", "check", &contract]);
    let digest = text(&checked.stdout).split("digest ").nth(1).unwrap()[..64].to_owned();
    let issue = project.gate.command(&["contract", "issue", &contract, "--session", SESSION]);
    let (status, screen) = at_terminal(issue, &digest[..8]);
    assert!(status.success(), "{screen}");
    assert!(
        screen.contains("names the check \"no such check\"") && !screen.contains("names the check \"test\""),
        "{screen}"
    );
    project
}

fn passes(project: &Project, command: &str, id: &str) {
    let answer = project.hook(
        SESSION,
        "PostToolUse",
        json!({"tool_name": "Bash", "tool_use_id": id, "tool_input": {"command": command},
            "tool_response": {"stdout": "", "stderr": "", "interrupted": false}}),
    );
    assert!(answer.status.success() && answer.stdout.is_empty() && answer.stderr.is_empty());
}

fn fails(project: &Project, command: &str, id: &str) {
    let failure = json!({"tool_name": "Bash", "tool_use_id": id, "tool_input": {"command": command},
        "error": "Exit code 101\n1 test failed", "is_interrupt": false});
    assert!(project.hook(SESSION, "PostToolUseFailure", failure).status.success());
}

/// What a session's beginning says of a check.
fn told(said: &str, check: &str) -> String {
    let begins = format!("- \"{check}\": ");
    let line = said.lines().find_map(|line| line.strip_prefix(&begins));
    let line = line.unwrap_or_else(|| panic!("{check} isn't in {said}"));
    line.split(" (run ended ").next().unwrap().to_owned()
}

#[test]
fn a_compaction_does_not_make_a_check_hold() {
    let project = task();
    let said = project.start(SESSION, "resume");
    assert_eq!(told(&said, "test"), "never run in this session");
    assert_eq!(
        told(&said, "no such check"),
        "never run, and no rule of the policy's [evidence] names its commands"
    );
    passes(&project, "cargo test", "1");
    fails(&project, "cargo clippy", "2");
    project.write("code/main.rs", "two\n");
    passes(&project, "cargo test; echo done", "3");
    let said = project.compact(SESSION, CLEAN);
    assert_eq!(told(&said, "test"), "passed, patch changed since");
    assert_eq!(told(&said, "lint"), "failed");
    passes(&project, "cargo test -p importer", "4");
    assert_eq!(told(&project.compact(SESSION, CLEAN), "test"), "passed");
    project.write("code/new.rs", "new\n");
    assert_eq!(told(&project.start(SESSION, "resume"), "test"), "passed, patch changed since");
    project.gate.git(&["add", "code"]);
    project.gate.git(&["commit", "--quiet", "--message=second"]);
    assert_eq!(told(&project.start(SESSION, "resume"), "test"), "passed, HEAD moved since");
}

#[test]
fn explain_says_what_a_call_is_a_run_of() {
    let project = task();
    let explained = |command: &str| {
        let call = json!({"tool_name": "Bash", "tool_use_id": "1", "tool_input": {"command": command}});
        let payload = project.gate.payload("PreToolUse", call).to_string();
        let policy = project.path("policy.toml").display().to_string();
        text(&project.gate.with_input(&["policy", "explain", "--policy", &policy], payload.as_bytes()).stdout)
    };
    assert!(explained("cargo test").ends_with("\na run of the check \"test\", by Bash(cargo test *)\n"));
    assert!(!explained("cargo test | tail").contains("a run of"));
}

#[test]
fn the_packet_says_what_holds_for_the_work_tree_of_now() {
    let project = task();
    passes(&project, "cargo test", "1");
    fails(&project, "cargo clippy", "2");
    let packet = || project.gate.json(&["packet", "--session", SESSION]);
    let states = |packet: &Value| -> Vec<String> {
        let checks = packet["sessions"][0]["evidence"]["checks"].as_array().unwrap();
        let said = |check: &Value| {
            assert_eq!(check["required"], true);
            format!("{}: {}", check["name"].as_str().unwrap(), check["state"].as_str().unwrap())
        };
        checks.iter().map(said).collect()
    };
    let before = packet();
    assert_eq!(states(&before), ["test: passed", "lint: failed", "no such check: never run"]);
    project.write("code/main.rs", "two\n");
    let after = packet();
    assert_eq!(states(&after)[0], "test: passed, patch changed since");
    // Each holds: what the work tree was at is the packet's own word, and the rest follows from the ledger.
    let verify = |packet: &Value| {
        let output = project.gate.with_input(&["packet", "verify", "-"], packet.to_string().as_bytes());
        (output.status.code(), text(&output.stdout))
    };
    assert_eq!(verify(&before).0, Some(0));
    assert_eq!(verify(&after).0, Some(0));
    let mut forged = after;
    forged["sessions"][0]["evidence"]["checks"][1]["state"] = json!("passed");
    forged["sessions"][0]["evidence"]["checks"][1]["holds"] = json!(true);
    let (status, said) = verify(&forged);
    assert!(
        status == Some(1) && said.contains("evidence.checks[1].state: the ledger says otherwise"),
        "{said}"
    );
    // With the project gone nothing is known of it.
    fs::remove_dir_all(project.path(".git")).unwrap();
    assert_eq!(states(&packet())[0], "test: passed, not known whether anything changed since");
}

/// What a changed policy calls a run shows nothing before the operator has accepted that.
#[test]
fn a_wider_policy_makes_no_evidence_while_it_waits() {
    let project = task();
    let wider = POLICY.replace("\"Bash(cargo test *)\"", "\"Bash(cargo test *)\", \"Bash(true)\"");
    project.write("policy.toml", &wider);
    passes(&project, "true", "1");
    assert_eq!(told(&project.start(SESSION, "resume"), "test"), "never run in this session");
    passes(&project, "cargo test", "2");
    assert_eq!(told(&project.start(SESSION, "resume"), "test"), "passed");
}
