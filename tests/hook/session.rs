use crate::answer::Answer;
use crate::gate::Gate;
use crate::payload::{captured, with};
use crate::transcript::{Transcript, unique};
use serde_json::{Value, json};
use std::path::PathBuf;

/// One conversation of a session: its main thread, or a subagent.
#[derive(Clone)]
pub struct Session<'g> {
    pub gate: &'g Gate,
    pub id: String,
    /// This conversation's own rows.
    pub rows: Transcript,
    /// The session's transcript, which payloads name for subagents, too.
    pub transcript: Transcript,
    pub cwd: PathBuf,
    agent: Option<(String, String)>,
}

impl<'g> Session<'g> {
    pub fn new(gate: &'g Gate, id: &str) -> Session<'g> {
        let transcript = Transcript::at(gate.transcripts().join(format!("{id}.jsonl")));
        let rows = transcript.clone();
        Session { gate, id: id.to_owned(), rows, transcript, cwd: gate.project(), agent: None }
    }

    /// A subagent of this session.
    pub fn agent(&self, agent_id: &str, agent_type: &str) -> Session<'g> {
        let folder = self.transcript.path().with_extension("").join("subagents");
        Session {
            rows: Transcript::at(folder.join(format!("agent-{agent_id}.jsonl"))),
            agent: Some((agent_id.to_owned(), agent_type.to_owned())),
            ..self.clone()
        }
    }

    /// The captured payload `Event/case`, of this conversation.
    pub fn payload(&self, name: &str) -> Value {
        let payload = captured(self, name);
        match &self.agent {
            Some((id, kind)) => with(payload, &json!({"agent_id": id, "agent_type": kind})),
            None => payload,
        }
    }

    pub fn send(&self, name: &str) -> Answer {
        self.gate.send(&self.payload(name))
    }

    pub fn start(&self, source: &str) -> Answer {
        self.send(&format!("SessionStart/{source}"))
    }

    pub fn pre_compact(&self) -> Answer {
        self.send("PreCompact/auto")
    }

    pub fn post_compact(&self, summary: &str) -> Answer {
        self.gate.send(&self.post_compact_payload(&json!(summary)))
    }

    pub fn post_compact_payload(&self, summary: &Value) -> Value {
        let mut payload = self.payload("PostCompact/auto");
        payload["compact_summary"] = summary.clone();
        payload
    }

    /// A compaction that succeeds, its hooks and its rows in the client's order.
    pub fn compact(&self, summary: &str) {
        self.pre_compact().assert_silent();
        assert_eq!(self.start("compact").code, Some(0));
        self.post_compact(summary).assert_silent();
        self.rows.compaction(summary);
    }

    /// A shell call whose row the client has not written.
    pub fn bash_without_row(&self) -> Answer {
        self.gate.send(&self.bash_payload(&format!("toolu_{}", unique())))
    }

    /// A shell call whose row is there.
    pub fn bash(&self) -> Answer {
        self.gate.send(&self.bash_payload_with_row())
    }

    pub fn bash_payload_with_row(&self) -> Value {
        let id = format!("toolu_{}", unique());
        self.rows.tool_use(&id);
        self.bash_payload(&id)
    }

    pub fn bash_payload(&self, tool_use_id: &str) -> Value {
        with(
            self.payload("PreToolUse/bash"),
            &json!({"tool_input": {"command": "echo hello", "description": "x"}, "tool_use_id": tool_use_id}),
        )
    }

    /// A call of any tool, its row being there.
    pub fn call(&self, tool: &str, input: &Value) -> Answer {
        let payload = with(self.bash_payload_with_row(), &json!({"tool_name": tool, "tool_input": input}));
        self.gate.send(&payload)
    }
}
