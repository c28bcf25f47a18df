//! Which events the gate is registered for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::hook_call::observer;

/// The one event at which the client asks whether a tool may run, hence the one that has to fail closed.
const GATING: &str = "PreToolUse";

/// The hooks of a settings file: the gate at its events, and beside it, at the same events and at those where it
/// was taken out, an observer that writes down the payloads.
#[derive(Clone, Debug)]
pub struct HookSet {
    pub(crate) gate: PathBuf,
    pub(crate) gate_args: Vec<String>,
    pub(crate) observations: PathBuf,
    pub(crate) gated: BTreeSet<&'static str>,
    pub(crate) observed: BTreeSet<&'static str>,
    pub(crate) held: BTreeSet<&'static str>,
    pub(crate) denied: Vec<&'static str>,
}

impl HookSet {
    /// The four events that have to be enough for safety.
    pub(crate) fn four(gate: PathBuf, gate_args: Vec<String>, observations: PathBuf) -> Self {
        let four = BTreeSet::from(["SessionStart", "PreCompact", "PostCompact", GATING]);
        let (held, denied) = (BTreeSet::new(), Vec::new());
        Self { gate, gate_args, observations, gated: four.clone(), observed: four, held, denied }
    }

    /// Takes the gate out of an event, as if its call had been lost; it is still observed that it happened.
    #[must_use]
    pub fn without(mut self, event: &'static str) -> Self {
        self.gated.remove(event);
        self
    }

    /// Registers the gate for a further event.
    #[must_use]
    pub fn with(mut self, event: &'static str) -> Self {
        self.gated.insert(event);
        self.observed.insert(event);
        self
    }

    /// Holds the client at an event for the rest of the run: it waits for a hook beside the gate, which has long
    /// answered.
    #[must_use]
    pub fn held_at(mut self, event: &'static str) -> Self {
        self.observed.insert(event);
        self.held.insert(event);
        self
    }

    /// Adds a permission rule by which the client itself denies calls.
    #[must_use]
    pub fn denying(mut self, rule: &'static str) -> Self {
        self.denied.push(rule);
        self
    }

    /// The settings file.
    #[must_use]
    pub fn settings(&self) -> Value {
        let hooks = self.observed.iter().map(|event| {
            let gate = self.gated.contains(event).then(|| self.gate_entry(event));
            let held = self.held.contains(event).then(|| holder(&self.observations));
            let entries: Vec<Value> =
                gate.into_iter().chain(held).chain([observer(&self.observations)]).collect();
            ((*event).to_owned(), json!([{ "hooks": entries }]))
        });
        let hooks = hooks.collect::<serde_json::Map<_, _>>();
        json!({ "hooks": hooks, "permissions": { "deny": self.denied } })
    }

    fn gate_entry(&self, event: &str) -> Value {
        let mut entry =
            json!({ "type": "command", "command": self.gate, "args": self.gate_args, "timeout": 60 });
        if event == GATING {
            entry["onFailure"] = json!("block");
        }
        entry
    }
}

/// A hook that ends with the run's directories, hence can't outlive the test even if its client was killed.
fn holder(observations: &Path) -> Value {
    let script = r#"while [ -d "$0" ]; do sleep 0.05; done"#;
    json!({ "type": "command", "command": "/bin/sh", "args": ["-c", script, observations], "timeout": 60 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> HookSet {
        HookSet::four("/gate".into(), vec!["hook".into()], "/seen".into())
    }

    #[test]
    fn only_the_gating_event_blocks_on_failure() {
        let settings = four().with("SubagentStart").settings();
        let hooks = settings["hooks"].as_object().unwrap();
        assert_eq!(hooks.len(), 5);
        for (event, groups) in hooks {
            let gate = &groups[0]["hooks"][0];
            assert_eq!(gate["command"], "/gate");
            assert_eq!(gate["onFailure"] == "block", event == "PreToolUse", "{event}");
        }
    }

    #[test]
    fn a_lost_event_is_still_observed() {
        let settings = four().without("PostCompact").settings();
        let entries = settings["hooks"]["PostCompact"][0]["hooks"].as_array().unwrap();
        assert_eq!(entries.len(), 1);
        assert_ne!(entries[0]["command"], "/gate");
    }
}
