//! The commands for people and scripts.
#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that can't go on has failed, and its builders read better so"
)]

mod approvals;
mod checks;
mod contract;
mod decisions;
mod demo;
mod dry_run;
mod eval;
mod gate;
mod lint;
mod no_more_authority;
mod operations;
mod packet;
mod policy;
mod project;
mod propose;
mod rebaseline;
mod release;
mod restore;
mod restore_gate_report;
mod signature;
mod status;
mod terminal;
mod verify;
