//! What a session leaves in the state directory.

use crate::session::Session;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

impl Session<'_> {
    pub fn folder(&self) -> PathBuf {
        self.gate.state_dir().join(&self.id)
    }

    pub fn ledger(&self) -> PathBuf {
        self.folder().join("ledger.jsonl")
    }

    pub fn verdict_file(&self) -> PathBuf {
        self.folder().join("verdict.json")
    }

    pub fn anchor(&self) -> PathBuf {
        self.gate.state_dir().join(".anchors").join(&self.id)
    }

    /// The ledger's records, oldest first.
    pub fn records(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.ledger()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The bodies of the records of one kind.
    pub fn records_of(&self, kind: &str) -> Vec<Value> {
        let records = self.records().into_iter().filter(|record| record["kind"] == kind);
        records.map(|record| record["body"].clone()).collect()
    }

    /// What `verdict.json` says of a context, `main` or `agent:ID`.
    pub fn context(&self, context: &str) -> Value {
        let text = fs::read_to_string(self.verdict_file()).unwrap();
        let snapshot: Value = serde_json::from_str(&text).unwrap();
        snapshot["state"]["contexts"][context].clone()
    }

    /// Verdict, disposition and epoch of a context, as in `flagged/quarantine 1`.
    pub fn standing_of(&self, context: &str) -> String {
        let context = self.context(context);
        let word = |key: &str| context[key].as_str().unwrap_or("absent").to_owned();
        format!("{}/{} {}", word("verdict"), word("disposition"), context["epoch"])
    }

    /// The same of the main context.
    pub fn standing(&self) -> String {
        self.standing_of("main")
    }
}
