//! Runs of checks as the client tells of their end, and what the model is told of them after a compaction.

use anyhow::Result;
use real_client_lab::{Lab, Launch, Outcome, ToolCall, Turn};
use serde_json::json;

use crate::contract::{first_after_compaction, issue};
use crate::lab;
use crate::summaries::CLEAN;

const POLICY: &str = "version = 1\n[evidence]\ntest = [\"Bash(sh check.sh test)\"]\nlint = [\"Bash(sh check.sh lint)\"]\n\
                      slow = [\"Bash(sh check.sh slow)\"]\n";
const CONTRACT: &str = "task_id = \"PAY-142\"\nrequired_checks = [\"test\", \"lint\", \"slow\", \"docs\"]\n";
/// Says nothing of how it ends but by its status.
const CHECK: &str =
    "echo all checks passed\ncase $1 in test) exit 0 ;; lint) exit 3 ;; slow) sleep 8 ;; esac\n";

fn checking(turns: impl IntoIterator<Item = Turn>) -> Lab {
    lab()
        .policy(POLICY)
        .file("contract.toml", CONTRACT)
        .file("check.sh", CHECK)
        .with_hook("PostToolUse")
        .with_hook("PostToolUseFailure")
        .turns(turns)
        .summary(CLEAN)
}

fn check(id: &str, what: &str) -> Turn {
    Turn::calls([ToolCall::bash(id, &format!("sh check.sh {what}"))])
}

/// Plays it with a compaction before the last prompt.
fn play(lab: Lab) -> Result<Outcome> {
    let play = lab.start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    issue(&play, &session.id()?);
    session.prompt("check it")?;
    session.prompt("/compact")?;
    session.prompt("go on")?;
    session.close()?;
    play.outcome()
}

#[track_caller]
fn assert_said(outcome: &Outcome, lines: &[&str]) {
    outcome.assert_compactions(&["success"]);
    let text = first_after_compaction(outcome).unwrap();
    for line in lines {
        assert!(text.contains(line), "{line:?} isn't in {text}\n{outcome}");
    }
}

#[test]
fn an_edit_after_the_run_is_told_after_the_compaction() -> Result<()> {
    let outcome = play(checking([
        Turn::say("begun"),
        check("test", "test"),
        check("lint", "lint"),
        check("masked", "lint || true"),
        Turn::calls([ToolCall::bash("edit", "echo more >> notes.txt")]),
        Turn::say("all checks passed"),
        Turn::say("done"),
    ]))?;
    assert_said(
        &outcome,
        &[
            "- \"test\": passed, patch changed since",
            "- \"lint\": failed",
            "- \"slow\": never run in this session",
            "- \"docs\": never run, and no rule",
        ],
    );
    let ran = outcome.records("check_ran");
    let outcomes: Vec<_> = ran.iter().map(|ran| (&ran["check"], &ran["outcome"])).collect();
    assert_eq!(
        outcomes,
        [(&json!("test"), &json!("passed")), (&json!("lint"), &json!("failed"))],
        "{outcome}"
    );
    Ok(())
}

/// The client moves a command that passes its time limit to the background, and says that it went well.
#[test]
fn a_run_that_still_holds_and_one_that_nobody_saw_the_end_of() -> Result<()> {
    let slow = json!({"command": "sh check.sh slow", "description": "lab", "timeout": 1000});
    let outcome = play(checking([
        Turn::say("begun"),
        check("test", "test"),
        Turn::calls([ToolCall::new("slow", "Bash", slow)]),
        Turn::say("all checks passed"),
        Turn::say("done"),
    ]))?;
    assert_said(&outcome, &["- \"test\": passed (run ended ", "- \"slow\": outcome unknown (run ended "]);
    Ok(())
}
