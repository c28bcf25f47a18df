//! Reading and running what a settings file registers.

use crate::gate::Place;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Output};

/// One hook entry.
pub struct Entry {
    pub command: String,
    pub args: Vec<String>,
    pub json: Value,
}

/// The one entry of each event under `hooks`; each group may say "all" and nothing narrower.
pub fn entries(hooks: &Value) -> BTreeMap<String, Entry> {
    let entry = |(event, groups): (&String, &Value)| {
        let groups = groups.as_array().unwrap();
        assert_eq!(groups.len(), 1, "{event}");
        let group = groups[0].as_object().unwrap();
        assert!(
            matches!(group.get("matcher").map(|matcher| matcher.as_str().unwrap()), None | Some("*")),
            "{event}"
        );
        assert!(
            group.keys().all(|key| key == "matcher" || key == "hooks"),
            "{event}: a group decides nothing else"
        );
        let entries = group["hooks"].as_array().unwrap();
        assert_eq!(entries.len(), 1, "{event}");
        (event.clone(), parsed(&entries[0]))
    };
    hooks.as_object().unwrap().iter().map(entry).collect()
}

fn parsed(entry: &Value) -> Entry {
    let string = |value: &Value| value.as_str().unwrap().to_owned();
    Entry {
        command: string(&entry["command"]),
        args: entry["args"].as_array().unwrap().iter().map(string).collect(),
        json: entry.clone(),
    }
}

impl Entry {
    /// Only PreToolUse fails closed: at PreCompact "onFailure" would forbid the compaction. The client doesn't wait for
    /// what is "async", so nothing is; its limit stays far above the gate's own five seconds, and is in seconds.
    #[track_caller]
    pub fn check(&self, event: &str) {
        let expected = if event == "PreToolUse" { Some("block") } else { None };
        assert_eq!(self.json["onFailure"].as_str(), expected, "{event}");
        assert!((30..=60).contains(&self.json["timeout"].as_u64().unwrap()), "{event}");
        let known = ["type", "command", "args", "timeout", "onFailure"];
        assert!(self.json.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{event}");
        assert_eq!(self.json["type"], "command", "{event}");
        assert!(self.command.starts_with('/'), "{event}: by name or relative, the model can move it");
    }

    /// Runs what is registered, with `replace` applied to its words, on a payload.
    pub fn run(&self, place: &Place, payload: &str, replace: impl Fn(&str) -> String) -> Output {
        let mut command = Command::new(replace(&self.command));
        command.args(self.args.iter().map(|arg| replace(arg))).arg("--state-dir").arg(place.state_dir());
        place.run(command, payload)
    }
}
