//! Calls of a tool that the policy calls external, and what the client says of their end.

use crate::answer::Answer;
use crate::gate::Gate;
use crate::payload::with;
use crate::session::Session;
use crate::transcript::unique;
use serde_json::{Value, json};

/// A policy under which deployments and pushes are external.
pub const POLICY: &str = "version = 1\n[tools]\nexternal = [\"mcp__deploy__run\", \"Bash(git push *)\"]\n";

pub fn governed() -> Gate {
    Gate::governed(POLICY)
}

/// A fresh tool use id.
pub fn fresh() -> String {
    format!("toolu_{}", unique())
}

/// What a deployment is given.
pub fn deployment(version: &str) -> Value {
    json!({"service": "web", "version": version})
}

impl Session<'_> {
    pub fn pre_tool_use(&self, id: &str, tool: &str, input: &Value) -> Answer {
        self.rows.tool_use(id);
        self.pre_tool_use_without_row(id, tool, input)
    }

    pub fn pre_tool_use_without_row(&self, id: &str, tool: &str, input: &Value) -> Answer {
        let fields = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id});
        self.gate.send(&with(self.payload("PreToolUse/mcp"), &fields))
    }

    /// A deployment of this version, by a call of this id.
    pub fn deploy(&self, id: &str, version: &str) -> Answer {
        self.pre_tool_use(id, "mcp__deploy__run", &deployment(version))
    }

    /// A deployment that nothing is heard of afterwards.
    pub fn deploy_unheard(&self, version: &str) -> String {
        let id = fresh();
        self.deploy(&id, version).assert_silent();
        id
    }

    /// One whose outcome is unknown.
    pub fn deploy_and_fail(&self, version: &str) -> String {
        let id = self.deploy_unheard(version);
        self.failed(&id).assert_silent();
        id
    }

    pub fn succeeded(&self, id: &str) -> Answer {
        let fields = json!({"tool_name": "mcp__deploy__run", "tool_use_id": id, "tool_response": "{\"state\":\"done\"}"});
        self.gate.send(&with(self.payload("PostToolUse/mcp"), &fields))
    }

    pub fn failed(&self, id: &str) -> Answer {
        let fields =
            json!({"tool_name": "mcp__deploy__run", "tool_use_id": id, "error": "timed out after 60s"});
        self.gate.send(&with(self.payload("PostToolUseFailure/bash"), &fields))
    }

    pub fn permission_denied(&self, id: &str) -> Answer {
        let fields = json!({"tool_name": "mcp__deploy__run", "tool_use_id": id});
        self.gate.send(&with(self.payload("PermissionDenied/bash"), &fields))
    }

    pub fn batch(&self, ids: &[&str]) -> Answer {
        let calls: Vec<Value> = ids
            .iter()
            .map(|id| json!({"tool_name": "mcp__deploy__run", "tool_input": {}, "tool_use_id": id, "tool_response": "x"}))
            .collect();
        self.gate.send(&with(self.payload("PostToolBatch/batch"), &json!({"tool_calls": calls})))
    }

    /// The result row of a call that the client refused, as 2.1.332 writes it.
    pub fn refused_row(&self, id: &str) {
        self.result_row(
            id,
            &json!({"toolDenialKind": "permission-rule",
            "permissionDecision": {"decision": "reject", "source": "config"}}),
        );
    }

    /// The result row of a call that ended in an error, with more top-level fields.
    pub fn result_row(&self, id: &str, fields: &Value) {
        let result = json!({"type": "tool_result", "tool_use_id": id, "is_error": true, "content": "Permission denied"});
        let row = json!({"type": "user", "message": {"role": "user", "content": [result]}, "toolUseResult": "Error"});
        self.rows.row(&with(row, fields));
    }

    /// The statuses of its operations, in alphabetical order.
    pub fn operations(&self) -> Vec<String> {
        let shown = self.gate.operator(&["operations", "--session", &self.id, "--format", "json"]);
        assert!(matches!(shown.code, Some(0 | 3)), "{}", shown.stderr);
        let listed: Value = serde_json::from_str(&shown.stdout).unwrap();
        let operations = listed["operations"].as_array().unwrap();
        let statuses = operations.iter().map(|operation| operation["status"].as_str().unwrap().to_owned());
        let mut statuses: Vec<String> = statuses.collect();
        statuses.sort();
        statuses
    }
}
