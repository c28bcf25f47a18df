//! A compaction that comes to nothing: the old context stays, and so does its verdict.

use anyhow::Result;
use real_client_lab::{Mode, Outcome, Turn};

use crate::summaries::CLEAN;
use crate::{FULL, assert_open, lab, mark_and_look};

fn auto(summary: &Turn) -> Result<Outcome> {
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
        // The client may ask again, so often.
        .summary_turns(vec![summary.clone(); 4])
        .prompts(["start", "go on"])
        .run()
}

fn manual(summary: &Turn) -> Result<Outcome> {
    lab()
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary_turns(vec![summary.clone(); 40])
        .prompts(["start", "/compact", "go on", "more"])
        .run()
}

/// The gate was told that a compaction begins, and that is all it was told.
#[track_caller]
fn assert_abandoned(outcome: &Outcome) {
    let order = outcome.hook_order();
    assert!(order.iter().any(|label| label.starts_with("PreCompact")), "{outcome}");
    assert!(!order.iter().any(|label| label.starts_with("PostCompact")), "{outcome}");
    assert!(!outcome.compactions().contains(&"success"), "{outcome}");
    assert_open(outcome, ["AFTER", "AFTER2"]);
}

#[test]
fn fail_empty_auto() -> Result<()> {
    assert_abandoned(&auto(&Turn::nothing())?);
    Ok(())
}

#[test]
fn fail_empty_manual() -> Result<()> {
    assert_abandoned(&manual(&Turn::nothing())?);
    Ok(())
}

#[test]
fn fail_400_manual() -> Result<()> {
    assert_abandoned(&manual(&Turn::refuse(400, "bad summary request"))?);
    Ok(())
}

/// The summariser asks for a tool: it has no business to, and its call reaches the gate as any other.
#[test]
fn fail_toolcall_auto() -> Result<()> {
    let outcome = auto(&Turn::mark("SUMMARISER"))?;
    outcome.assert_absent("SUMMARISER");
    assert_abandoned(&outcome);
    Ok(())
}

/// One round is too little history to compact.
#[test]
fn fail_few_auto() -> Result<()> {
    let outcome = lab()
        .mode(Mode::Auto)
        .turns([
            Turn::mark("BEFORE").input_tokens(FULL),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary(CLEAN)
        .prompts(["start", "go on"])
        .run()?;
    assert_abandoned(&outcome);
    Ok(())
}

/// A session that begins with `/compact` has nothing to compact.
#[test]
fn fail_few_manual() -> Result<()> {
    let outcome = lab()
        .turns([mark_and_look("AFTER"), Turn::say("done")])
        .summary(CLEAN)
        .prompts(["/compact", "go on"])
        .run()?;
    assert!(!outcome.compactions().contains(&"success"), "{outcome}");
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}
