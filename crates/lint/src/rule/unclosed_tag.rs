//! # `unclosed_tag`
//!
//! ## What it does
//! Flags a reply in which `<analysis>` or `<summary>` is opened and not closed, or closed and not opened.
//!
//! ## Why
//! The reply was cut off, or something in it played with the tags. In both cases what the client keeps is not what
//! the summariser meant to say.
//!
//! ## Example
//! `<summary>1. Primary request: port the`
//!
//! ## Innocent example
//! `<summary>1. Primary request: port the parser.</summary>`

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::page::{Origin, Sink};

pub(crate) const RULE: Rule = Rule {
    id: "unclosed_tag",
    family: "shape",
    summary: "a reply that is cut off or whose tags don't match",
    source: include_str!("unclosed_tag.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    if let Some(tag) = reply.summary.unclosed {
        let message = format!("the <{tag}> tag has no partner");
        // Older clients put the reply into the transcript with "Analysis:" in the place of the first tags; a lone tag
        // further down then says little.
        let severity = if reply.raw.trim_start().starts_with('<') { Severity::Deny } else { Severity::Note };
        sink.add(RULE.id, severity, &Origin::Plain(0), 0..0, &message);
    }
}
