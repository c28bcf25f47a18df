//! Runs of the checks that the policy names: what is taken down of them, and what is said of it later.

use crate::gate::{Gate, git};
use crate::payload::with;
use crate::session::Session;
use crate::summary::CLEAN;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const POLICY: &str = "version = 1\n[evidence]\ntest = [\"Bash(cargo test *)\"]\n";
/// SHA-256 of nothing.
const CLEAN_TREE: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A started session.
fn started(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session
}

impl Session<'_> {
    /// PostToolUse of a command, the client's answer having these members, too.
    fn succeeds(&self, command: &str, id: &str, response: &Value) -> Value {
        let payload = self.payload("PostToolUse/bash");
        let response = with(payload["tool_response"].clone(), response);
        let fields =
            json!({"tool_input": {"command": command}, "tool_response": response, "tool_use_id": id});
        with(payload, &fields)
    }

    /// PostToolUseFailure of a command.
    fn fails(&self, command: &str, id: &str, error: &Value) -> Value {
        let fields = json!({"tool_input": {"command": command}, "tool_use_id": id});
        with(with(self.payload("PostToolUseFailure/bash"), &fields), error)
    }

    fn tests_pass(&self, id: &str) {
        self.gate.send(&self.succeeds("cargo test", id, &json!({}))).assert_silent();
    }

    fn outcomes(&self) -> Vec<String> {
        let outcome = |ran: Value| ran["outcome"].as_str().unwrap().to_owned();
        self.records_of("check_ran").into_iter().map(outcome).collect()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.cwd.join(name), text).unwrap();
    }
}

#[test]
fn a_receipt_says_how_it_ended_and_where_the_work_tree_was() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    session.tests_pass("toolu_1");
    // Its twin, a second copy of the hook, tells nothing new.
    session.tests_pass("toolu_1");
    let ran = session.records_of("check_ran");
    let [ran] = ran.as_slice() else { panic!("{ran:?}") };
    assert_eq!(ran["check"], "test");
    assert_eq!(ran["rule"], "Bash(cargo test *)");
    assert_eq!(ran["outcome"], "passed");
    assert_eq!(ran["patch"], CLEAN_TREE);
    assert_eq!(ran["head"].as_str().unwrap().len(), 40);
    assert!(ran["at"].as_i64().unwrap() > 1_700_000_000);
    assert_eq!(ran.as_object().unwrap().len(), 7, "{ran}");
}

#[test]
fn only_what_the_client_says_outright_is_an_outcome() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    let mut expected = Vec::new();
    let mut ends = |payload: Value, outcome: &str| {
        gate.send(&payload).assert_silent();
        expected.push(outcome.to_owned());
        assert_eq!(session.outcomes(), expected, "{payload}");
    };
    let passes = |id: &str, response: Value| session.succeeds("cd . && cargo test -p a", id, &response);
    ends(passes("1", json!({})), "passed");
    ends(passes("2", json!({"interrupted": true})), "unknown");
    ends(passes("3", json!({"backgroundTaskId": "b1"})), "unknown");
    ends(passes("4", json!({"returnCodeInterpretation": "No matches found"})), "unknown");
    ends(passes("5", json!({"interrupted": null})), "unknown");
    ends(with(passes("6", json!({})), &json!({"tool_response": "all tests pass"})), "unknown");
    ends(with(passes("7", json!({})), &json!({"tool_response": null})), "unknown");
    let fails = |id: &str, error: Value| session.fails("cargo test", id, &error);
    ends(fails("11", json!({})), "failed");
    ends(fails("12", json!({"error": "Exit code 101\ntest result: FAILED"})), "failed");
    ends(fails("13", json!({"error": "Exit code 101", "is_interrupt": true})), "unknown");
    ends(fails("14", json!({"error": "Exit code 137"})), "unknown");
    ends(fails("15", json!({"error": "The user doesn't want to proceed"})), "unknown");
    ends(fails("16", json!({"error": "Exit code ?"})), "unknown");
    ends(fails("17", json!({"error": null})), "unknown");
}

#[test]
fn what_could_hide_the_outcome_leaves_no_receipt() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    for (id, line) in
        ["cargo test || true", "cargo test; echo done", "cargo test | tail", "cd /tmp && cargo test", "ls"]
            .iter()
            .enumerate()
    {
        let id = format!("toolu_{id}");
        gate.send(&session.succeeds(line, &id, &json!({}))).assert_silent();
        gate.send(&session.fails(line, &id, &json!({}))).assert_silent();
    }
    let denied =
        with(session.payload("PermissionDenied/bash"), &json!({"tool_input": {"command": "cargo test"}}));
    gate.send(&denied).assert_silent();
    assert_eq!(session.outcomes(), [""; 0]);
    // Without a rule that names it, nothing is.
    let ungoverned = Gate::new();
    let session = started(&ungoverned);
    session.tests_pass("toolu_1");
    assert_eq!(session.outcomes(), [""; 0]);
}

/// A session that was never heard to begin isn't known by it.
#[test]
fn a_run_is_no_beginning() {
    let gate = Gate::governed(POLICY);
    let session = gate.session();
    session.tests_pass("toolu_1");
    assert!(!session.ledger().exists());
}

#[test]
fn neither_the_command_nor_its_output_is_kept() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    let line = "cargo test -p CANARY-COMMAND";
    gate.send(&session.succeeds(line, "1", &json!({"stdout": "CANARY-OUT", "stderr": "CANARY-ERR"})));
    gate.send(&session.fails(line, "2", &json!({"error": "Exit code 1\nCANARY-ERROR"})));
    assert_eq!(session.outcomes(), ["passed", "failed"]);
    session.compact(CLEAN);
    for file in [session.ledger(), session.verdict_file()] {
        assert!(!fs::read_to_string(&file).unwrap().contains("CANARY"), "{}", file.display());
    }
    assert!(!session.start("compact").stdout.contains("CANARY"));
}

#[test]
fn the_checkpoint_carries_the_patch_and_the_receipts() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    session.write("tracked", "1");
    git(&session.cwd, &["add", "."]);
    git(&session.cwd, &["commit", "--quiet", "--message=tracked"]);
    session.tests_pass("toolu_1");
    session.write("tracked", "2");
    session.pre_compact().assert_silent();
    let checkpoint = &session.records_of("checkpoint_taken")[0]["checkpoint"];
    let patch = checkpoint["patch"].as_str().unwrap();
    assert_eq!(patch.len(), 64);
    assert_ne!(patch, CLEAN_TREE);
    let receipt = &checkpoint["receipts"]["test"];
    assert_eq!((&receipt["outcome"], &receipt["patch"]), (&json!("passed"), &json!(CLEAN_TREE)));
    assert_eq!(receipt["head"], checkpoint["git"]["head"]);
}

#[test]
fn without_a_repository_nothing_is_made_up() {
    let gate = Gate::governed(POLICY);
    let mut session = gate.session();
    session.cwd = gate.path().join("elsewhere");
    fs::create_dir(&session.cwd).unwrap();
    session.start("startup");
    session.tests_pass("toolu_1");
    let ran = &session.records_of("check_ran")[0];
    assert_eq!((ran.get("head"), ran.get("patch")), (None, None));
    session.pre_compact().assert_silent();
    assert_eq!(session.records_of("checkpoint_taken")[0]["checkpoint"].get("patch"), None);
    session
        .start("compact")
        .assert_told("\"test\" (not required): passed, not known whether anything changed since");
}

#[test]
fn a_session_is_told_whether_its_checks_hold() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    let says = |state: &str| {
        session.start("resume").assert_told(&format!("- \"test\" (not required): {state} (run ended 20"));
    };
    session.tests_pass("toolu_1");
    says("passed");
    session.write("new.rs", "1");
    says("passed, patch changed since");
    session.tests_pass("toolu_2");
    says("passed");
    git(&session.cwd, &["add", "."]);
    says("passed, patch changed since");
    session.tests_pass("toolu_3");
    git(&session.cwd, &["commit", "--quiet", "--message=new"]);
    says("passed, HEAD moved since");
    session.gate.send(&session.fails("cargo test", "toolu_4", &json!({})));
    says("failed");
    session.gate.send(&session.succeeds("cargo test", "toolu_5", &json!({"interrupted": true})));
    says("outcome unknown");
}

/// Most calls are no runs, and each of them ends with this event. A pipe in HEAD's place tells whether git looks there.
#[test]
fn git_is_started_for_a_run_alone() {
    let gate = Gate::governed(POLICY);
    let session = started(&gate);
    let head = session.cwd.join(".git/HEAD");
    fs::remove_file(&head).unwrap();
    assert!(Command::new("mkfifo").arg(&head).status().unwrap().success());
    let starts_git = |payload: &Value| {
        let (looked, pipe) = (Arc::new(AtomicBool::new(false)), head.clone());
        let seen = Arc::clone(&looked);
        let writer = thread::spawn(move || {
            let opened = fs::OpenOptions::new().write(true).open(pipe);
            seen.store(opened.is_ok(), Ordering::SeqCst);
        });
        gate.send(payload).assert_silent();
        let looked = looked.load(Ordering::SeqCst);
        // Lets the writer go, if nobody has.
        if !writer.is_finished() {
            let reader = fs::OpenOptions::new().read(true).open(&head);
            writer.join().unwrap();
            drop(reader);
        }
        looked
    };
    assert!(!starts_git(&session.succeeds("cargo build", "1", &json!({}))));
    assert!(!starts_git(&session.succeeds("cargo test | tail", "2", &json!({}))));
    assert!(!starts_git(&session.fails("ls", "3", &json!({}))));
    assert!(starts_git(&session.succeeds("cargo test", "4", &json!({}))));
}
