//! The hook as the client runs it: one process per event, its answer, and what it leaves on disk.
//!
//! A test makes a [`gate::Gate`], takes a [`session::Session`] of it, writes to that session's transcript what the
//! client would have written, sends events and looks at the answers. Payloads come from `fixtures/payloads`.

mod answer;
mod gate;
mod ledger_file;
mod payload;
mod running;
mod session;
mod summary;
mod transcript;

mod clear;
mod fork;
mod late_start;
mod lifecycle;
mod lost_hooks;
mod resume;
mod settling;
mod sticky;
mod subagents;
