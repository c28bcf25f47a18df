//! Several calls in one reply, for which the client asks the gate at the same time.

use anyhow::Result;
use real_client_lab::{Mode, Outcome, ToolCall, Turn};

use crate::summaries::POISONED;
use crate::{FULL, assert_told, lab, look};

fn many(before: &[Turn]) -> Result<Outcome> {
    let calls = [
        look("look_1"),
        ToolCall::bash("cat", "cat notes.txt"),
        ToolCall::bash("list", "ls"),
        look("look_2"),
        ToolCall::mark("PARALLEL"),
    ];
    let turns = before.iter().cloned().chain([Turn::calls(calls), Turn::say("done")]);
    lab().mode(Mode::Auto).turns(turns).summary(POISONED).prompts(["start"]).run()
}

#[test]
fn parallel_flagged() -> Result<()> {
    let outcome = many(&[Turn::mark("WARMUP"), Turn::mark("BEFORE").input_tokens(FULL)])?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    outcome.assert_result("look_1", "plain notes");
    outcome.assert_result("look_2", "plain notes");
    outcome.assert_held_back(["PARALLEL"]);
    // No shell command counts as read-only.
    for id in ["cat", "list", "parallel"] {
        assert_told(&outcome, id);
    }
    Ok(())
}

/// The compaction was abandoned for want of history, and each of the calls may be the first to find that out.
#[test]
fn parallel_pending() -> Result<()> {
    let outcome = many(&[Turn::mark("BEFORE").input_tokens(FULL)])?;
    assert!(outcome.hook_order().iter().any(|label| label == "PreCompact:auto"), "{outcome}");
    outcome.assert_ran(["BEFORE", "PARALLEL"]);
    for id in ["look_1", "look_2", "cat"] {
        outcome.assert_result(id, "plain notes");
    }
    outcome.assert_result("list", "notes.txt");
    Ok(())
}
