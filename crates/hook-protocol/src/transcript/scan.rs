use super::row::Row;
use super::summary_text::summary_of_row;
use crate::repair;
use memchr::memmem::{Finder, find};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

/// How far a transcript has been looked through: a hint that spares reading it all again. It counts only for the same
/// file, and only if that is at least as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Device of the file.
    pub device: u64,
    /// Inode of the file.
    pub inode: u64,
    /// Byte offset of the first line not looked at.
    pub offset: u64,
}

/// A compaction in a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBoundary {
    /// Uuid of its `compact_boundary` row; of its summary row where there is no such row.
    pub uuid: String,
    /// The summary between the client's opening and closing; `None` while its row isn't there.
    pub summary: Option<String>,
}

/// Looks through a transcript as it grows.
#[derive(Debug)]
pub struct Scanner {
    file: File,
    position: Position,
    tool_use_id: Option<String>,
    boundaries: Vec<FoundBoundary>,
    own_row: bool,
    unreadable: bool,
}

/// Rows are read in pieces of this many bytes.
const CHUNK: usize = 1 << 20;
/// A longer row is skipped: none of the rows that are looked for is that long.
const MAX_ROW: usize = 64 << 20;
/// How a row of a compaction is marked, at its top level or in an object of its own: text would have its quotes escaped.
const MARKS: [&str; 2] = ["\"isCompactSummary\":", "\"compact_boundary\""];

impl Scanner {
    /// Opens a transcript. `from` is where an earlier scan got to; `tool_use_id` is the call whose row is waited for.
    pub fn open(path: &Path, from: Option<Position>, tool_use_id: Option<&str>) -> io::Result<Scanner> {
        let file = open_plain(path)?;
        let meta = file.metadata()?;
        let same = |hint: &Position| {
            hint.device == meta.dev()
                && hint.inode == meta.ino()
                && starts_line(&file, hint.offset, meta.len())
        };
        let offset = from.filter(same).map_or(0, |hint| hint.offset);
        Ok(Scanner {
            position: Position { device: meta.dev(), inode: meta.ino(), offset },
            file,
            tool_use_id: tool_use_id.map(str::to_owned),
            boundaries: Vec::new(),
            own_row: false,
            unreadable: false,
        })
    }

    /// Reads the complete rows that have been added since the last call.
    pub fn advance(&mut self) -> io::Result<()> {
        let mut buffer: Vec<u8> = Vec::new();
        loop {
            let filled = buffer.len();
            let left = self.file.metadata()?.len().saturating_sub(self.position.offset + filled as u64);
            if left == 0 {
                return Ok(());
            }
            buffer.resize(filled + CHUNK.min(usize::try_from(left).unwrap_or(CHUNK)), 0);
            let read = read_at(&self.file, &mut buffer[filled..], self.position.offset + filled as u64)?;
            buffer.truncate(filled + read);
            if read == 0 {
                return Ok(());
            }
            if let Some(newline) = memchr::memrchr(b'\n', &buffer) {
                self.look_at(&buffer[..=newline]);
                buffer.drain(..=newline);
                self.position.offset += newline as u64 + 1;
            } else if buffer.len() > MAX_ROW {
                self.position.offset += buffer.len() as u64;
                buffer.clear();
            }
        }
    }

    /// Whether this call's own tool-use row has been seen, and with it every row before it.
    #[must_use]
    pub fn own_row(&self) -> bool {
        self.own_row && !self.unreadable
    }

    /// The compactions seen so far, in the order of the file.
    #[must_use]
    pub fn boundaries(&self) -> &[FoundBoundary] {
        &self.boundaries
    }

    /// How far the file has been looked through.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    fn look_at(&mut self, rows: &[u8]) {
        // The interesting rows are rare, so the bytes are searched first and only lines with a hit are parsed.
        let mut needles: Vec<&[u8]> = vec![b"compact_boundary", b"isCompactSummary"];
        let own = self.tool_use_id.clone().filter(|_| !self.own_row);
        if let Some(id) = &own {
            needles.push(id.as_bytes());
        }
        for start in starts_of_lines_with(&needles, rows) {
            let end = memchr::memchr(b'\n', &rows[start..]).map_or(rows.len(), |newline| start + newline);
            let line = repair(&rows[start..end]);
            let Some(row) = Row::parse(&line) else {
                // A row that says of itself that it belongs to a compaction and can't be read proves nothing.
                self.unreadable |= MARKS.iter().any(|mark| line.contains(mark));
                continue;
            };
            self.take(&row, own.as_deref());
        }
    }

    fn take(&mut self, row: &Row<'_>, own: Option<&str>) {
        let kind = row.kind.as_deref().unwrap_or_default();
        if kind == "system" && row.subtype.as_deref() == Some("compact_boundary") {
            let uuid = row.uuid.as_deref().unwrap_or_default().to_owned();
            self.boundaries.push(FoundBoundary { uuid, summary: None });
        } else if row.is_compact_summary && kind == "user" {
            let text = row.text().unwrap_or_default();
            let summary = Some(summary_of_row(&text));
            match self.boundaries.last_mut() {
                Some(open) if open.summary.is_none() => open.summary = summary,
                _ => {
                    let uuid = format!("summary:{}", row.uuid.as_deref().unwrap_or("without-uuid"));
                    self.boundaries.push(FoundBoundary { uuid, summary });
                }
            }
        } else if kind == "assistant" && own.is_some() {
            let is_own = |block: super::row::Block<'_>| {
                block.kind.as_deref() == Some("tool_use") && block.id.as_deref() == own
            };
            self.own_row |= row.blocks().into_iter().any(is_own);
        }
    }
}

/// Where the lines begin that hold one of these.
pub(super) fn starts_of_lines_with(needles: &[&[u8]], rows: &[u8]) -> BTreeSet<usize> {
    let hits = needles.iter().flat_map(|needle| Finder::new(*needle).find_iter(rows).collect::<Vec<_>>());
    hits.map(|hit| memchr::memrchr(b'\n', &rows[..hit]).map_or(0, |newline| newline + 1)).collect()
}

/// Opens a regular file without waiting, should there be a pipe in its place.
pub(super) fn open_plain(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let file: File = open(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?.into();
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Whether a line starts at this offset of the file.
fn starts_line(file: &File, offset: u64, length: u64) -> bool {
    let mut before = [0];
    match offset.checked_sub(1) {
        None => true,
        Some(at) => offset <= length && file.read_exact_at(&mut before, at).is_ok() && before == *b"\n",
    }
}

fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    loop {
        match file.read_at(buffer, offset) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}

/// Whether a piece of text occurs in bytes.
pub(super) fn contains(bytes: &[u8], text: &str) -> bool {
    find(bytes, text.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const BOUNDARY: &str =
        r#"{"type":"system","subtype":"compact_boundary","uuid":"b-1","isSidechain":false}"#;
    const SUMMARY: &str = r#"{"type":"user","isCompactSummary":true,"uuid":"s-1","message":{"role":"user","content":"1. Work"}}"#;
    const CALL: &str = r#"{"type":"assistant","uuid":"a-1","message":{"content":[{"type":"text","text":"t"},{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}}]}}"#;

    fn scan(text: &[u8]) -> Scanner {
        let dir = assert_fs::TempDir::new().unwrap();
        let path = dir.path().join("t.jsonl");
        std::fs::write(&path, text).unwrap();
        let mut scanner = Scanner::open(&path, None, Some("toolu_1")).unwrap();
        scanner.advance().unwrap();
        scanner
    }

    #[test]
    fn boundary_summary_and_own_row_are_found() {
        let scanner = scan(format!("{BOUNDARY}\n{{\"x\":1}}\n{SUMMARY}\n{CALL}\n").as_bytes());
        assert!(scanner.own_row());
        assert_eq!(
            scanner.boundaries(),
            [FoundBoundary { uuid: "b-1".into(), summary: Some("1. Work".into()) }]
        );
    }

    #[test]
    fn what_other_rows_quote_is_not_found() {
        let quote = serde_json::json!({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1",
            "content": format!("{BOUNDARY}\n{SUMMARY}\n{CALL}")}]}, "toolUseResult":{"type":"system","subtype":"compact_boundary"}});
        let input = serde_json::json!({"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_2",
            "input":{"type":"tool_use","id":"toolu_1","isCompactSummary":true}}]}});
        let scanner = scan(format!("{quote}\n{input}\n").as_bytes());
        assert!(!scanner.own_row() && scanner.boundaries().is_empty());
    }

    #[test]
    fn a_row_of_a_compaction_that_cannot_be_read_proves_nothing() {
        let odd = SUMMARY.replace("true", "\"yes\"");
        assert!(!scan(format!("{odd}\n{CALL}\n").as_bytes()).own_row());
        assert!(scan(format!("{{\"broken\n{CALL}\n").as_bytes()).own_row());
    }

    #[test]
    fn bad_rows_and_a_cut_last_row_are_passed_over() {
        let mut text = b"\0\0\0\n\xff\xfe{\"type\"\n".to_vec();
        text.extend_from_slice(format!("{BOUNDARY}\r\n{SUMMARY}\n{}", &CALL[..60]).as_bytes());
        let scanner = scan(&text);
        assert!(!scanner.own_row());
        assert_eq!(scanner.boundaries().len(), 1);
    }

    #[test]
    fn a_summary_row_alone_counts_as_a_boundary() {
        let scanner = scan(format!("{SUMMARY}\n").as_bytes());
        assert_eq!(scanner.boundaries()[0].uuid, "summary:s-1");
    }

    #[test]
    fn a_scan_goes_on_where_it_was_unless_the_file_is_another() {
        let dir = assert_fs::TempDir::new().unwrap();
        let path = dir.path().join("t.jsonl");
        std::fs::write(&path, format!("{BOUNDARY}\n{SUMMARY}\n")).unwrap();
        let mut first = Scanner::open(&path, None, None).unwrap();
        first.advance().unwrap();
        let position = first.position();
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(CALL.as_bytes()).unwrap();
        let mut second = Scanner::open(&path, Some(position), Some("toolu_1")).unwrap();
        second.advance().unwrap();
        assert!(second.boundaries().is_empty() && !second.own_row(), "the row isn't complete");
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"\n").unwrap();
        second.advance().unwrap();
        assert!(second.own_row());
        for wrong in [
            Position { offset: position.offset - 1, ..position },
            Position { offset: 1 << 30, ..position },
            Position { inode: 1, ..position },
        ] {
            let mut again = Scanner::open(&path, Some(wrong), None).unwrap();
            again.advance().unwrap();
            assert_eq!(again.boundaries().len(), 1, "{wrong:?}");
        }
    }
}
