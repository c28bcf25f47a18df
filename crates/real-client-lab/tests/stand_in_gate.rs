//! The lab itself, tried in the real client with a stand-in for the gate.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use real_client_lab::{Lab, Launch, Mode, RequestKind, ToolCall, Turn};

const CLEAN: &str = "<analysis>x</analysis>\n<summary>\n1. CLEAN\n</summary>";
const POISON: &str = "<analysis>x</analysis>\n<summary>\n1. POISON\n</summary>";

fn lab() -> Lab {
    let gate = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_in_gate.sh");
    Lab::new(gate, env!("CARGO_TARGET_TMPDIR"))
}

fn auto_turns() -> [Turn; 4] {
    [
        Turn::mark("WARMUP"),
        Turn::mark("BEFORE").input_tokens(195_000),
        Turn::calls([ToolCall::mark("AFTER"), ToolCall::bash("list", "ls")]),
        Turn::say("done"),
    ]
}

#[test]
fn compacts_by_itself_and_goes_on() -> Result<()> {
    let outcome = lab().mode(Mode::Auto).turns(auto_turns()).summary(CLEAN).prompts(["start"]).run()?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["WARMUP", "BEFORE", "AFTER"]);
    outcome.assert_result("list", "AFTER");
    let expected = [
        "SessionStart:startup",
        "PreToolUse:Bash",
        "PreToolUse:Bash",
        "PreCompact:auto",
        "SessionStart:compact",
        "PostCompact:auto",
        "PreToolUse:Bash",
        "PreToolUse:Bash",
    ];
    assert_eq!(outcome.hook_order(), expected, "{outcome}");
    assert!(outcome.requests().last().is_some_and(|request| request.text().contains("1. CLEAN")));
    Ok(())
}

#[test]
fn shows_the_model_a_denial() -> Result<()> {
    let outcome = lab().mode(Mode::Auto).turns(auto_turns()).summary(POISON).prompts(["start"]).run()?;
    outcome.assert_ran(["BEFORE"]);
    outcome.assert_held_back(["AFTER"]);
    assert!(outcome.denial("list").contains("by the stand-in"), "{outcome}");
    Ok(())
}

#[test]
fn compacts_when_told_to() -> Result<()> {
    let turns = [Turn::mark("BEFORE"), Turn::say("one"), Turn::mark("AFTER"), Turn::say("two")];
    let outcome = lab().turns(turns).summary(POISON).prompts(["start", "/compact", "go on"]).run()?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_held_back(["AFTER"]);
    Ok(())
}

#[test]
fn compacts_when_the_prompt_is_refused() -> Result<()> {
    let turns = [Turn::mark("BEFORE"), Turn::prompt_too_long(), Turn::mark("AFTER"), Turn::say("done")];
    let outcome = lab().turns(turns).summary(CLEAN).prompts(["start"]).run()?;
    outcome.assert_compactions(&["success"]);
    outcome.assert_ran(["BEFORE", "AFTER"]);
    Ok(())
}

#[test]
fn tells_a_subagent_from_the_main_conversation() -> Result<()> {
    let turns = [Turn::calls([ToolCall::subagent("agent", false)]), Turn::mark("MAIN"), Turn::say("done")];
    let outcome = lab()
        .turns(turns)
        .subagent_turns([Turn::mark("SUB"), Turn::say("end")])
        .with_hook("SubagentStart")
        .prompts(["start"])
        .run()?;
    outcome.assert_ran(["SUB", "MAIN"]);
    let kinds: Vec<RequestKind> = outcome.requests().iter().map(|request| request.kind).collect();
    let (main, subagent) = (RequestKind::Main, RequestKind::Subagent);
    assert_eq!(kinds, [main, subagent, subagent, main, main], "{outcome}");
    assert!(outcome.hook_order().iter().any(|label| label == "SubagentStart@agent"), "{outcome}");
    assert!(outcome.hook_order().iter().any(|label| label == "PreToolUse:Bash@agent"), "{outcome}");
    Ok(())
}

#[test]
fn goes_on_after_a_kill() -> Result<()> {
    let play = lab()
        .turns([Turn::mark("BEFORE"), Turn::say("one"), Turn::mark("AFTER"), Turn::say("two")])
        .summary_turns([Turn::say(POISON).after(Duration::from_secs(60))])
        .start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    let id = session.id()?;
    session.post("/compact")?;
    play.wait_for_requests(RequestKind::Summary, 1)?;
    session.kill()?;

    let mut resumed = play.open(&Launch::resume(&id))?;
    resumed.prompt("again")?;
    assert_eq!(resumed.id()?, id);
    resumed.close()?;
    let outcome = play.outcome()?;
    outcome.assert_ran(["BEFORE", "AFTER"]);
    assert!(outcome.hook_order().iter().any(|label| label == "SessionStart:resume"), "{outcome}");
    Ok(())
}

#[test]
fn forks_under_another_id() -> Result<()> {
    let play = lab().turns([Turn::say("one"), Turn::mark("FORKED"), Turn::say("two")]).start()?;
    let mut session = play.open(&Launch::fresh())?;
    session.prompt("start")?;
    let id = session.id()?;
    session.close()?;
    let mut forked = play.open(&Launch::latest().forked())?;
    forked.prompt("again")?;
    assert_ne!(forked.id()?, id);
    forked.close()?;
    play.outcome()?.assert_ran(["FORKED"]);
    Ok(())
}
