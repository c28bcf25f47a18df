//! What a transcript tells of where it comes from.

use super::row::{Row, text_of};
use super::scan::{contains, open_plain};
use crate::repair;
use serde::Deserialize;
use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;

#[derive(Deserialize)]
struct Attachment<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(rename = "hookName", borrow)]
    hook_name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    content: Option<Cow<'a, str>>,
    #[serde(borrow)]
    stdout: Option<Cow<'a, str>>,
}

/// What this gate has said in a transcript: its SessionStart texts, which begin with `greeting`, and the tool results
/// of its denials, which contain `denial`. At most `limit` of them.
pub fn gate_texts(path: &Path, greeting: &str, denial: &str, limit: usize) -> io::Result<Vec<String>> {
    let mut texts = Vec::new();
    for_each_line(path, |line| {
        if contains(line, greeting) || contains(line, denial) {
            texts.extend(Row::parse(&repair(line)).and_then(|row| spoken(&row, greeting, denial)));
        }
        texts.len() < limit
    })?;
    Ok(texts)
}

fn spoken(row: &Row<'_>, greeting: &str, denial: &str) -> Option<String> {
    match row.kind.as_deref() {
        Some("attachment") => {
            let attachment: Attachment<'_> = serde_json::from_str(row.attachment?.get()).ok()?;
            let ours = attachment.kind.as_deref() == Some("hook_success")
                && attachment.hook_name.is_some_and(|name| name.starts_with("SessionStart"));
            let texts = [attachment.content, attachment.stdout].into_iter().flatten();
            let greeted =
                texts.map(|text| text.trim_start().to_owned()).find(|text| text.starts_with(greeting));
            greeted.filter(|_| ours)
        }
        Some("user") => row.blocks().iter().find_map(|block| {
            let text = text_of(block.content?.get())?;
            let ours = block.kind.as_deref() == Some("tool_result")
                && block.is_error == Some(true)
                && text.starts_with("PreToolUse:")
                && text.contains(denial);
            ours.then_some(text)
        }),
        _ => None,
    }
}

/// The uuids of a transcript's first rows, at most `limit`: a fork keeps those of the rows it copies, which come
/// first.
pub fn row_uuids(path: &Path, limit: usize) -> io::Result<Vec<String>> {
    let mut uuids = Vec::new();
    for_each_line(path, |line| {
        if contains(line, "\"uuid\":")
            && let Some(uuid) = Row::parse(&repair(line)).and_then(|row| row.uuid.map(Cow::into_owned))
        {
            uuids.push(uuid);
        }
        uuids.len() < limit
    })?;
    Ok(uuids)
}

/// Whether a transcript has a row with one of these uuids.
pub fn shares_row(path: &Path, uuids: &[String]) -> io::Result<bool> {
    let mut shared = false;
    for_each_line(path, |line| {
        let candidates: Vec<&String> = uuids.iter().filter(|uuid| contains(line, uuid)).collect();
        if !candidates.is_empty()
            && let Some(row) = Row::parse(&repair(line))
        {
            shared = row.uuid.is_some_and(|uuid| candidates.iter().any(|known| **known == uuid));
        }
        !shared
    })?;
    Ok(shared)
}

/// Calls `each` for every complete line until it says that it has seen enough.
fn for_each_line(path: &Path, mut each: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
    let mut bytes = Vec::new();
    open_plain(path)?.read_to_end(&mut bytes)?;
    let mut rest = bytes.as_slice();
    while let Some(newline) = memchr::memchr(b'\n', rest) {
        if !each(&rest[..newline]) {
            return Ok(());
        }
        rest = &rest[newline + 1..];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, check: impl FnOnce(&Path)) {
        let dir = assert_fs::TempDir::new().unwrap();
        let path = dir.path().join("t.jsonl");
        std::fs::write(&path, text).unwrap();
        check(&path);
    }

    #[test]
    fn our_own_words_count_only_where_the_client_puts_them() {
        let greeting = r#"{"type":"attachment","attachment":{"type":"hook_success","hookName":"SessionStart:startup","content":"gate: hello"}}"#;
        let denial = r#"{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":"PreToolUse:Bash hook error: [x]: gate denied"}]}}"#;
        let quoted = r#"{"type":"user","message":{"content":[{"type":"tool_result","is_error":false,"content":"gate: hello gate denied"}]}}"#;
        for (row, known) in [(greeting, true), (denial, true), (quoted, false)] {
            with(&format!("{{}}\n{row}\n"), |path| {
                let texts = gate_texts(path, "gate: hello", "gate denied", 9).unwrap();
                assert_eq!(!texts.is_empty(), known, "{row}");
            });
        }
    }

    #[test]
    fn rows_are_shared_by_their_own_uuid_only() {
        with(
            "{\"uuid\":\"u-1\",\"parentUuid\":\"u-0\"}\n{\"type\":\"mode\"}\n{\"uuid\":\"u-2\"}\n",
            |path| {
                assert_eq!(row_uuids(path, 9).unwrap(), ["u-1", "u-2"]);
                assert_eq!(row_uuids(path, 1).unwrap(), ["u-1"]);
                assert!(shares_row(path, &["x".into(), "u-2".into()]).unwrap());
                assert!(!shares_row(path, &["u-0".into()]).unwrap());
            },
        );
    }
}
