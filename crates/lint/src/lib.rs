//! Reads a compaction summary as untrusted text.
//!
//! A summary is written by a model that has read tool output, web pages and other people's files. What it says about
//! the work is welcome; what it says to its reader is not. The rules here look for the second: orders, claimed
//! authority, hidden text. [`lint`] is pure, never panics and takes time linear in the text.
//!
//! The way of a text: [`summary_body`] finds the part that reaches the model, `tokens` turns it into folded words with
//! byte offsets, `phrase` finds the wordings that the rules declare, and each rule under `rule` decides what a wording
//! means where it stands. Text found hidden or encoded goes the same way once more.

#![forbid(unsafe_code)]

pub mod batch;
mod claims;
mod decoded;
mod finding;
mod fold;
mod invisible;
mod lexicon;
mod omission;
mod page;
mod phrase;
mod registry;
mod rule;
mod runs;
mod state;
mod summary;
mod tokens;

pub use finding::{Finding, Report, Severity};
pub use omission::{Item, ItemKind, Omissions};
pub use registry::{Review, RuleInfo, lint, lint_non_string, lint_with_state, make_ready, review, rules};
pub use state::{Approval, Authority, Contract, ControlState, Decision, Denial, Git, Operation};
pub use summary::{Summary, digest_body, summary_body};
