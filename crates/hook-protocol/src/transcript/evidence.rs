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

/// Whether a transcript shows that this gate has spoken in it: a SessionStart text that begins with `greeting`, or a
/// denial that contains `denial`.
pub fn knows_gate(path: &Path, greeting: &str, denial: &str) -> io::Result<bool> {
    let mut known = false;
    for_each_line(path, |line| {
        let candidate = contains(line, greeting) || contains(line, denial);
        if !known && candidate {
            known = Row::parse(&repair(line)).is_some_and(|row| speaks(&row, greeting, denial));
        }
        !known
    })?;
    Ok(known)
}

fn speaks(row: &Row<'_>, greeting: &str, denial: &str) -> bool {
    match row.kind.as_deref() {
        Some("attachment") => {
            let attachment =
                row.attachment.and_then(|raw| serde_json::from_str::<Attachment<'_>>(raw.get()).ok());
            attachment.is_some_and(|a| {
                a.kind.as_deref() == Some("hook_success")
                    && a.hook_name.is_some_and(|name| name.starts_with("SessionStart"))
                    && [a.content, a.stdout]
                        .into_iter()
                        .flatten()
                        .any(|text| text.trim_start().starts_with(greeting))
            })
        }
        Some("user") => row.blocks().iter().any(|block| {
            let text = block.content.and_then(|content| text_of(content.get())).unwrap_or_default();
            block.kind.as_deref() == Some("tool_result")
                && block.is_error == Some(true)
                && text.starts_with("PreToolUse:")
                && text.contains(denial)
        }),
        _ => false,
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
                assert_eq!(knows_gate(path, "gate: hello", "gate denied").unwrap(), known, "{row}");
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
