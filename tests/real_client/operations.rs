//! Calls with effects outside of the workspace: what the client tells of their end, and what the gate makes of it.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use real_client_lab::{Lab, Launch, Mode, Outcome, ToolCall, Turn};

use crate::summaries::CLEAN;
use crate::{FULL, lab};

const POLICY: &str = "version = 1\n[tools]\nexternal = [\"Bash(sh deploy.sh *)\"]\n";

/// Each run leaves one marker more, then goes on as it is told to.
const DEPLOY: &str =
    "n=1; while [ -e \"DEPLOYED$n\" ]; do n=$((n + 1)); done\necho x > \"DEPLOYED$n\"\n\"$@\"\n";

fn deploying() -> Lab {
    lab()
        .policy(POLICY)
        .file("deploy.sh", DEPLOY)
        .with_hook("PostToolUse")
        .with_hook("PostToolUseFailure")
        .with_hook("PostToolBatch")
        .with_hook("PermissionDenied")
}

/// The deployment, by a call of this id; `spelling` are blanks that make no difference.
fn deploy(id: &str, how: &str, spelling: &str) -> Turn {
    Turn::calls([ToolCall::bash(id, &format!("sh {spelling}deploy.sh {how}"))])
}

/// How the operations ended, in order.
fn ends(outcome: &Outcome) -> Vec<String> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    outcome.records("operation_ended").iter().map(|ended| text(&ended["status"])).collect()
}

#[track_caller]
fn assert_not_repeated(outcome: &Outcome, id: &str) {
    outcome.assert_ran(["DEPLOYED1"]);
    outcome.assert_absent("DEPLOYED2");
    let told = outcome.denial(id);
    assert!(told.contains("operation_unresolved"), "{told}\n{outcome}");
}

#[test]
fn a_write_that_timed_out_is_not_repeated_after_a_compaction() -> Result<()> {
    let outcome = deploying()
        .mode(Mode::Auto)
        .turns([
            Turn::mark("WARMUP"),
            deploy("first", "timeout 1 sleep 9", "").input_tokens(FULL),
            deploy("again", "timeout 1 sleep 9", "  "),
            Turn::mark("AFTER"),
            Turn::say("done"),
        ])
        .summary(CLEAN)
        .prompts(["start"])
        .run()?;
    outcome.assert_compactions(&["success"]);
    assert_not_repeated(&outcome, "again");
    outcome.assert_ran(["AFTER"]);
    assert_eq!(ends(&outcome), ["unknown"], "{outcome}");
    Ok(())
}

#[test]
fn a_write_that_went_well_is_completed_and_may_be_done_again() -> Result<()> {
    let outcome = deploying()
        .turns([deploy("first", "true", ""), deploy("again", "true", ""), Turn::say("done")])
        .prompts(["start"])
        .run()?;
    outcome.assert_ran(["DEPLOYED1", "DEPLOYED2"]);
    assert_eq!(ends(&outcome), ["completed", "completed"], "{outcome}");
    Ok(())
}

/// The client moves a command that passes its time limit to the background, and says that it went well.
#[test]
fn a_command_that_goes_on_in_the_background_is_unknown() -> Result<()> {
    let input = serde_json::json!({"command": "sh deploy.sh sleep 8", "description": "lab", "timeout": 1000});
    let outcome = deploying()
        .turns([
            Turn::calls([ToolCall::new("first", "Bash", input)]),
            deploy("again", "sleep 8", " "),
            Turn::say("done"),
        ])
        .prompts(["start"])
        .run()?;
    assert_not_repeated(&outcome, "again");
    assert_eq!(ends(&outcome), ["unknown"], "{outcome}");
    Ok(())
}

#[test]
fn a_call_that_the_clients_permission_check_refuses_had_no_effect() -> Result<()> {
    let outcome = deploying()
        .denied_by_the_client("Bash(sh deploy.sh refused *)")
        .turns([
            Turn::calls([ToolCall::bash("refused", "sh deploy.sh refused x"), ToolCall::mark("SIBLING")]),
            deploy("refused_again", "refused x", ""),
            Turn::say("done"),
        ])
        .prompts(["start"])
        .run()?;
    outcome.assert_ran(["SIBLING"]);
    outcome.assert_absent("DEPLOYED1");
    assert_eq!(ends(&outcome), ["not_run", "not_run"], "{outcome}");
    assert_eq!(outcome.records("operation_started").len(), 2, "the gate let both through\n{outcome}");
    Ok(())
}

/// Without PostToolBatch it is found when the same is asked for again.
#[test]
fn a_refused_call_is_known_by_its_row_alone() -> Result<()> {
    let outcome = lab()
        .policy(POLICY)
        .file("deploy.sh", DEPLOY)
        .denied_by_the_client("Bash(sh deploy.sh refused *)")
        .turns([
            deploy("refused", "refused x", ""),
            deploy("refused_again", "refused x", ""),
            Turn::say("done"),
        ])
        .prompts(["start"])
        .run()?;
    assert_eq!(ends(&outcome), ["not_run"], "{outcome}");
    assert_eq!(outcome.records("operation_started").len(), 2, "{outcome}");
    Ok(())
}

#[test]
fn a_killed_client_leaves_it_unknown() -> Result<()> {
    let play = deploying()
        .turns([deploy("first", "sleep 2", ""), deploy("again", "sleep 2", " "), Turn::say("done")])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.post("start")?;
    play.wait_for_marker("DEPLOYED1")?;
    let id = session.id()?;
    thread::sleep(Duration::from_millis(300));
    session.kill()?;
    let mut second = play.open(&Launch::resume(&id))?;
    second.prompt("go on")?;
    second.close()?;
    let outcome = play.outcome()?;
    assert_not_repeated(&outcome, "again");
    assert_eq!(ends(&outcome), ["unknown"], "{outcome}");
    Ok(())
}
