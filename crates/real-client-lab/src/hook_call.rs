//! The hook calls that the client made, as an observer beside the gate saw them.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// One call of a hook.
#[derive(Clone, Debug)]
pub struct HookCall {
    /// The JSON that the hook was given.
    pub payload: Value,
}

impl HookCall {
    /// The event's name.
    #[must_use]
    pub fn event(&self) -> &str {
        self.text("hook_event_name")
    }

    /// The event with its source, trigger or tool, and `@agent` if it came from a subagent:
    /// `SessionStart:compact`, `PreToolUse:Bash@agent`.
    #[must_use]
    pub fn label(&self) -> String {
        let variant = ["source", "trigger", "tool_name", "reason"]
            .into_iter()
            .find_map(|field| self.payload[field].as_str())
            .map(|variant| format!(":{variant}"));
        let agent = if self.is_of_agent() { "@agent" } else { "" };
        format!("{}{}{agent}", self.event(), variant.unwrap_or_default())
    }

    /// Whether it came from a subagent or a summariser, not from the main conversation.
    #[must_use]
    pub fn is_of_agent(&self) -> bool {
        self.payload["agent_id"].is_string()
    }

    /// The session's id.
    #[must_use]
    pub fn session_id(&self) -> &str {
        self.text("session_id")
    }

    /// The transcript's path, empty if there is none.
    #[must_use]
    pub fn transcript(&self) -> &Path {
        Path::new(self.text("transcript_path"))
    }

    /// The session's current working directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        Path::new(self.text("cwd"))
    }

    fn text(&self, field: &str) -> &str {
        self.payload[field].as_str().unwrap_or_default()
    }
}

/// The hook that keeps each payload in a file of its own, so that calls at the same time can't mix.
pub(crate) fn observer(observations: &Path) -> Value {
    let script = r#"exec cat > "$0/$$""#;
    json!({ "type": "command", "command": "/bin/sh", "args": ["-c", script, observations], "timeout": 60 })
}

/// The calls so far, oldest first. One that is being written is left out.
pub(crate) fn read_calls(observations: &Path) -> Result<Vec<HookCall>> {
    let mut calls: Vec<(SystemTime, u32, HookCall)> = Vec::new();
    for entry in fs::read_dir(observations).context("the observations are gone")? {
        let entry = entry?;
        let written = entry.metadata()?.modified()?;
        // Within a tick of the clock the process ids tell the order.
        let process = entry.file_name().to_string_lossy().parse().unwrap_or_default();
        if let Ok(payload) = serde_json::from_slice(&fs::read(entry.path())?) {
            calls.push((written, process, HookCall { payload }));
        }
    }
    calls.sort_by_key(|(written, process, _)| (*written, *process));
    Ok(calls.into_iter().map(|(_, _, call)| call).collect())
}
