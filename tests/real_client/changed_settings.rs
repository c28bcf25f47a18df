//! The settings are edited from outside while a session runs.

use anyhow::Result;
use real_client_lab::{HookSet, Launch, Outcome, Turn};

use crate::summaries::POISONED;
use crate::{assert_closed, lab, mark_and_look};

/// A session whose summary is poisoned, and whose settings are replaced after that.
fn edited(lab: real_client_lab::Lab, edit: impl FnOnce(HookSet) -> HookSet) -> Result<Outcome> {
    let play = lab
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("EDITED"),
            Turn::say("done"),
        ])
        .summary(POISONED)
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    for prompt in ["start", "/compact", "go on"] {
        session.prompt(prompt)?;
    }
    play.register_while_running(&edit(play.hooks()))?;
    session.prompt("more")?;
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_ran(["BEFORE"]);
    assert_closed(&outcome, ["AFTER"]);
    Ok(outcome)
}

#[test]
fn hooks_that_are_taken_out_stay_in_force() -> Result<()> {
    let outcome = edited(lab().with_hook("ConfigChange"), |hooks| hooks.without("PreToolUse"))?;
    assert_closed(&outcome, ["EDITED"]);
    let changes = outcome.records("settings_changed");
    assert_eq!(changes.len(), 1, "{outcome}");
    assert_eq!(
        (&changes[0]["threat"], &changes[0]["blocked"]),
        (&"altered".into(), &true.into()),
        "{outcome}"
    );
    Ok(())
}

/// What the event is registered for: the same edit opens the tools without it.
#[test]
fn without_config_change_the_edit_takes_effect() -> Result<()> {
    let outcome = edited(lab(), |hooks| hooks.without("PreToolUse"))?;
    outcome.assert_ran(["EDITED"]);
    Ok(())
}

#[test]
fn an_edit_that_leaves_the_gate_alone_passes() -> Result<()> {
    let outcome = edited(lab().with_hook("ConfigChange"), |hooks| hooks.with("Notification"))?;
    assert_closed(&outcome, ["EDITED"]);
    assert!(outcome.records("settings_changed").is_empty(), "{outcome}");
    Ok(())
}
