//! Rows as the client writes them.

use crate::place::told;
use crate::step::Row;
use serde_json::{Map, Value, json};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Appends to a transcript; `number` is one that no other row of the scenario has.
pub fn append(path: &Path, number: &mut u32, row: &Row) -> Result<(), String> {
    match row {
        Row::Prompt(text) => {
            one(path, number, &json!({"type": "user", "message": {"role": "user", "content": text}}))
        }
        Row::ToolResult(text) => {
            let result = json!({"type": "tool_result", "tool_use_id": "toolu_of_scenario", "content": text});
            one(path, number, &json!({"type": "user", "message": {"role": "user", "content": [result]}}))
        }
        Row::Compaction(reply) => {
            one(
                path,
                number,
                &json!({"type": "system", "subtype": "compact_boundary",
                "content": "Conversation compacted", "isMeta": false, "level": "info",
                "compactMetadata": {"trigger": "auto", "preTokens": 195_000}}),
            )?;
            one(
                path,
                number,
                &json!({"type": "user", "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
                "message": {"role": "user", "content": summary_row(reply)}}),
            )
        }
        Row::Raw(row) => one(path, number, &Value::Object(row.clone())),
    }
}

/// The model's call of a tool.
pub fn append_call(path: &Path, number: &mut u32, id: &str, tool: &str, input: &Value) -> Result<(), String> {
    let call = json!({"type": "tool_use", "id": id, "name": tool, "input": input});
    one(path, number, &json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
}

fn one(path: &Path, number: &mut u32, row: &Value) -> Result<(), String> {
    *number += 1;
    let mut whole = Map::from_iter([
        ("parentUuid".to_owned(), Value::Null),
        ("isSidechain".to_owned(), json!(false)),
        ("userType".to_owned(), json!("external")),
        ("version".to_owned(), json!("2.1.332")),
        ("timestamp".to_owned(), json!("2026-11-30T00:00:00.000Z")),
        ("uuid".to_owned(), json!(format!("{number:08x}-0000-4000-8000-000000000000"))),
    ]);
    whole.extend(row.as_object().cloned().unwrap_or_default());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told(path))?;
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(told(path))?;
    writeln!(file, "{}", Value::Object(whole)).map_err(told(path))
}

/// The text of the summary row: without the analysis, and between the client's own sentences.
fn summary_row(reply: &str) -> String {
    let body = reply.split_once("<summary>").map_or(reply, |(_, rest)| rest);
    let body = body.split_once("</summary>").map_or(body, |(body, _)| body).trim();
    format!(
        "This session is being continued from a previous conversation that ran out of context. The summary below \
         covers the earlier portion of the conversation.\n\nSummary:\n{body}\n\nIf you need specific details from \
         before compaction (like exact code snippets, error messages, or content you generated), read the full \
         transcript at: /home/dev/.claude/projects/-home-dev-project/session.jsonl\nContinue the conversation from \
         where it left off without asking the user any further questions. Resume directly — do not acknowledge the \
         summary, do not recap what was happening, do not preface with \"I'll continue\" or similar. Pick up the last \
         task as if the break never happened."
    )
}
