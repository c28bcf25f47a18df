//! What the operator has agreed with the agent outlives the summary: constraints to the letter, and what was decided
//! against.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use real_client_lab::{Launch, Outcome, Play, RequestKind, ToolCall, Turn};

use crate::summaries::CLEAN;
use crate::terminal::at_terminal;
use crate::{assert_open, lab, mark_and_look};

const GATE: &str = env!("CARGO_BIN_EXE_compact-gate");
const CONSTRAINT: &str = "Never touch `ledger`, not even «read-only»: ask Ann first & wait.";

fn contract(more: &str) -> String {
    format!("task_id = \"PAY-142\"\nconstraints = [\"{CONSTRAINT}\"]\n{more}")
}

/// Issues a contract in the project as the operator does.
pub fn issue(play: &Play, session: &str) {
    let file = play.project().join("contract.toml");
    let checked = Command::new(GATE).args(["contract", "check"]).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    let word = said.split("digest ").nth(1).unwrap_or_else(|| panic!("{said}"))[..8].to_owned();
    let mut command = Command::new(GATE);
    command.args(["contract", "issue"]).arg(&file).args(["--session", session]);
    command.arg("--state-dir").arg(play.state_dir()).env_clear();
    let (status, screen) = at_terminal(command, &word);
    assert!(status.success(), "{screen}");
}

fn project_file(play: &Play, name: &str) -> PathBuf {
    play.project().join(name)
}

/// What the model is sent after the last summary was asked for.
pub fn first_after_compaction(outcome: &Outcome) -> Result<String> {
    let requests = outcome.requests();
    let summary = requests.iter().rposition(|request| request.kind == RequestKind::Summary);
    let after = &requests[summary.context("no compaction")? + 1..];
    let main = after.iter().find(|request| request.kind == RequestKind::Main);
    Ok(main.context("no request after it")?.text())
}

#[test]
fn constraints_are_in_the_first_request_after_a_compaction() -> Result<()> {
    let play = lab()
        .file("contract.toml", &contract(""))
        .turns([Turn::mark("BEFORE"), Turn::say("done"), mark_and_look("AFTER"), Turn::say("done")])
        .summary(CLEAN)
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    issue(&play, &session.id()?);
    session.prompt("/compact")?;
    session.prompt("go on")?;
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_compactions(&["success"]);
    let text = first_after_compaction(&outcome)?;
    assert!(text.contains(CONSTRAINT), "{outcome}");
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}

/// The model rewrites the contract, and puts it back: the tools are closed from the first on.
#[test]
fn a_contract_edited_in_mid_session_closes() -> Result<()> {
    let play = lab()
        .file("contract.toml", &contract(""))
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            Turn::mark("ISSUED"),
            Turn::calls([ToolCall::bash(
                "edit",
                "cp contract.toml old && sed -i s/Never/Always/ contract.toml",
            )]),
            mark_and_look("AFTER"),
            Turn::say("done"),
            mark_and_look("AFTER2"),
            Turn::say("done"),
        ])
        .summary(CLEAN)
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    issue(&play, &session.id()?);
    session.prompt("go on")?;
    fs::rename(project_file(&play, "old"), project_file(&play, "contract.toml"))?;
    session.prompt("/compact")?;
    session.prompt("go on")?;
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_ran(["BEFORE", "ISSUED"]);
    outcome.assert_held_back(["AFTER", "AFTER2"]);
    assert!(outcome.denial("after").contains("contract_changed"), "{outcome}");
    assert!(outcome.denial("after2").contains("task_contract_matches"), "{outcome}");
    outcome.assert_result("look_after2", "plain notes");
    Ok(())
}

/// A subagent has what the contract delegates to its type: nothing.
#[test]
fn a_subagent_outside_the_contracts_delegation_is_denied() -> Result<()> {
    let play = lab()
        .file("contract.toml", &contract("[[delegation]]\nagent_type = \"tester\"\nallow = [\"Bash\"]\n"))
        .turns([
            Turn::mark("BEFORE"),
            Turn::say("done"),
            Turn::calls([ToolCall::subagent("agent", false)]),
            mark_and_look("AFTER"),
            Turn::say("done"),
        ])
        .subagent_turns([mark_and_look("SUB"), Turn::say("end")])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    issue(&play, &session.id()?);
    session.prompt("go on")?;
    session.close()?;
    let outcome = play.outcome()?;
    outcome.assert_held_back(["SUB"]);
    assert!(outcome.denial("sub").contains("not_delegated"), "{outcome}");
    outcome.assert_result("look_sub", "plain notes");
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}

/// The model takes the decision out of the file and lets the client compact: it is told it all the same, and the call
/// that would reopen it stays denied.
#[test]
fn a_rejected_decision_outlives_its_receipt() -> Result<()> {
    let receipt = "## DR-7 No FORBIDDEN\n- status: rejected\n- decision: We don't write FORBIDDEN.\n- reason: It breaks.\n\
                   - enforce: Write(FORBIDDEN)\n";
    let outcome = lab()
        .file("DECISIONS.md", receipt)
        .turns([
            Turn::calls([ToolCall::bash("remove", "rm DECISIONS.md")]),
            Turn::say("done"),
            Turn::calls([ToolCall::mark("FORBIDDEN")]),
            mark_and_look("AFTER"),
            Turn::say("done"),
        ])
        .summary(CLEAN)
        .prompts(["start", "/compact", "go on"])
        .run()?;
    outcome.assert_held_back(["FORBIDDEN"]);
    assert!(outcome.denial("forbidden").contains("decision_rejected"), "{outcome}");
    let text = first_after_compaction(&outcome)?;
    assert!(
        text.contains("We don't write FORBIDDEN.") && text.contains("until the operator accepts"),
        "{outcome}"
    );
    assert_open(&outcome, ["AFTER"]);
    Ok(())
}
