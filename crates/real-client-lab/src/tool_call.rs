//! A tool call that the scripted model asks for.

use std::path::Path;

use serde_json::{Value, json};

/// One `tool_use` block of a scripted reply.
#[derive(Clone, Debug)]
pub struct ToolCall {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: Value,
}

impl ToolCall {
    /// Any tool, by name and input. The id has to be unique within a run.
    #[must_use]
    pub fn new(id: &str, name: &str, input: Value) -> Self {
        Self { id: format!("toolu_{id}"), name: name.to_owned(), input }
    }

    /// A shell command.
    #[must_use]
    pub fn bash(id: &str, command: &str) -> Self {
        Self::new(id, "Bash", json!({ "command": command, "description": "lab" }))
    }

    /// A shell command that leaves the file `name` in the project: whether it is there tells whether the call ran.
    /// Its id is the name in lower case.
    #[must_use]
    pub fn mark(name: &str) -> Self {
        Self::bash(&name.to_lowercase(), &format!("echo x > {name}"))
    }

    /// Reading a file.
    #[must_use]
    pub fn read(id: &str, file: &Path) -> Self {
        Self::new(id, "Read", json!({ "file_path": file }))
    }

    /// Starting a subagent, which waits for it to end unless it is started in the background.
    #[must_use]
    pub fn subagent(id: &str, background: bool) -> Self {
        let input = json!({
            "description": "lab",
            "prompt": "Do what the script says.",
            "subagent_type": "general-purpose",
            "run_in_background": background,
        });
        Self::new(id, "Agent", input)
    }
}
