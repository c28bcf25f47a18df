//! Where and for which events the gate is registered.

use std::collections::BTreeSet;

use anyhow::Result;
use real_client_lab::{HookCall, Launch, Mode, ToolCall, Turn};

use crate::summaries::POISONED;
use crate::{FULL, assert_closed, assert_open, lab, mark_and_look};

#[test]
fn settings_flag() -> Result<()> {
    let play = lab()
        .unregistered()
        .turns([Turn::mark("BEFORE"), Turn::say("done"), mark_and_look("AFTER"), Turn::say("done")])
        .summary(POISONED)
        .start()?;
    let file = play.write_flag_settings(&play.hooks())?;
    let mut session = play.open(&Launch::fresh().settings(&file))?;
    for prompt in ["start", "/compact", "go on"] {
        session.prompt(prompt)?;
    }
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_ran(["BEFORE"]);
    assert_closed(&outcome, ["AFTER"]);
    Ok(())
}

/// All of a session's life with the four events alone, which the other tests rely on silently.
#[test]
fn four_events() -> Result<()> {
    let outcome = lab()
        .mode(Mode::Auto)
        .turns([
            Turn::calls([ToolCall::subagent("agent", false)]),
            Turn::mark("BEFORE").input_tokens(FULL),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("CLEARED"),
            Turn::say("done"),
        ])
        .subagent_turns([Turn::mark("SUB"), Turn::say("end")])
        .summary(POISONED)
        .prompts(["start", "/clear", "go on"])
        .run()?;
    let events: BTreeSet<&str> = outcome.hook_calls().iter().map(HookCall::event).collect();
    assert_eq!(
        events,
        BTreeSet::from(["PostCompact", "PreCompact", "PreToolUse", "SessionStart"]),
        "{outcome}"
    );
    outcome.assert_ran(["SUB", "BEFORE"]);
    assert_closed(&outcome, ["AFTER"]);
    assert_open(&outcome, ["CLEARED"]);
    Ok(())
}

/// The two further events that a project may register change no verdict.
#[test]
fn six_events() -> Result<()> {
    let outcome = lab()
        .mode(Mode::Auto)
        .with_hook("SubagentStart")
        .with_hook("SessionEnd")
        .turns([Turn::calls([ToolCall::subagent("agent", false)]), mark_and_look("MAIN"), Turn::say("done")])
        .subagent_turns([
            Turn::mark("SUB0"),
            Turn::mark("SUB1").input_tokens(FULL),
            mark_and_look("SUB2"),
            Turn::say("end"),
        ])
        .summary(POISONED)
        .prompts(["start"])
        .run()?;
    let order = outcome.hook_order();
    assert!(order.iter().any(|label| label.starts_with("SubagentStart")), "{outcome}");
    outcome.assert_ran(["SUB0", "SUB1"]);
    assert_closed(&outcome, ["SUB2"]);
    assert_open(&outcome, ["MAIN"]);
    Ok(())
}
