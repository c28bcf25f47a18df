//! A later client goes on with the session: its verdict goes on with it.

use anyhow::Result;
use real_client_lab::{Launch, Outcome, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{assert_closed, assert_open, lab, mark_and_look};

/// `AFTER` is in the second client.
fn resumed(summary: &str, launch: impl FnOnce(&str) -> Launch) -> Result<Outcome> {
    let play = lab()
        .turns([Turn::mark("BEFORE"), Turn::say("done"), mark_and_look("AFTER"), Turn::say("done")])
        .summary(summary)
        .start()?;
    let mut first = play.open(&Launch::fresh())?;
    first.prompt("start")?;
    first.prompt("/compact")?;
    let id = first.id()?;
    first.close()?;
    let mut second = play.open(&launch(&id))?;
    second.prompt("go on")?;
    second.close()?;
    let outcome = play.outcome()?;
    assert!(outcome.hook_order().iter().any(|label| label == "SessionStart:resume"), "{outcome}");
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    Ok(outcome)
}

#[test]
fn resume_pass() -> Result<()> {
    assert_open(&resumed(CLEAN, Launch::resume)?, ["AFTER"]);
    Ok(())
}

#[test]
fn resume_flagged() -> Result<()> {
    assert_closed(&resumed(POISONED, Launch::resume)?, ["AFTER"]);
    Ok(())
}

#[test]
fn continue_pass() -> Result<()> {
    assert_open(&resumed(CLEAN, |_| Launch::latest())?, ["AFTER"]);
    Ok(())
}

#[test]
fn continue_flagged() -> Result<()> {
    assert_closed(&resumed(POISONED, |_| Launch::latest())?, ["AFTER"]);
    Ok(())
}
