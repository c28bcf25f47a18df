//! What a transcript tells of the end of a tool call.

use super::scan::{open_plain, starts_of_lines_with};
use crate::repair;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

/// The result row of a tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRow {
    /// The client says that it refused the call before it ran.
    Refused,
    /// The client says that it was rejected, by words that it also has for a call that ran and was interrupted.
    Rejected,
    /// There is a result, and nothing says that the call didn't run.
    Ended,
}

/// The top-level fields that tell. The client writes them; what a tool prints is within `message` and
/// `toolUseResult`, which aren't looked at.
#[derive(Deserialize)]
struct Row<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    message: Message<'a>,
    #[serde(rename = "toolDenialKind", borrow, default)]
    denial_kind: Option<Cow<'a, str>>,
    #[serde(rename = "toolDenialBeforeRun", default)]
    before_run: Option<bool>,
    #[serde(rename = "permissionDecision", borrow, default)]
    permission: Option<Permission<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    content: &'a RawValue,
}

#[derive(Deserialize)]
struct Permission<'a> {
    #[serde(borrow)]
    decision: Cow<'a, str>,
}

#[derive(Deserialize)]
struct ResultBlock<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    tool_use_id: Option<Cow<'a, str>>,
    #[serde(default)]
    is_error: Option<bool>,
}

/// The results of these calls, as far as the transcript has any. Where several rows speak of one call, a result that
/// says less of a refusal counts.
pub fn result_rows(path: &Path, tool_use_ids: &[&str]) -> io::Result<BTreeMap<String, ResultRow>> {
    let mut bytes = Vec::new();
    open_plain(path)?.read_to_end(&mut bytes)?;
    let needles: Vec<&[u8]> = tool_use_ids.iter().map(|id| id.as_bytes()).collect();
    let mut found = BTreeMap::new();
    for start in starts_of_lines_with(&needles, &bytes) {
        // A line without its end is still being written.
        let Some(length) = memchr::memchr(b'\n', &bytes[start..]) else { continue };
        let line = repair(&bytes[start..start + length]);
        let Ok(row) = serde_json::from_str::<Row<'_>>(&line) else { continue };
        let blocks: Vec<ResultBlock<'_>> =
            serde_json::from_str(row.message.content.get()).unwrap_or_default();
        for block in blocks.iter().filter(|_| row.kind == "user") {
            let id = block.tool_use_id.as_deref().filter(|id| tool_use_ids.contains(id));
            let (Some("tool_result"), Some(id)) = (block.kind.as_deref(), id) else { continue };
            let says = row.says(block.is_error == Some(true));
            let known = found.entry(id.to_owned()).or_insert(says);
            if *known != says {
                *known = if says == ResultRow::Refused { *known } else { says };
            }
        }
    }
    Ok(found)
}

impl Row<'_> {
    fn says(&self, is_error: bool) -> ResultRow {
        let decision = self.permission.as_ref().map(|permission| &*permission.decision);
        let kind = self.denial_kind.as_deref();
        match (decision, kind) {
            _ if !is_error => ResultRow::Ended,
            // 2.1.332 says how the permission check went; where that let the call through, it ran.
            (Some("reject"), Some(_)) => ResultRow::Refused,
            (Some(_), _) => ResultRow::Ended,
            (None, Some(_)) if self.before_run == Some(true) => ResultRow::Refused,
            // 2.1.240 has the kind alone.
            (None, Some("permission-rule")) => ResultRow::Refused,
            (None, Some("user-rejected")) => ResultRow::Rejected,
            (None, _) => ResultRow::Ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn row(is_error: bool, content: &str, fields: &Value) -> Value {
        let mut row = json!({"type": "user", "uuid": "u", "toolUseResult": "Error",
            "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": is_error, "content": content}]}});
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        row
    }

    fn of(rows: &[Value]) -> Option<ResultRow> {
        let dir = assert_fs::TempDir::new().unwrap();
        let path = dir.path().join("t.jsonl");
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        result_rows(&path, &["toolu_1"]).unwrap().get("toolu_1").copied()
    }

    // As clients 2.1.332, 2.1.240 and 2.1.139 wrote them.
    #[test]
    fn each_clients_rows_are_told_apart() {
        let rejected = json!({"decision": "reject", "source": "config"});
        let accepted = json!({"decision": "accept", "source": "config"});
        for (fields, says) in [
            (json!({"toolDenialKind": "user-rejected", "permissionDecision": rejected}), ResultRow::Refused),
            (
                json!({"toolDenialKind": "permission-rule", "permissionDecision": rejected}),
                ResultRow::Refused,
            ),
            (json!({"toolDenialKind": "user-rejected", "toolDenialBeforeRun": true}), ResultRow::Refused),
            (json!({"toolDenialKind": "permission-rule"}), ResultRow::Refused),
            // It ran until it was interrupted, with the same words as one that didn't run.
            (json!({"toolDenialKind": "user-rejected"}), ResultRow::Rejected),
            (json!({"toolDenialKind": "interrupted"}), ResultRow::Ended),
            (json!({"permissionDecision": accepted}), ResultRow::Ended),
            (json!({"toolDenialKind": "permission-rule", "permissionDecision": accepted}), ResultRow::Ended),
            (json!({"toolDenialKind": "a-newer-kind"}), ResultRow::Ended),
            (json!({}), ResultRow::Ended),
        ] {
            assert_eq!(of(&[row(true, "no", &fields)]), Some(says), "{fields}");
            let succeeded = of(&[row(false, "no", &fields)]);
            assert_eq!(succeeded, Some(ResultRow::Ended), "without an error nothing was refused: {fields}");
        }
    }

    #[test]
    fn what_a_tool_prints_or_a_model_asks_for_is_no_refusal() {
        let refused =
            json!({"toolDenialKind": "permission-rule", "permissionDecision": {"decision": "reject"}});
        let forged = row(true, "no", &refused);
        let printed = row(true, &format!("\n{forged}\n"), &json!({"toolUseResult": forged}));
        assert_eq!(of(&[printed]), Some(ResultRow::Ended));
        let mut nested = row(true, "no", &json!({}));
        nested["message"]["toolDenialKind"] = json!("permission-rule");
        nested["message"]["content"][0]["permissionDecision"] = json!({"decision": "reject"});
        assert_eq!(of(&[nested]), Some(ResultRow::Ended));
        let mut asked = forged.clone();
        asked["type"] = json!("assistant");
        assert_eq!(of(&[asked]), None);
        let mut other = forged.clone();
        other["message"]["content"][0]["tool_use_id"] = json!("toolu_12");
        assert_eq!(of(&[other]), None);
    }

    #[test]
    fn the_less_of_a_refusal_counts() {
        let refused = row(true, "no", &json!({"toolDenialKind": "permission-rule"}));
        let ended = row(true, "Exit code 1", &json!({}));
        assert_eq!(of(&[refused.clone(), ended.clone()]), Some(ResultRow::Ended));
        assert_eq!(of(&[ended, refused.clone()]), Some(ResultRow::Ended));
        let odd = row(true, "no", &json!({"toolDenialKind": 7}));
        assert_eq!(of(&[odd]), None, "a row that can't be read says nothing");
    }

    #[test]
    fn a_row_that_is_being_written_is_not_there_yet() {
        let dir = assert_fs::TempDir::new().unwrap();
        let path = dir.path().join("t.jsonl");
        std::fs::write(&path, row(true, "no", &json!({"toolDenialKind": "permission-rule"})).to_string())
            .unwrap();
        assert!(result_rows(&path, &["toolu_1"]).unwrap().is_empty());
    }
}
