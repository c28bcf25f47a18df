//! The plugin's launcher, which has to keep the tools closed where there is no binary to start.

use crate::gate::{EVENTS, Place, text};
use crate::tree::{read, root};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FIXED: [&str; 2] = ["/usr/local/bin/compact-gate", "/usr/bin/compact-gate"];

/// The shells of this machine that may stand behind `/bin/sh` on one or another.
pub fn shells() -> Vec<&'static str> {
    ["/bin/sh", "/bin/dash", "/bin/bash"].into_iter().filter(|shell| Path::new(shell).exists()).collect()
}

/// A copy of the launcher that looks for the binary at another place than the fixed ones.
pub fn launcher_for(place: &Place, binary: &str) -> PathBuf {
    let script = read("hooks/compact-gate.sh");
    let looked = format!("for gate in {}; do", FIXED.join(" "));
    assert!(script.contains(&looked), "the launcher looks elsewhere");
    let path = place.dir.path().join("launcher.sh");
    std::fs::write(&path, script.replace(&looked, &format!("for gate in {binary}; do"))).unwrap();
    path
}

fn launch(shell: &str, place: &Place, binary: &str, payload: &str) -> Output {
    let mut command = Command::new(shell);
    command.arg(launcher_for(place, binary)).arg("hook");
    place.run(command, payload)
}

#[test]
fn it_may_be_started_and_names_no_program() {
    let mode = root().join("hooks/compact-gate.sh").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0o111);
    // With an empty environment and no PATH the tests below pass as well; this is for what they don't reach.
    let script = read("hooks/compact-gate.sh");
    for program in ["jq", "grep", "sed", "cat", "$(", "`"] {
        let code: Vec<&str> = script.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        assert!(
            !code.iter().any(|line| line.split_whitespace().any(|word| word.starts_with(program))),
            "{program}"
        );
    }
}

#[test]
fn without_a_binary_only_a_tool_call_is_denied() {
    for shell in shells() {
        let place = Place::new();
        for event in EVENTS {
            let output = launch(shell, &place, "/nowhere/compact-gate", &place.payload(event));
            let denied = event == "PreToolUse";
            assert_eq!(output.status.code(), Some(if denied { 2 } else { 0 }), "{shell} {event}");
            assert!(output.stdout.is_empty(), "{shell} {event}");
            let said = text(&output.stderr);
            assert_eq!(
                said.starts_with("compact-gate denied this tool call (state_failure)"),
                denied,
                "{said}"
            );
            assert_eq!(said.lines().count(), usize::from(denied), "one paragraph: {said}");
        }
    }
}

#[test]
fn what_it_cannot_tell_is_denied() {
    let place = Place::new();
    let nested = json!({"hook_event_name": "SessionStart"});
    let payloads = [
        String::new(),
        "\n".into(),
        "not json\n".into(),
        "{\"hook_event_name\":\"SomethingNew\"}\n".into(),
        "{\"hook_event_name\":\"SessionStart\"\n".into(),
        "{\n\"hook_event_name\":\"SessionStart\"}\n".into(),
        place.payload_with("PreToolUse", "tool_input", nested),
        place.payload_with("PreToolUse", "a", json!("\",\"hook_event_name\":\"SessionStart\"")),
    ];
    for shell in shells() {
        for payload in &payloads {
            let output = launch(shell, &place, "/nowhere/compact-gate", payload);
            assert_eq!(output.status.code(), Some(2), "{shell} {payload:?}");
        }
    }
}

#[test]
fn what_a_summary_quotes_is_no_event() {
    let place = Place::new();
    let summary = json!("It denied {\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\"} twice.");
    let payload = place.payload_with("PostCompact", "compact_summary", summary);
    for shell in shells() {
        assert_eq!(
            launch(shell, &place, "/nowhere/compact-gate", &payload).status.code(),
            Some(0),
            "{shell}"
        );
    }
}

#[test]
fn a_binary_that_cannot_be_started_is_a_missing_one() {
    let place = Place::new();
    let binary = place.dir.path().join("binary");
    let path = binary.display().to_string();
    for shell in shells() {
        // While a file is open for writing, the kernel doesn't run it.
        std::fs::copy("/bin/true", &binary).unwrap();
        let writer = std::fs::OpenOptions::new().append(true).open(&binary).unwrap();
        assert_eq!(
            launch(shell, &place, &path, &place.payload("PreToolUse")).status.code(),
            Some(2),
            "{shell}"
        );
        assert_eq!(
            launch(shell, &place, &path, &place.payload("PreCompact")).status.code(),
            Some(0),
            "{shell}"
        );
        drop(writer);
        std::fs::write(&binary, "").unwrap();
        assert_eq!(
            launch(shell, &place, &path, &place.payload("PreToolUse")).status.code(),
            Some(2),
            "{shell}"
        );
        std::fs::remove_file(&binary).unwrap();
    }
}
