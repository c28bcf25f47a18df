//! The git facts of a directory, hostile repositories included.
//!
//! [`observe()`] reads everything, most important first, until its deadline; [`head()`] reads only what a
//! checkpoint binds to, [`head_and_patch`] also which changes aren't committed; [`is_descendant`] says whether HEAD
//! merely moved forward. [`render()`] turns facts into
//! text for a model's context, within a budget of characters.
//!
//! Invariants:
//! - Nothing that the repository names is executed: no fsmonitor, filter, hook, pager, external diff, helper or
//!   transport (`hardening.rs` has the list, `tests/integration/payloads.rs` the proof).
//! - No environment variable of ours reaches git, and git is never looked up through `PATH`.
//! - No lock is taken, and no process outlives the call that started it.
//! - Nothing here fails or panics: what isn't known carries an [`Unknown`] that says why.
//! - Names are data. They are kept as they are in the facts, and leave only through [`quote()`].

mod ancestry;
mod changes;
mod child;
mod deadline;
mod facts;
mod filters;
mod git;
mod hardening;
mod head;
mod location;
mod names;
mod observe;
mod operation;
mod options;
mod patch;
mod quote;
mod render;
mod stash;
mod state_file;
mod subject;
mod superproject;
mod text;
mod tracked;
mod unknown;
mod untracked;
mod untracked_content;

pub use ancestry::is_descendant;
pub use changes::render_changes;
pub use facts::Facts;
pub use head::{Head, HeadFacts, head};
pub use names::Names;
pub use observe::{changes, observe};
pub use operation::{Operation, Step};
pub use options::Options;
pub use patch::head_and_patch;
pub use quote::quote;
pub use render::render;
pub use tracked::{Tracked, Upstream};
pub use unknown::Unknown;
