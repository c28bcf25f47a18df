//! The main conversation compacts while a subagent works: the subagent's context is not the one that changes.

use std::time::Duration;

use anyhow::Result;
use real_client_lab::{Launch, Mode, Outcome, ToolCall, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{FULL, assert_closed, assert_open, lab, mark_and_look};

const SUBAGENT_MARKERS: [&str; 9] = ["SUB0", "SUB1", "SUB2", "SUB3", "SUB4", "SUB5", "SUB6", "SUB7", "SUB8"];

fn compacting_beside(summary: &str) -> Result<Outcome> {
    let slow_mark = |marker: &str| {
        let command = format!("sleep 0.3; echo x > {marker}");
        Turn::calls([ToolCall::bash(&marker.to_lowercase(), &command)])
    };
    let play = lab()
        .mode(Mode::Auto)
        .turns([
            Turn::calls([ToolCall::subagent("agent", true)]),
            Turn::mark("MAIN1"),
            Turn::mark("MAIN2").input_tokens(FULL),
            mark_and_look("MAIN3"),
        ])
        .subagent_turns(SUBAGENT_MARKERS.map(slow_mark))
        // Long enough for several of the subagent's calls.
        .summary_turns([Turn::say(summary).after(Duration::from_millis(2500))])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    play.wait_for_marker("SUB8")?;
    session.close()?;
    play.outcome()
}

#[track_caller]
fn assert_worked_meanwhile(outcome: &Outcome) {
    let order = outcome.hook_order();
    let meanwhile = order
        .iter()
        .skip_while(|label| *label != "PreCompact:auto")
        .take_while(|label| *label != "PostCompact:auto")
        .filter(|label| *label == "PreToolUse:Bash@agent");
    assert!(meanwhile.count() > 1, "the subagent should work during the compaction\n{outcome}");
    outcome.assert_ran(["MAIN1", "MAIN2"]);
    outcome.assert_ran(SUBAGENT_MARKERS);
}

#[test]
fn bg_sub_main_compacts_clean() -> Result<()> {
    let outcome = compacting_beside(CLEAN)?;
    assert_worked_meanwhile(&outcome);
    assert_open(&outcome, ["MAIN3"]);
    Ok(())
}

#[test]
fn bg_sub_main_compacts_bad() -> Result<()> {
    let outcome = compacting_beside(POISONED)?;
    assert_worked_meanwhile(&outcome);
    assert_closed(&outcome, ["MAIN3"]);
    Ok(())
}
