use crate::summary::row_text;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A transcript of the client: rows are only ever appended.
#[derive(Clone, Debug)]
pub struct Transcript {
    path: PathBuf,
}

/// A number that no other row or call of this test run has.
pub fn unique() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Transcript {
    pub fn at(path: PathBuf) -> Transcript {
        Transcript { path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one row, and gives its uuid.
    pub fn row(&self, row: &Value) -> String {
        let uuid = format!("{:08x}-0000-4000-8000-000000000000", unique());
        let mut whole = json!({"parentUuid": null, "isSidechain": false, "userType": "external", "version": "2.1.332",
            "timestamp": "2026-11-30T00:00:00.000Z", "uuid": uuid});
        whole.as_object_mut().unwrap().extend(row.as_object().unwrap().clone());
        self.raw(format!("{whole}\n").as_bytes());
        uuid
    }

    pub fn raw(&self, bytes: &[u8]) {
        fs::create_dir_all(self.path.parent().unwrap()).unwrap();
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path).unwrap();
        file.write_all(bytes).unwrap();
    }

    pub fn prompt(&self, text: &str) -> String {
        self.row(&json!({"type": "user", "message": {"role": "user", "content": text}}))
    }

    /// The model's tool call.
    pub fn tool_use(&self, id: &str) -> String {
        let call = json!({"type": "tool_use", "id": id, "name": "Bash", "input": {"command": "echo hello"}});
        self.row(&json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
    }

    pub fn boundary(&self) -> String {
        self.row(
            &json!({"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted",
            "isMeta": false, "level": "info", "compactMetadata": {"trigger": "auto", "preTokens": 195_000}}),
        )
    }

    /// The summary row of a reply of the model.
    pub fn summary(&self, reply: &str) -> String {
        self.row(&json!({"type": "user", "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
            "message": {"role": "user", "content": row_text(reply)}}))
    }

    /// Both rows of a compaction, as the client flushes them.
    pub fn compaction(&self, reply: &str) {
        self.boundary();
        self.summary(reply);
    }

    /// What a SessionStart hook printed, as the client keeps it.
    pub fn hook_success(&self, source: &str, stdout: &str) {
        self.row(&json!({"type": "attachment", "attachment": {"type": "hook_success",
            "hookName": format!("SessionStart:{source}"), "hookEvent": "SessionStart", "content": stdout,
            "stdout": stdout, "stderr": "", "exitCode": 0}}));
    }

    /// A denial, as the client gives it to the model.
    pub fn hook_error(&self, tool_use_id: &str, stderr: &str) {
        let text = format!("PreToolUse:Bash hook error: [/usr/local/bin/compact-gate hook]: {stderr}");
        let result =
            json!({"type": "tool_result", "tool_use_id": tool_use_id, "is_error": true, "content": text});
        self.row(&json!({"type": "user", "message": {"role": "user", "content": [result]}}));
    }
}
