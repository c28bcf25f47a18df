//! A compaction that succeeds: by itself, by command, and after the API has refused a prompt.

use anyhow::Result;
use real_client_lab::{Mode, Outcome, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{FULL, assert_closed, assert_open, lab, mark_and_look};

/// The client compacts after `BEFORE`, and again after `TWICE` if there is one.
fn auto(summaries: &[&str]) -> Result<Outcome> {
    lab()
        .mode(Mode::Auto)
        .turns([
            Turn::mark("WARMUP"),
            Turn::mark("BEFORE").input_tokens(FULL),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary_turns(summaries.iter().map(|summary| Turn::say(summary)))
        .prompts(["start", "go on"])
        .run()
}

#[test]
fn auto_clean() -> Result<()> {
    let outcome = auto(&[CLEAN])?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["WARMUP", "BEFORE"]);
    assert_open(&outcome, ["AFTER", "AFTER2"]);
    assert!(
        outcome.requests().iter().any(|request| request.text().contains("SOUND-SUMMARY")),
        "the model should go on from the summary\n{outcome}"
    );
    Ok(())
}

#[test]
fn auto_bad() -> Result<()> {
    let outcome = auto(&[POISONED])?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["WARMUP", "BEFORE"]);
    assert_closed(&outcome, ["AFTER", "AFTER2"]);
    Ok(())
}

fn manual(summary: &str) -> Result<Outcome> {
    lab()
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .prompts(["start", "/compact", "go on", "more"])
        .run()
}

#[test]
fn manual_clean() -> Result<()> {
    let outcome = manual(CLEAN)?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    assert_open(&outcome, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn manual_bad() -> Result<()> {
    let outcome = manual(POISONED)?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    assert_closed(&outcome, ["AFTER", "AFTER2"]);
    Ok(())
}

fn reactive(summary: &str) -> Result<Outcome> {
    lab()
        .turns([
            Turn::mark("BEFORE"),
            Turn::prompt_too_long(),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .prompts(["start", "go on"])
        .run()
}

#[test]
fn reactive_clean() -> Result<()> {
    let outcome = reactive(CLEAN)?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    assert_open(&outcome, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn reactive_bad() -> Result<()> {
    let outcome = reactive(POISONED)?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    assert_closed(&outcome, ["AFTER", "AFTER2"]);
    Ok(())
}

/// Two compactions, after `BEFORE` and after `BETWEEN`.
fn twice(first: &str, second: &str) -> Result<Outcome> {
    lab()
        .mode(Mode::Auto)
        .turns([
            Turn::mark("WARMUP"),
            Turn::mark("BEFORE").input_tokens(FULL),
            mark_and_look("AFTER"),
            Turn::mark("BETWEEN").input_tokens(FULL),
            mark_and_look("LAST"),
            Turn::say("done"),
        ])
        .summary_turns([Turn::say(first), Turn::say(second)])
        .prompts(["start"])
        .run()
}

#[test]
fn twice_clean_bad() -> Result<()> {
    let outcome = twice(CLEAN, POISONED)?;
    outcome.assert_compactions(&["success", "success"]);
    outcome.assert_ran(["BEFORE", "BETWEEN"]);
    assert_open(&outcome, ["AFTER"]);
    assert_closed(&outcome, ["LAST"]);
    Ok(())
}

/// A clean summary doesn't wash off a poisoned one, which it was made from.
#[test]
fn twice_bad_clean() -> Result<()> {
    let outcome = twice(POISONED, CLEAN)?;
    outcome.assert_compactions(&["success", "success"]);
    outcome.assert_ran(["BEFORE"]);
    assert_closed(&outcome, ["AFTER", "LAST"]);
    outcome.assert_held_back(["BETWEEN"]);
    Ok(())
}
