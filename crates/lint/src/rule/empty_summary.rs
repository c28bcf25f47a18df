//! # `empty_summary`
//!
//! ## What it does
//! Flags a reply whose summary has no words.
//!
//! ## Why
//! The context that was to be summarised is gone. Whatever follows starts from nothing, and the client's own words
//! around the empty place ("continue without asking") are all that the model reads.
//!
//! ## Example
//! `<analysis>Everything is fine.</analysis><summary></summary>`
//!
//! ## Innocent example
//! `<summary>Nothing is pending.</summary>`

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::page::{Origin, Sink};

pub(crate) const RULE: Rule = Rule {
    id: "empty_summary",
    family: "shape",
    summary: "a summary without words",
    source: include_str!("empty_summary.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    if !reply.summary.body.chars().any(char::is_alphanumeric) {
        let at = Origin::Plain(reply.summary.offset);
        sink.add(RULE.id, Severity::Deny, &at, 0..reply.summary.body.len(), "the summary has no words");
    }
}
