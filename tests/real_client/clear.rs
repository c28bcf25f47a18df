//! `/clear` throws the context away, the flagged summary with it, and goes on under a new session id.

use anyhow::Result;
use real_client_lab::{Lab, Outcome, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{assert_open, lab, mark_and_look};

fn cleared(lab: Lab, prompts: &[&str], summary: &str) -> Result<Outcome> {
    let outcome = lab
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .prompts(prompts.iter().copied().chain(["/clear", "go on", "more"]))
        .run()?;
    assert!(outcome.hook_order().iter().any(|label| label == "SessionStart:clear"), "{outcome}");
    outcome.assert_ran(["BEFORE"]);
    Ok(outcome)
}

#[test]
fn clear_headless() -> Result<()> {
    assert_open(&cleared(lab(), &["start"], CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn clear_headless_flagged() -> Result<()> {
    assert_open(&cleared(lab(), &["start", "/compact"], POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}

/// The same where the gate hears of the old session's end and can carry its control state over.
#[test]
fn clear_after_session_end() -> Result<()> {
    let outcome = cleared(lab().with_hook("SessionEnd"), &["start", "/compact"], POISONED)?;
    assert!(outcome.hook_order().iter().any(|label| label == "SessionEnd:clear"), "{outcome}");
    assert_open(&outcome, ["AFTER", "AFTER2"]);
    Ok(())
}
