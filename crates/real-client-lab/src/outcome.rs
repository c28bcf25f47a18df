//! What a run has led to, and the assertions about it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde_json::Value;

use crate::tool_result::first_results;
use crate::{ApiRequest, HookCall, RequestKind, ToolResult};

/// The evidence of a run. Its `Display` is a report, which failing assertions print.
#[derive(Clone, Debug)]
pub struct Outcome {
    markers: Vec<String>,
    requests: Vec<ApiRequest>,
    hook_calls: Vec<HookCall>,
    events: Vec<Value>,
    state_files: Vec<(PathBuf, String)>,
    results: BTreeMap<String, ToolResult>,
}

impl Outcome {
    pub(crate) fn new(
        markers: Vec<String>,
        requests: Vec<ApiRequest>,
        hook_calls: Vec<HookCall>,
        events: Vec<Value>,
        state_files: Vec<(PathBuf, String)>,
    ) -> Self {
        let results = first_results(&requests);
        Self { markers, requests, hook_calls, events, state_files, results }
    }

    /// The requests that the model saw.
    #[must_use]
    pub fn requests(&self) -> &[ApiRequest] {
        &self.requests
    }

    /// The hook calls that the client made.
    #[must_use]
    pub fn hook_calls(&self) -> &[HookCall] {
        &self.hook_calls
    }

    /// Their labels, in order.
    #[must_use]
    pub fn hook_order(&self) -> Vec<String> {
        self.hook_calls.iter().map(HookCall::label).collect()
    }

    /// How the compactions ended, in the client's words: `success`, `failed`.
    #[must_use]
    pub fn compactions(&self) -> Vec<&str> {
        self.events
            .iter()
            .filter(|event| event["subtype"] == "status")
            .filter_map(|event| event["compact_result"].as_str())
            .collect()
    }

    /// The result of a tool call, by the id that its script gave it.
    ///
    /// # Panics
    /// If the model never got one.
    #[must_use]
    #[track_caller]
    pub fn result(&self, id: &str) -> &ToolResult {
        match self.results.get(&format!("toolu_{id}")) {
            Some(result) => result,
            None => panic!("the model got no result of {id}\n{self}"),
        }
    }

    /// What the model was told instead of the result of a denied call.
    ///
    /// # Panics
    /// If the call was not denied by a hook.
    #[must_use]
    #[track_caller]
    pub fn denial(&self, id: &str) -> &str {
        let result = self.result(id);
        assert!(
            result.is_error && result.text.contains("hook error"),
            "{id} was not denied by a hook, its result is {result:?}\n{self}"
        );
        &result.text
    }

    /// # Panics
    /// If one of the markers is missing.
    #[track_caller]
    pub fn assert_ran<'a>(&self, markers: impl IntoIterator<Item = &'a str>) {
        for marker in markers {
            assert!(self.has(marker), "{marker} should have run\n{self}");
        }
    }

    /// # Panics
    /// If one of the markers is there, or if the model never got a result of its call: what was not tried proves
    /// nothing.
    #[track_caller]
    pub fn assert_held_back<'a>(&self, markers: impl IntoIterator<Item = &'a str>) {
        for marker in markers {
            assert!(!self.has(marker), "{marker} should not have run\n{self}");
            let _denied = self.denial(&marker.to_lowercase());
        }
    }

    /// The bodies of the gate's records of one kind, from its ledgers.
    #[must_use]
    pub fn records(&self, kind: &str) -> Vec<Value> {
        let ledgers = self.state_files.iter().filter(|(file, _)| file.ends_with("ledger.jsonl"));
        let records =
            ledgers.flat_map(|(_, text)| text.lines()).filter_map(|line| serde_json::from_str(line).ok());
        let of_kind = records.filter(|record: &Value| record["kind"] == kind);
        of_kind.map(|record| record["body"].clone()).collect()
    }

    /// # Panics
    /// If the file is there.
    #[track_caller]
    pub fn assert_absent(&self, marker: &str) {
        assert!(!self.has(marker), "{marker} should not have run\n{self}");
    }

    /// # Panics
    /// If the call failed or was denied, or its result holds no such text.
    #[track_caller]
    pub fn assert_result(&self, id: &str, text: &str) {
        let result = self.result(id);
        assert!(
            !result.is_error && result.text.contains(text),
            "{id} should have returned {text:?}, its result is {result:?}\n{self}"
        );
    }

    /// # Panics
    /// If the compactions ended otherwise.
    #[track_caller]
    pub fn assert_compactions(&self, expected: &[&str]) {
        assert_eq!(
            self.compactions(),
            expected,
            "the compactions went another way than the test needs\n{self}"
        );
    }

    fn has(&self, marker: &str) -> bool {
        self.markers.iter().any(|there| there == marker)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<RequestKind> = self.requests.iter().map(|request| request.kind).collect();
        writeln!(f, "markers: {:?}", self.markers)?;
        writeln!(f, "requests: {kinds:?}")?;
        writeln!(f, "compactions: {:?}", self.compactions())?;
        writeln!(f, "hook calls:")?;
        for call in &self.hook_calls {
            let tool_use = call.payload["tool_use_id"].as_str().unwrap_or_default();
            writeln!(f, "  {} {} {tool_use}", call.session_id(), call.label())?;
        }
        writeln!(f, "tool results:")?;
        for (id, result) in &self.results {
            writeln!(f, "  {id} {}: {:?}", if result.is_error { "error" } else { "ok" }, result.text)?;
        }
        writeln!(f, "answers of hooks:")?;
        for event in self.events.iter().filter(|event| event["subtype"] == "hook_response") {
            let (name, code) = (&event["hook_name"], &event["exit_code"]);
            writeln!(f, "  {name} exit {code} stdout {} stderr {}", event["stdout"], event["stderr"])?;
        }
        for (file, text) in &self.state_files {
            writeln!(f, "{}:\n{text}", file.display())?;
        }
        Ok(())
    }
}
