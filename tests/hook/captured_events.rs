//! Every event that the client has, as it was captured.

use crate::gate::Gate;
use crate::payload::folder;
use crate::summary::{CLEAN, POISONED};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;

const HANDLED: [&str; 6] =
    ["PreToolUse", "PreCompact", "PostCompact", "SessionStart", "SubagentStart", "SessionEnd"];
/// Events of the client of which there is no capture.
const NEVER_SEEN: [&str; 9] = [
    "Notification",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
    "Elicitation",
    "ElicitationResult",
    "WorktreeRemove",
    "FileChanged",
    "DirectoryAdded",
];

/// `Event/case` of every captured payload.
fn captured() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for event in fs::read_dir(folder()).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir()) {
        for case in fs::read_dir(event.path()).unwrap().map(Result::unwrap) {
            let (event, case) = (event.file_name(), case.path());
            let stem = case.file_stem().unwrap().to_str().unwrap();
            names.insert(format!("{}/{stem}", event.to_str().unwrap()));
        }
    }
    names
}

#[test]
fn every_payload_stands_in_the_folder_of_its_event() {
    let gate = Gate::new();
    let names = captured();
    let events: BTreeSet<&str> = names.iter().map(|name| name.split_once('/').unwrap().0).collect();
    assert_eq!(events.len(), 25);
    for name in &names {
        let payload = gate.session().payload(name);
        assert_eq!(payload["hook_event_name"], name.split_once('/').unwrap().0);
        assert_eq!(payload["session_id"], gate.session().id, "{name}");
    }
}

// B20: PermissionRequest among them, whose answer would be another.
#[test]
fn events_that_the_gate_doesnt_handle_are_left_alone() {
    let gate = Gate::new();
    let session = gate.session();
    let foreign = |name: &&String| !HANDLED.contains(&name.split_once('/').unwrap().0);
    for name in captured().iter().filter(foreign) {
        session.send(name).assert_silent();
    }
    for event in NEVER_SEEN.into_iter().chain(["FromAFutureClient", "pretooluse"]) {
        let mut payload = session.payload("Stop/stop");
        payload["hook_event_name"] = json!(event);
        gate.send(&payload).assert_silent();
    }
    assert!(!gate.state_dir().exists(), "an event that asks for nothing has left something");
}

#[test]
fn every_captured_tool_call_passes_an_open_gate_and_only_reading_a_closed_one() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let calls: Vec<String> = captured().into_iter().filter(|name| name.starts_with("PreToolUse/")).collect();
    let open = |name: &str| matches!(name, "PreToolUse/read" | "PreToolUse/tool_search");
    for name in calls.iter().filter(|name| !name.ends_with("of_summariser")) {
        session.send(name).assert_silent();
    }
    session.compact(POISONED);
    let in_new_subagent = session.agent("a2", "Explore");
    for name in &calls {
        for session in [&session, &in_new_subagent] {
            let answer =
                if name.ends_with("in_subagent") { in_new_subagent.send(name) } else { session.send(name) };
            if open(name) { answer.assert_silent() } else { answer.assert_closed() }
        }
    }
}

// F16, F17: only the event's name and the session's id are needed.
#[test]
fn fields_that_are_missing_or_of_another_kind_are_no_obstacle() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for instructions in [json!(null), json!(7), json!(["x"])] {
        let mut payload = session.payload("PreCompact/auto");
        payload["custom_instructions"] = instructions;
        gate.send(&payload).assert_silent();
    }
    gate.send(&json!({"session_id": session.id, "hook_event_name": "PreCompact"})).assert_silent();
    gate.send(&json!({"session_id": session.id, "hook_event_name": "PostCompact", "compact_summary": CLEAN}))
        .assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
    for mode in ["bypassPermissions", "future"] {
        let mut payload = session.bash_payload_with_row();
        payload["permission_mode"] = json!(mode);
        payload["effort"] = json!("not an object");
        gate.send(&payload).assert_silent();
    }
    session.compact(POISONED);
    // B5: as an SDK may send it.
    let bare = json!({"session_id": session.id, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}});
    gate.send(&bare).assert_denied("verdict_flagged");
}
