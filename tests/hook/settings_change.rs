//! Changes of the client's settings while a session runs.

use crate::answer::Answer;
use crate::gate::Gate;
use crate::payload::with;
use crate::session::Session;
use crate::summary::*;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const EXAMPLE: &str = include_str!("../../settings.example.json");
const BINARY: &str = env!("CARGO_BIN_EXE_compact-gate");

/// The settings of the example, for the binary under test.
fn registered() -> Value {
    serde_json::from_str(&EXAMPLE.replace("/usr/local/bin/compact-gate", BINARY)).unwrap()
}

fn file(gate: &Gate, name: &str) -> PathBuf {
    gate.project().join(".claude").join(name)
}

fn write(gate: &Gate, name: &str, text: &str) {
    fs::create_dir_all(gate.project().join(".claude")).unwrap();
    fs::write(file(gate, name), text).unwrap();
}

fn changed(session: &Session<'_>, gate: &Gate, source: &str, name: &str) -> Answer {
    let fields = json!({"source": source, "file_path": file(gate, name)});
    gate.send(&with(session.payload("ConfigChange/project_settings"), &fields))
}

/// A gate that its project's settings register.
fn registering() -> Gate {
    let gate = Gate::new();
    write(&gate, "settings.json", &registered().to_string());
    gate
}

/// A session whose project registers the gate, and what the hook says once its settings are `text`.
fn after_change_to(text: &str) -> Answer {
    let gate = registering();
    let session = gate.session();
    session.start("startup");
    write(&gate, "settings.json", text);
    changed(&session, &gate, "project_settings", "settings.json")
}

fn assert_blocked(answer: &Answer, why: &str) {
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert_eq!(answer.stdout, "", "{answer:?}");
    assert!(answer.stderr.contains("blocked a change of the settings"), "{answer:?}");
    assert!(answer.stderr.contains(why), "{answer:?}");
}

#[test]
fn hooks_that_are_dropped_are_kept_in_force() {
    assert_blocked(&after_change_to("{}"), "takes out or alters");
    let mut without = registered();
    without["hooks"].as_object_mut().unwrap().remove("PreToolUse");
    assert_blocked(&after_change_to(&without.to_string()), "takes out or alters");
}

#[test]
fn hooks_that_are_altered_are_kept_in_force() {
    let hook = "/hooks/PreToolUse/0/hooks/0";
    let alterations = [
        (format!("{hook}/timeout"), json!(1)),
        (format!("{hook}/command"), json!("/bin/true")),
        (format!("{hook}/args"), json!(["hook", "--state-dir", "/tmp/elsewhere"])),
        (format!("{hook}/onFailure"), json!("continue")),
        (format!("{hook}/type"), json!("prompt")),
        ("/hooks/PreToolUse/0/matcher".to_owned(), json!("Read")),
    ];
    for (place, value) in alterations {
        let mut settings = registered();
        *settings.pointer_mut(&place).unwrap() = value;
        assert_blocked(&after_change_to(&settings.to_string()), "takes out or alters");
    }
    let mut background = registered();
    background.pointer_mut(hook).unwrap()["async"] = json!(true);
    assert_blocked(&after_change_to(&background.to_string()), "takes out or alters");
}

#[test]
fn settings_that_turn_hooks_off_are_blocked_in_any_file() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    write(&gate, "settings.local.json", r#"{"disableAllHooks": true}"#);
    assert_blocked(&changed(&session, &gate, "local_settings", "settings.local.json"), "turns all hooks off");
    assert_eq!(session.records_of("settings_changed").len(), 1);
}

#[test]
fn a_file_that_is_gone_or_broken_is_blocked_where_it_registered_the_gate() {
    assert_blocked(&after_change_to("{"), "missing or unreadable");
    let gate = registering();
    let session = gate.session();
    session.start("startup");
    write(&gate, "settings.local.json", "{");
    changed(&session, &gate, "local_settings", "settings.local.json").assert_silent();
    fs::remove_file(file(&gate, "settings.json")).unwrap();
    assert_blocked(&changed(&session, &gate, "project_settings", "settings.json"), "missing or unreadable");
}

#[test]
fn any_other_change_passes() {
    let mut settings = registered();
    settings["permissions"] = json!({"deny": ["WebFetch"]});
    let other = json!({"hooks": [{"type": "command", "command": "/bin/true"}]});
    settings["hooks"]["PreToolUse"].as_array_mut().unwrap().push(other);
    settings["hooks"]["Notification"] =
        json!([{"hooks": [{"type": "command", "command": BINARY, "args": ["hook"]}]}]);
    after_change_to(&settings.to_string()).assert_silent();
}

#[test]
fn what_was_blocked_once_stays_so_across_compaction_and_clear_of_the_same_session() {
    let gate = registering();
    let session = gate.session();
    session.start("startup");
    write(&gate, "settings.json", "{}");
    assert_blocked(&changed(&session, &gate, "project_settings", "settings.json"), "takes out");
    session.compact(CLEAN);
    session.start("clear");
    assert_blocked(&changed(&session, &gate, "project_settings", "settings.json"), "takes out");
    session.bash().assert_silent();
}

#[test]
fn managed_settings_are_recorded_and_not_held_back() {
    let gate = registering();
    let session = gate.session();
    session.start("startup");
    write(&gate, "settings.json", "{}");
    changed(&session, &gate, "policy_settings", "settings.json").assert_silent();
    assert_eq!(session.records_of("settings_changed").len(), 1);
}

#[test]
fn where_the_state_is_broken_the_hooks_stay() {
    let gate = registering();
    let session = gate.session();
    session.start("startup");
    fs::write(session.ledger(), "broken\n").unwrap();
    write(&gate, "settings.json", "{}");
    assert_blocked(&changed(&session, &gate, "project_settings", "settings.json"), "can't be compared");
}
