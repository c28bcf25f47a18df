//! The binary in a temporary directory with a state directory of its own.

use assert_fs::TempDir;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_compact-gate");
/// The session of the payloads.
pub const SESSION: &str = "11111111-1111-4111-8111-111111111111";
/// The events that are registered, in the order in which a compaction and a tool call bring them.
pub const EVENTS: [&str; 9] = [
    "SessionStart",
    "PreCompact",
    "PostCompact",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "PermissionDenied",
    "ConfigChange",
];

/// A place to run the gate in.
pub struct Place {
    pub dir: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place { dir: TempDir::new().unwrap() }
    }

    pub fn state_dir(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    /// A payload as client 2.1.332 sends it: one line.
    pub fn payload(&self, event: &str) -> String {
        let mut payload = json!({"session_id": SESSION, "transcript_path": self.dir.path().join("transcript.jsonl"),
            "cwd": self.dir.path(), "hook_event_name": event});
        let more = match event {
            "SessionStart" => json!({"source": "startup"}),
            "PreCompact" => json!({"trigger": "auto", "custom_instructions": null}),
            "PostCompact" => {
                json!({"trigger": "auto", "compact_summary": "<summary>\nTwo tests pass.\n</summary>"})
            }
            "ConfigChange" => {
                json!({"source": "project_settings", "file_path": self.dir.path().join(".claude/settings.json")})
            }
            _ => {
                json!({"permission_mode": "default", "tool_name": "Bash", "tool_input": {"command": "cargo test"},
                "tool_use_id": "toolu_1"})
            }
        };
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("{payload}\n")
    }

    /// A payload with one more field.
    pub fn payload_with(&self, event: &str, key: &str, value: Value) -> String {
        let mut payload: Value = serde_json::from_str(&self.payload(event)).unwrap();
        payload[key] = value;
        format!("{payload}\n")
    }

    /// Runs the hook on a payload.
    pub fn hook(&self, payload: &str) -> Output {
        let mut command = Command::new(BINARY);
        command.arg("hook").arg("--state-dir").arg(self.state_dir());
        self.run(command, payload)
    }

    /// Runs a command on standard input, without an environment.
    pub fn run(&self, mut command: Command, input: &str) -> Output {
        command.current_dir(self.dir.path()).env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Who doesn't read gives no reason to fail here: the status tells.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }
}

/// Bytes as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
