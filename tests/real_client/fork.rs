//! A fork has a new session id and the old context, so it has the old verdict.

use anyhow::Result;
use real_client_lab::{Launch, Outcome, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{assert_closed, assert_open, lab, mark_and_look};

/// `FORKED` and `FORKED2` are in the fork, the first as the first that the gate can judge it by.
fn forked(prompts: &[&str], summary: &str) -> Result<Outcome> {
    let play = lab()
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            mark_and_look("FORKED"),
            mark_and_look("FORKED2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .start()?;
    let mut parent = play.open(&Launch::fresh())?;
    for prompt in prompts {
        parent.prompt(prompt)?;
    }
    let id = parent.id()?;
    parent.close()?;
    let mut fork = play.open(&Launch::resume(&id).forked())?;
    fork.prompt("go on")?;
    assert_ne!(fork.id()?, id);
    fork.close()?;
    let outcome = play.outcome()?;
    assert!(outcome.hook_order().iter().any(|label| label == "SessionStart:fork"), "{outcome}");
    outcome.assert_ran(["BEFORE"]);
    Ok(outcome)
}

#[test]
fn fork_plain() -> Result<()> {
    assert_open(&forked(&["start"], CLEAN)?, ["FORKED", "FORKED2"]);
    Ok(())
}

#[test]
fn fork_pass() -> Result<()> {
    assert_open(&forked(&["start", "/compact"], CLEAN)?, ["FORKED", "FORKED2"]);
    Ok(())
}

#[test]
fn fork_flagged() -> Result<()> {
    assert_closed(&forked(&["start", "/compact"], POISONED)?, ["FORKED", "FORKED2"]);
    Ok(())
}
