//! The core as a whole: its table, and what no sequence of events may do.

mod approvals;
mod invariants;
mod limits;
mod operations;
mod samples;
mod state_table;
