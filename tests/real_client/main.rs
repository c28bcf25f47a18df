//! The gate in the real client: each test plays a scripted session and looks at which tools ran.
//!
//! Marker files tell what ran: a call of the model that leaves `AFTER` in the project has run if the file is there.
//! What is in a test's script and in no marker list is only there to get the client where the test needs it.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod approvals;
mod boundary;
mod changed_settings;
mod checks;
mod clear;
mod compaction;
mod contract;
mod failed_compaction;
mod fork;
mod killed;
mod late_registration;
mod lost_hooks;
mod moved_directory;
mod operations;
mod parallel_calls;
mod registered_events;
mod resume;
mod subagent;
mod subagent_in_background;
mod summaries;
#[path = "../command/terminal.rs"]
mod terminal;

use std::path::Path;

use real_client_lab::{Lab, Outcome, ToolCall, Turn};

/// Claimed by a reply of the model to make the client compact by itself.
const FULL: u64 = 195_000;

/// A project with the gate at its four events and the file of [`look`].
fn lab() -> Lab {
    Lab::new(env!("CARGO_BIN_EXE_compact-gate"), env!("CARGO_TARGET_TMPDIR"))
        .file("notes.txt", "plain notes\n")
}

/// Reading a file, which has to work at every verdict.
fn look(id: &str) -> ToolCall {
    look_from("", id)
}

/// The same where the project is at another place.
fn look_from(project: &str, id: &str) -> ToolCall {
    ToolCall::read(id, &Path::new(project).join("notes.txt"))
}

/// A marker and a look at a file in one reply: after a summary that was flagged the first is denied and the second
/// isn't.
fn mark_and_look(marker: &str) -> Turn {
    Turn::calls([ToolCall::mark(marker), look(&format!("look_{}", marker.to_lowercase()))])
}

/// The markers ran, and so did the look that came with each.
#[track_caller]
fn assert_open<const N: usize>(outcome: &Outcome, markers: [&str; N]) {
    outcome.assert_ran(markers);
    assert_looked(outcome, markers);
}

/// The markers were denied for a flagged summary and the model was told so; the look that came with each ran.
#[track_caller]
fn assert_closed<const N: usize>(outcome: &Outcome, markers: [&str; N]) {
    outcome.assert_held_back(markers);
    assert_looked(outcome, markers);
    for marker in markers {
        assert_told(outcome, &marker.to_lowercase());
    }
}

#[track_caller]
fn assert_looked<const N: usize>(outcome: &Outcome, markers: [&str; N]) {
    for marker in markers {
        outcome.assert_result(&format!("look_{}", marker.to_lowercase()), "plain notes");
    }
}

/// The denial says why, what still works and who can help, and repeats nothing of the summary.
#[track_caller]
fn assert_told(outcome: &Outcome, id: &str) {
    let text = outcome.denial(id);
    for word in ["verdict_flagged", "operator", "Read, Glob, Grep"] {
        assert!(text.contains(word), "the denial doesn't say {word:?}: {text}\n{outcome}");
    }
    // The client shows the registered command in front of it, so the program's name alone proves nothing.
    for word in ["POISON", "compact-gate release"] {
        assert!(!text.contains(word), "the denial says {word:?}: {text}\n{outcome}");
    }
}
