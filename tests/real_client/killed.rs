//! The client dies in a compaction, before it has written the summary down: nothing was replaced, so a later client
//! goes on as before.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use real_client_lab::{Launch, Mode, Play, RequestKind, Session, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{FULL, assert_open, lab, mark_and_look};

/// Never given: the client is killed long before.
fn late_summary() -> Turn {
    Turn::say(POISONED).after(Duration::from_secs(60))
}

fn kill_and_go_on(play: &Play, mut session: Session, launch: impl FnOnce(&str) -> Launch) -> Result<()> {
    let id = session.id()?;
    session.kill()?;
    let mut second = play.open(&launch(&id))?;
    second.prompt("go on")?;
    second.close()?;
    let outcome = play.outcome()?;
    let order = outcome.hook_order();
    assert!(order.iter().any(|label| label.starts_with("PreCompact")), "{outcome}");
    outcome.assert_ran(["BEFORE"]);
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}

fn killed_in_manual(launch: impl FnOnce(&str) -> Launch) -> Result<()> {
    let play = lab()
        .turns([Turn::mark("BEFORE"), Turn::say("done"), mark_and_look("AFTER"), Turn::say("done")])
        .summary_turns([late_summary()])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    session.post("/compact")?;
    play.wait_for_requests(RequestKind::Summary, 1)?;
    kill_and_go_on(&play, session, launch)
}

#[test]
fn resume_kill_request_manual() -> Result<()> {
    killed_in_manual(Launch::resume)
}

#[test]
fn fork_pending() -> Result<()> {
    killed_in_manual(|id| Launch::resume(id).forked())
}

#[test]
fn resume_kill_request_auto() -> Result<()> {
    let play = lab()
        .mode(Mode::Auto)
        .turns([
            Turn::mark("WARMUP"),
            Turn::mark("BEFORE").input_tokens(FULL),
            mark_and_look("AFTER"),
            Turn::say("done"),
        ])
        .summary_turns([late_summary()])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.post("start")?;
    play.wait_for_requests(RequestKind::Summary, 1)?;
    kill_and_go_on(&play, session, Launch::resume)
}

/// Dies while it waits for a hook at the event, when the gate has given its answer.
fn killed_at(event: &'static str, label: &str) -> Result<()> {
    let play = lab()
        .held_at(event)
        .turns([Turn::mark("BEFORE"), Turn::say("done"), mark_and_look("AFTER"), Turn::say("done")])
        .summary(CLEAN)
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    session.post("/compact")?;
    play.wait_for_hook(label)?;
    // The observer is quicker than a gate that syncs its records.
    thread::sleep(Duration::from_millis(500));
    kill_and_go_on(&play, session, Launch::resume)
}

#[test]
fn resume_kill_pre() -> Result<()> {
    killed_at("PreCompact", "PreCompact:manual")
}

#[test]
fn resume_kill_post() -> Result<()> {
    killed_at("PostCompact", "PostCompact:manual")
}
