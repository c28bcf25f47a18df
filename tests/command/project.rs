//! A directory with sessions in it, each with a transcript that has the rows of its calls.

use crate::gate::{CLEAN, Gate, SESSION, text};
use serde_json::{Value, json};
use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

pub struct Project {
    pub gate: Gate,
    /// Options of the registered command.
    pub options: Vec<String>,
    calls: Cell<u32>,
}

impl Project {
    pub fn new() -> Project {
        Project { gate: Gate::new(), options: Vec::new(), calls: Cell::new(0) }
    }

    pub fn with(mut self, options: &[&str]) -> Project {
        self.options = options.iter().map(|&option| option.to_owned()).collect();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.gate.dir.path().join(name)
    }

    pub fn write(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// An event of a session. All sessions share their first row, so that each may be a fork of each.
    pub fn hook(&self, session: &str, event: &str, more: Value) -> Output {
        let mut payload = self.gate.payload(event, more);
        payload["session_id"] = json!(session);
        let transcript = self.path(&format!("{session}.jsonl"));
        payload["transcript_path"] = json!(transcript);
        if event == "PreToolUse" {
            let mut row = json!({"type": "assistant", "uuid": "u-first"});
            row["message"] = json!({"content": [{"type": "tool_use", "id": payload["tool_use_id"]}]});
            let agent =
                payload["agent_id"].as_str().map(|id| format!("{session}/subagents/agent-{id}.jsonl"));
            for file in agent.into_iter().chain([format!("{session}.jsonl")]) {
                let before = fs::read_to_string(self.path(&file)).unwrap_or_default();
                self.write(&file, &format!("{before}{row}\n"));
            }
        }
        let mut args = vec!["hook"];
        args.extend(self.options.iter().map(String::as_str));
        self.gate.with_input(&args, payload.to_string().as_bytes())
    }

    pub fn start(&self, session: &str, source: &str) -> String {
        let answer = self.hook(session, "SessionStart", json!({"source": source}));
        assert!(answer.status.success());
        text(&answer.stdout)
    }

    /// A call of a session's main thread, or of a subagent's.
    pub fn call_of(
        &self,
        session: &str,
        agent: Option<&str>,
        tool: &str,
        input: Value,
    ) -> (Option<i32>, String) {
        self.calls.set(self.calls.get() + 1);
        let id = format!("toolu_{}", self.calls.get());
        let mut call = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id});
        if let Some(agent) = agent {
            call["agent_id"] = json!(agent);
            call["agent_type"] = json!("tester");
        }
        let answer = self.hook(session, "PreToolUse", call);
        (answer.status.code(), text(&answer.stderr))
    }

    pub fn call(&self, session: &str, tool: &str, input: Value) -> (Option<i32>, String) {
        self.call_of(session, None, tool, input)
    }

    pub fn bash(&self, session: &str, command: &str) -> (Option<i32>, String) {
        self.call(session, "Bash", json!({"command": command}))
    }

    /// A compaction that succeeds; what its SessionStart says.
    pub fn compact(&self, session: &str, summary: &str) -> String {
        self.hook(session, "PreCompact", json!({"trigger": "auto"}));
        let said = self.start(session, "compact");
        self.hook(session, "PostCompact", json!({"compact_summary": summary}));
        said
    }

    pub fn compact_clean(&self) {
        self.compact(SESSION, CLEAN);
    }
}

/// The id of the event that a denial names.
pub fn event_id(denial: &str) -> String {
    let at = denial.find("deny-").unwrap_or_else(|| panic!("{denial}"));
    denial[at..].split('.').next().unwrap().to_owned()
}
