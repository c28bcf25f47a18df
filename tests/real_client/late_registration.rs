//! The gate comes into a session that has begun without it.

use anyhow::Result;
use real_client_lab::{Launch, Outcome, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{assert_closed, assert_open, lab, mark_and_look};

/// The gate is registered after the prompts, while the client runs.
fn hot_reload(prompts: &[&str], summary: &str) -> Result<Outcome> {
    let play = lab()
        .unregistered()
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            mark_and_look("LATE"),
            Turn::say("done"),
            mark_and_look("LATE2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    for prompt in prompts {
        session.prompt(prompt)?;
    }
    play.register_while_running(&play.hooks())?;
    session.prompt("go on")?;
    session.prompt("more")?;
    session.close()?;
    let outcome = play.outcome()?;
    let asked = outcome.hook_order().iter().filter(|label| *label == "PreToolUse:Bash").count();
    assert_eq!(asked, 2, "the hooks should be in force from LATE on\n{outcome}");
    outcome.assert_ran(["BEFORE"]);
    Ok(outcome)
}

#[test]
fn hot_reload_plain() -> Result<()> {
    assert_open(&hot_reload(&["start"], CLEAN)?, ["LATE", "LATE2"]);
    Ok(())
}

#[test]
fn hot_reload_after_compact() -> Result<()> {
    assert_open(&hot_reload(&["start", "/compact"], CLEAN)?, ["LATE", "LATE2"]);
    Ok(())
}

#[test]
fn hot_reload_after_bad_compact() -> Result<()> {
    assert_closed(&hot_reload(&["start", "/compact"], POISONED)?, ["LATE", "LATE2"]);
    Ok(())
}

#[test]
fn resume_unknown() -> Result<()> {
    let play = lab()
        .unregistered()
        .turns([Turn::mark("BEFORE"), Turn::say("done"), mark_and_look("AFTER"), Turn::say("done")])
        .start()?;
    let mut first = play.open(&Launch::fresh())?;
    first.prompt("start")?;
    let id = first.id()?;
    first.close()?;
    play.register(&play.hooks())?;
    let mut second = play.open(&Launch::resume(&id))?;
    second.prompt("go on")?;
    second.close()?;
    let outcome = play.outcome()?;
    outcome.assert_ran(["BEFORE"]);
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}
