//! Events as the client sends them.

use super::Run;
use crate::gate::Reply;
use crate::outcome::What;
use crate::payloads;
use crate::step::{Row, Step, ToolUse};
use crate::surroundings;
use crate::transcript;
use serde_json::{Map, Value, json};
use std::path::Path;

impl Run<'_> {
    /// A captured payload, some fields of it replaced or left out.
    pub(super) fn event(
        &mut self,
        step: &Step,
        payload: &str,
        with: &Map<String, Value>,
        without: &[String],
    ) -> Result<(), String> {
        let mut event = self.payload(step, payload)?;
        let fields = self.fill(&Value::Object(with.clone()));
        event.extend(fields.as_object().cloned().unwrap_or_default());
        event.retain(|key, _| !without.contains(key));
        let asks = event.get("hook_event_name") == Some(&json!("PreToolUse"));
        let reply = self.send(&event)?;
        self.judge(&reply, &step.expect, asks);
        Ok(())
    }

    /// Whatever a client, or somebody in its place, may send.
    pub(super) fn raw(&mut self, step: &Step, input: &str) -> Result<(), String> {
        let reply = self.send_text(&self.filled(input))?;
        self.judge(&reply, &step.expect, true);
        Ok(())
    }

    /// A tool call, with its row in the transcript.
    pub(super) fn call(&mut self, step: &Step, call: &ToolUse, rows: &Path) -> Result<(), String> {
        let tool = &call.tool;
        self.calls += 1;
        let id = call.id.clone().unwrap_or_else(|| format!("toolu_{:022}", self.calls));
        let input = self.fill(&call.input);
        if call.flushed {
            transcript::append_call(rows, &mut self.rows, &id, tool, &input)?;
        }
        let of_server = tool.strip_prefix("mcp__").map(|rest| rest.split("__").next().unwrap_or(rest));
        let name = if of_server.is_some() { "PreToolUse/mcp" } else { "PreToolUse/bash" };
        let mut event = self.payload(step, name)?;
        event.insert("tool_name".into(), json!(tool));
        event.insert("tool_input".into(), input);
        event.insert("tool_use_id".into(), json!(id));
        if let Some(server) = of_server {
            event.insert("mcp_server".into(), json!({"name": server, "source": "dynamic"}));
        }
        let reply = self.send(&event)?;
        self.judge(&reply, &step.expect, true);
        Ok(())
    }

    /// A compaction that succeeds: its events, then its rows.
    pub(super) fn compact(&mut self, step: &Step, summary: &str, rows: &Path) -> Result<(), String> {
        let summary = self.filled(summary);
        let mut all = Reply::default();
        for name in ["PreCompact/auto", "SessionStart/compact", "PostCompact/auto"] {
            let mut event = self.payload(step, name)?;
            if name.starts_with("PostCompact") {
                event.insert("compact_summary".into(), json!(summary));
            }
            let reply = self.send(&event)?;
            all.status = all.status.max(reply.status);
            all.stdout += &reply.stdout;
            all.stderr += &reply.stderr;
        }
        transcript::append(rows, &mut self.rows, &Row::Compaction(summary))?;
        self.judge(&all, &step.expect, false);
        Ok(())
    }

    /// A captured payload, put where this scenario is.
    fn payload(&mut self, step: &Step, name: &str) -> Result<Map<String, Value>, String> {
        let captured = payloads::captured(name).ok_or_else(|| format!("no payload is called {name}"))?;
        let value: Value = serde_json::from_str(captured).map_err(|error| format!("{name}: {error}"))?;
        let places = [
            ("/home/dev/.claude/projects/-home-dev-project", self.place.transcripts().display().to_string()),
            ("/home/dev/project", self.place.root().join(&step.cwd).display().to_string()),
            ("11111111-1111-4111-8111-111111111111", self.session_id(&step.session)),
        ];
        let mut event = replaced(value, &places).as_object().cloned().unwrap_or_default();
        if let Some(label) = &step.agent {
            let kind = label.split('/').next().unwrap_or(label);
            event.insert("agent_id".into(), json!(self.agent_id(label)));
            event.insert("agent_type".into(), json!(kind));
        }
        Ok(event)
    }

    fn send(&mut self, event: &Map<String, Value>) -> Result<Reply, String> {
        let line = serde_json::to_string(event).map_err(|error| error.to_string())?;
        self.send_text(&format!("{line}\n"))
    }

    fn send_text(&mut self, input: &str) -> Result<Reply, String> {
        let before = surroundings::of(self.place);
        let reply = self.gate.hook(self.place, input)?;
        if let Some(path) = surroundings::difference(&before, &surroundings::of(self.place)) {
            self.fail(
                What::Stray,
                format!("the hook has touched {}", path.display().to_string().escape_debug()),
            );
        }
        for canary in &self.scenario.canaries {
            if reply.stdout.contains(canary.as_str()) || reply.stderr.contains(canary.as_str()) {
                self.fail(What::Leak, "a canary is in what the hook printed".into());
            }
        }
        if let Some((_, rest)) = reply.stderr.split_once(" Event ") {
            let id: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            self.said.insert("denial".into(), id);
        }
        if let Some((_, rest)) = reply.stderr.split_once("The request req-") {
            let id: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            self.said.insert("request".into(), format!("req-{id}"));
        }
        if let Some((_, rest)) = reply.stderr.split_once("the operation op-") {
            let id: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            self.said.insert("operation".into(), format!("op-{id}"));
        }
        Ok(reply)
    }
}

fn replaced(value: Value, places: &[(&str, String)]) -> Value {
    match value {
        Value::String(text) => {
            Value::String(places.iter().fold(text, |text, (from, to)| text.replace(from, to)))
        }
        Value::Array(items) => items.into_iter().map(|item| replaced(item, places)).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(key, member)| (key, replaced(member, places))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}
