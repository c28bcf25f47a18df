//! `gate`: every check of the restore gate by its name.

use crate::gate::*;
use serde_json::{Value, json};
use std::fs;

/// The names, in the order in which they are shown.
const CHECKS: [&str; 11] = [
    "digest_valid",
    "sequence_is_latest",
    "task_contract_matches",
    "policy_version_current",
    "pending_operation_recovery_complete",
    "git_baseline_matches",
    "decisions_match",
    "continuity_valid",
    "checkpoint_fresh",
    "nonce_unused",
    "summary_lint_clean",
];

/// The report and the exit status that came with it.
fn report(gate: &Gate) -> (Value, Option<i32>) {
    let output = gate.run(&["gate", "--session", SESSION, "--format", "json"]);
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

fn status<'r>(report: &'r Value, name: &str) -> &'r str {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap()["status"].as_str().unwrap()
}

fn failed(report: &Value) -> Vec<&str> {
    let checks = report["checks"].as_array().unwrap().iter();
    checks.filter(|check| check["status"] == "failed").map(|check| check["name"].as_str().unwrap()).collect()
}

#[test]
fn every_check_is_reported_with_its_evidence() {
    let gate = Gate::new();
    gate.start();
    gate.compact(CLEAN);
    let (shown, code) = report(&gate);
    let names: Vec<&str> =
        shown["checks"].as_array().unwrap().iter().map(|check| check["name"].as_str().unwrap()).collect();
    let missing: Vec<&&str> = CHECKS.iter().filter(|name| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!((shown["decision"].as_str(), code), (Some("allow_scoped_tools"), Some(0)));
    assert_eq!(status(&shown, "summary_lint_clean"), "ok");
    assert_eq!(status(&shown, "nonce_unused"), "not_applicable");
    assert!(shown["checks"].as_array().unwrap().iter().all(|check| check["evidence"] != ""));
    let told = gate.run(&["gate", "--session", SESSION]);
    assert!(text(&told.stdout).ends_with("allow_scoped_tools\n"), "{}", text(&told.stdout));
}

#[test]
fn an_open_compaction_is_not_allowed_yet() {
    let gate = Gate::new();
    gate.start();
    gate.hook("PreCompact", json!({"trigger": "manual"}));
    let (shown, code) = report(&gate);
    assert_eq!((shown["verdict"].as_str(), code), (Some("pending"), Some(1)));
    assert_eq!((status(&shown, "nonce_unused"), status(&shown, "checkpoint_fresh")), ("ok", "ok"));
    assert_eq!(failed(&shown), Vec::<&str>::new());
}

#[test]
fn what_closes_is_named() {
    let gate = Gate::new();
    gate.start();
    gate.compact(SUSPECT);
    assert_eq!(failed(&report(&gate).0), ["summary_lint_clean"]);

    let gate = Gate::new();
    gate.start();
    let folder = gate.dir.path().join(".claude/compact-gate");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("continuity.json"), "{\"approved\":true}").unwrap();
    let (shown, code) = report(&gate);
    assert_eq!((failed(&shown), code), (vec!["continuity_valid"], Some(1)));
}

#[test]
fn a_state_that_can_not_be_used_is_a_failed_check() {
    let gate = Gate::new();
    gate.start();
    gate.compact(CLEAN);
    let ledger = gate.state_dir().join(SESSION).join("ledger.jsonl");
    let whole = fs::read_to_string(&ledger).unwrap();
    fs::remove_file(gate.state_dir().join(SESSION).join("verdict.json")).unwrap();
    fs::write(&ledger, whole.replacen("startup", "resume ", 1)).unwrap();
    let (shown, code) = report(&gate);
    assert_eq!((failed(&shown), code), (vec!["digest_valid"], Some(1)));
    let older: String = whole.lines().take(2).flat_map(|line| [line, "\n"]).collect();
    fs::write(&ledger, older).unwrap();
    let (shown, code) = report(&gate);
    assert_eq!((failed(&shown), code), (vec!["sequence_is_latest"], Some(1)));
}

// It looks, and leaves everything as it is.
#[test]
fn nothing_is_recorded() {
    let gate = Gate::new();
    gate.start();
    gate.hook("PreCompact", json!({"trigger": "manual"}));
    let ledger = gate.state_dir().join(SESSION).join("ledger.jsonl");
    let before = fs::read(&ledger).unwrap();
    report(&gate);
    assert_eq!(fs::read(&ledger).unwrap(), before);
    assert_eq!(Gate::new().run(&["gate"]).status.code(), Some(2));
}
