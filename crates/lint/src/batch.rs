//! Many texts at once: JSON lines in, JSON lines out.

use crate::finding::Report;
use crate::registry::{lint, lint_non_string, lint_with_state};
use crate::state::ControlState;
use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// What a batch came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BatchOutcome {
    /// Rows read.
    pub rows: usize,
    /// Rows that were flagged.
    pub flagged: usize,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    text: Value,
    #[serde(default)]
    state: Option<ControlState>,
}

/// Reads rows `{"id", "text", "state"?}` and writes, in the same order,
/// `{"id", "verdict": "pass"|"flagged", "findings": [{"rule", "severity", "range": [from, to], "message"}]}`, with
/// ranges in bytes of `text`.
///
/// A text that is no string is flagged. A row that is no JSON object is an error of kind
/// [`io::ErrorKind::InvalidData`] that names its line; the rows before it have been answered by then.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<BatchOutcome> {
    let mut outcome = BatchOutcome::default();
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            output.flush()?;
            return Ok(outcome);
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let row: Row = serde_json::from_slice(&line)
            .map_err(|e| io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {e}")))?;
        let report = match (&row.text, &row.state) {
            (Value::String(text), Some(state)) => lint_with_state(text, state),
            (Value::String(text), None) => lint(text),
            _ => lint_non_string(),
        };
        outcome.rows += 1;
        outcome.flagged += usize::from(report.flagged());
        write_row(&mut output, &row.id, &report)?;
    }
}

fn write_row(output: &mut impl Write, id: &Value, report: &Report) -> io::Result<()> {
    let findings: Vec<Value> = report.findings.iter().map(|f| {
        serde_json::json!({"rule": f.rule, "severity": f.severity.as_str(), "range": [f.range.start, f.range.end], "message": f.message})
    }).collect();
    let verdict = if report.flagged() { "flagged" } else { "pass" };
    serde_json::to_writer(
        &mut *output,
        &serde_json::json!({"id": id, "verdict": verdict, "findings": findings}),
    )?;
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(input: &str) -> (io::Result<BatchOutcome>, String) {
        let mut out = Vec::new();
        let outcome = run(input.as_bytes(), &mut out);
        (outcome, String::from_utf8(out).expect("UTF-8"))
    }

    #[test]
    fn rows_are_answered_in_order() {
        let (outcome, out) =
            batch("{\"id\":1,\"text\":\"1. Fixed the tests.\"}\n\n{\"id\":\"b\",\"text\":7}\n");
        assert_eq!(outcome.expect("no error"), BatchOutcome { rows: 2, flagged: 1 });
        let rows: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
        assert_eq!(rows[0]["verdict"], "pass");
        assert_eq!(rows[1]["id"], "b");
        assert_eq!(rows[1]["findings"][0]["rule"], "non_string");
    }

    #[test]
    fn a_broken_row_names_its_line() {
        let (outcome, out) = batch("{\"id\":1,\"text\":\"x\"}\n{\"id\"\n");
        assert!(outcome.expect_err("an error").to_string().starts_with("line 2:"));
        assert_eq!(out.lines().count(), 1);
    }
}
