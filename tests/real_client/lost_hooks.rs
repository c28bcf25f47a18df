//! A hook of the gate doesn't come: a timeout, a crash, a client that forgot. The summary is judged all the same.

use anyhow::Result;
use real_client_lab::{Mode, Outcome, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{FULL, assert_closed, assert_open, lab, mark_and_look};

fn without(events: &[&'static str], summary: &str) -> Result<Outcome> {
    let lab = events.iter().fold(lab(), |lab, event| lab.without_hook(event));
    let outcome = lab
        .mode(Mode::Auto)
        .turns([
            Turn::mark("WARMUP"),
            Turn::mark("BEFORE").input_tokens(FULL),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .prompts(["start", "go on"])
        .run()?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    Ok(outcome)
}

#[test]
fn lost_post_clean() -> Result<()> {
    assert_open(&without(&["PostCompact"], CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn lost_post_bad() -> Result<()> {
    assert_closed(&without(&["PostCompact"], POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn lost_pre_clean() -> Result<()> {
    assert_open(&without(&["PreCompact"], CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn lost_pre_bad() -> Result<()> {
    assert_closed(&without(&["PreCompact"], POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn lost_start_clean() -> Result<()> {
    assert_open(&without(&["SessionStart"], CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn lost_start_bad() -> Result<()> {
    assert_closed(&without(&["SessionStart"], POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn lost_start_and_post_bad() -> Result<()> {
    assert_closed(&without(&["SessionStart", "PostCompact"], POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}

/// Nothing but the question whether a tool may run, and the transcript.
#[test]
fn lost_all_but_tools_clean() -> Result<()> {
    assert_open(&without(&["SessionStart", "PreCompact", "PostCompact"], CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

/// At an open gate nothing waits for the client to write its transcript, so the first call may still slip through.
#[test]
fn lost_all_but_tools_bad() -> Result<()> {
    assert_closed(&without(&["SessionStart", "PreCompact", "PostCompact"], POISONED)?, ["AFTER2"]);
    Ok(())
}
