//! # `non_string`
//!
//! ## What it does
//! Flags a summary that is no text: absent, a number, a list, an object.
//!
//! ## Why
//! A client that sends something else than it promised isn't understood, and what isn't understood isn't clean.
//!
//! ## Example
//! `{"compact_summary": {"text": "fine"}}`
//!
//! ## Innocent example
//! `{"compact_summary": "Fixed the parser; two tests are left."}`

use super::{Check, Rule};

/// The finding is made by [`crate::lint_non_string`], since there is no text to look at.
pub(crate) const RULE: Rule = Rule {
    id: "non_string",
    family: "shape",
    summary: "a summary that is no text",
    source: include_str!("non_string.rs"),
    phrases: &[],
    check: Check::Reply(|_, _| {}),
};
