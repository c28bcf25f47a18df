//! # `oversized_summary`
//!
//! ## What it does
//! Flags a summary of more than 256 KiB.
//!
//! ## Why
//! A compaction makes a context smaller; real summaries have 5 to 40 KB. One this large is a runaway, or padding that
//! hides something from a reader.
//!
//! ## Example
//! A summary with a whole log file in it.
//!
//! ## Innocent example
//! A summary of 30 KB with long code excerpts.

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::page::{Origin, Sink};

/// In bytes. Eight times the longest real summary we have seen.
const LIMIT: usize = 256 * 1024;

pub(crate) const RULE: Rule = Rule {
    id: "oversized_summary",
    family: "shape",
    summary: "a summary larger than any honest one",
    source: include_str!("oversized_summary.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    let length = reply.summary.body.len();
    if length > LIMIT {
        let message = format!("the summary has {length} bytes, more than {LIMIT}");
        sink.add(RULE.id, Severity::Deny, &Origin::Plain(reply.summary.offset), 0..0, &message);
    }
}
