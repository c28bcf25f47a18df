//! The model leaves the directory in which the session began; the hooks' working directory goes along.

use anyhow::Result;
use real_client_lab::{Mode, Outcome, ToolCall, Turn};

use crate::summaries::{CLEAN, POISONED};
use crate::{FULL, assert_closed, assert_open, lab, look_from};

/// Compacts in the directory `aside`, which the command makes and enters. The marker lands in the project.
fn moved(command: &str, summary: &str) -> Result<Outcome> {
    let mark = |marker: &str| {
        let id = marker.to_lowercase();
        let call = ToolCall::bash(&id, &format!("echo x > ../{marker}"));
        Turn::calls([call, look_from("../", &format!("look_{id}"))])
    };
    let outcome = lab()
        .mode(Mode::Auto)
        .turns([
            Turn::mark("WARMUP"),
            Turn::calls([ToolCall::bash("cd", command)]),
            mark("BEFORE").input_tokens(FULL),
            mark("AFTER"),
            Turn::say("done"),
            mark("AFTER2"),
            Turn::say("done"),
        ])
        .summary(summary)
        .prompts(["start", "go on"])
        .run()?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE"]);
    let directory = outcome.hook_calls().iter().rfind(|call| call.event() == "PreCompact");
    assert!(directory.is_some_and(|call| call.directory().ends_with("aside")), "{outcome}");
    Ok(outcome)
}

#[test]
fn subdirectory_clean() -> Result<()> {
    assert_open(&moved("mkdir aside && cd aside", CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn subdirectory_bad() -> Result<()> {
    assert_closed(&moved("mkdir aside && cd aside", POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn worktree_clean() -> Result<()> {
    assert_open(&moved("git worktree add -q -b side aside && cd aside", CLEAN)?, ["AFTER", "AFTER2"]);
    Ok(())
}

#[test]
fn worktree_bad() -> Result<()> {
    assert_closed(&moved("git worktree add -q -b side aside && cd aside", POISONED)?, ["AFTER", "AFTER2"]);
    Ok(())
}
