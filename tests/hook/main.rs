//! The hook as the client runs it: one process per event, its answer, and what it leaves on disk.
//!
//! A test makes a [`gate::Gate`], takes a [`session::Session`] of it, writes to that session's transcript what the
//! client would have written, sends events and looks at the answers. Payloads come from `fixtures/payloads`.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod answer;
mod external_calls;
mod gate;
mod ledger_file;
mod payload;
mod running;
mod session;
mod summary;
mod transcript;

mod approvals;
mod bypass;
mod captured_events;
mod checks;
mod clear;
mod concurrency;
mod denial_text;
mod disk;
mod foreign_files;
mod fork;
mod git_truth;
mod hostile_repository;
mod identity;
mod input;
mod late_start;
mod lifecycle;
mod lock;
mod lost_hooks;
mod nesting;
mod operation_boundaries;
mod operation_crashes;
mod operations;
mod permission_denied;
mod privacy;
mod probes;
mod removal;
mod restore_gate;
mod resume;
mod session_start;
mod settings_change;
mod settling;
mod signals;
mod size;
mod smuggling;
mod sticky;
mod streams;
mod subagents;
mod summary_claims;
mod summary_shapes;
mod tampering;
mod tools;
mod twins;
