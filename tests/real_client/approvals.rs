//! Calls that wait for the operator: each approval lets one call run, once, across a compaction and not beyond its time.

use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use real_client_lab::{Lab, Launch, Outcome, Play, ToolCall, Turn};
use serde_json::Value;

use crate::summaries::CLEAN;
use crate::terminal::at_terminal;
use crate::{assert_open, lab, mark_and_look};

const GATE: &str = env!("CARGO_BIN_EXE_compact-gate");
const POLICY: &str = "version = 1\n[tools]\nask = [\"Bash(sh deploy.sh *)\"]\n";
/// Each run leaves one marker more.
const DEPLOY: &str = "n=1; while [ -e \"DEPLOYED$n\" ]; do n=$((n + 1)); done\necho x > \"DEPLOYED$n\"\n";

fn deploy(id: &str) -> Turn {
    Turn::calls([ToolCall::bash(id, "sh deploy.sh staging")])
}

fn asking() -> Lab {
    lab().policy(POLICY).file("deploy.sh", DEPLOY).summary(CLEAN)
}

/// Approves the one call that waits, as the operator does.
fn approve(play: &Play, expires: &str) -> Result<()> {
    let mut list = Command::new(GATE);
    list.args(["requests", "--format", "json"]).arg("--state-dir").arg(play.state_dir()).env_clear();
    let listed: Value = serde_json::from_slice(&list.output()?.stdout)?;
    let request = listed["requests"].get(0).with_context(|| format!("{listed}"))?;
    let text = |key: &str| request[key].as_str().unwrap_or_default().to_owned();
    let mut command = Command::new(GATE);
    command.args(["approve", &text("id"), "--expires", expires]);
    command.arg("--state-dir").arg(play.state_dir()).env_clear();
    let (status, screen) = at_terminal(command, &text("payload_sha256")[..8]);
    assert!(status.success(), "{screen}");
    Ok(())
}

fn told(outcome: &Outcome, id: &str, code: &str) {
    let denial = outcome.denial(id);
    assert!(denial.contains(code), "{denial}\n{outcome}");
}

#[test]
fn an_approved_call_runs_once_also_after_a_compaction() -> Result<()> {
    let play = asking()
        .turns([
            deploy("first"),
            Turn::say("done"),
            deploy("approved"),
            deploy("again"),
            mark_and_look("AFTER"),
            Turn::say("done"),
        ])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    approve(&play, "30m")?;
    session.prompt("/compact")?;
    session.prompt("go on")?;
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_compactions(&["success"]);
    told(&outcome, "first", "approval_missing");
    outcome.assert_ran(["DEPLOYED1"]);
    outcome.assert_absent("DEPLOYED2");
    told(&outcome, "again", "approval_used");
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}

#[test]
fn an_approval_expires_during_a_compaction() -> Result<()> {
    let play =
        asking().turns([deploy("first"), Turn::say("done"), deploy("late"), Turn::say("done")]).start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    approve(&play, "1s")?;
    session.prompt("/compact")?;
    thread::sleep(Duration::from_secs(2));
    session.prompt("go on")?;
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_absent("DEPLOYED1");
    told(&outcome, "late", "approval_expired");
    Ok(())
}
