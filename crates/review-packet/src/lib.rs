//! The review packet: what became of a session's contexts, who decided what, and what nobody could check.
//!
//! [`build()`] makes one from the records of the ledger, [`Packet::check`] finds what in one doesn't fit itself,
//! [`differences`] what doesn't fit the ledger. [`render_html`] and [`render_markdown`] are for people. No IO; no
//! summary, command, URL or credential gets in, since none is in the records, and no text that the operator typed.

mod build;
mod check;
mod packet;
mod render;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;
mod visible;

pub use build::{Event, Ledger, build, review};
pub use check::differences;
pub use packet::{
    AuthorityAtEnd, Bypass, Chain, ChainStatus, CheckpointAtEnd, ContextAtEnd, ContractAtEnd, Denial, Epoch,
    Gap, LiftedDenial, Moment, Operation, OperatorAct, Packet, PolicyAtEnd, SCHEMA, SessionReview, Subject,
    Tone,
};
pub use render::{render_html, render_markdown};
