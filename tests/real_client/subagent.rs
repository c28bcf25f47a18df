//! Subagents: they share the session's id, but each compacts for itself.

use anyhow::Result;
use real_client_lab::{Mode, Outcome, ToolCall, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{FULL, assert_closed, assert_open, lab, mark_and_look};

/// The subagent compacts after `SUB1`.
fn compacting(summary: &str) -> Result<Outcome> {
    lab()
        .mode(Mode::Auto)
        .turns([Turn::calls([ToolCall::subagent("agent", false)]), mark_and_look("MAIN"), Turn::say("done")])
        .subagent_turns([
            Turn::mark("SUB0"),
            Turn::mark("SUB1").input_tokens(FULL),
            mark_and_look("SUB2"),
            Turn::say("end"),
        ])
        .summary(summary)
        .prompts(["start"])
        .run()
}

#[test]
fn sub_clean() -> Result<()> {
    let outcome = compacting(CLEAN)?;
    assert_compacted_inside(&outcome);
    outcome.assert_ran(["SUB0", "SUB1"]);
    assert_open(&outcome, ["SUB2", "MAIN"]);
    Ok(())
}

/// The subagent is closed; the main conversation, which never saw that summary, goes on.
#[test]
fn sub_bad() -> Result<()> {
    let outcome = compacting(POISONED)?;
    assert_compacted_inside(&outcome);
    outcome.assert_ran(["SUB0", "SUB1"]);
    assert_closed(&outcome, ["SUB2"]);
    assert_open(&outcome, ["MAIN"]);
    Ok(())
}

#[track_caller]
fn assert_compacted_inside(outcome: &Outcome) {
    let order = outcome.hook_order();
    assert!(order.iter().any(|label| label == "PostCompact:auto@agent"), "{outcome}");
    assert!(!order.iter().any(|label| label == "PostCompact:auto"), "{outcome}");
}

/// A flagged conversation can't have its work done by somebody else.
#[test]
fn deny_agent() -> Result<()> {
    let outcome = lab()
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            Turn::calls([ToolCall::subagent("agent", false)]),
            Turn::calls([ToolCall::subagent("agent_bg", true)]),
            Turn::say("done"),
        ])
        .subagent_turns([Turn::mark("SUB0"), Turn::say("end")])
        .summary(POISONED)
        .prompts(["start", "/compact", "go on"])
        .run()?;
    outcome.assert_ran(["BEFORE"]);
    outcome.assert_absent("SUB0");
    crate::assert_told(&outcome, "agent");
    crate::assert_told(&outcome, "agent_bg");
    Ok(())
}
