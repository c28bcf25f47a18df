use crate::gate::*;
use crate::terminal::at_terminal;
use serde_json::json;
use std::process::Command;

const COMMAND: [&str; 3] = ["rebaseline", "--session", SESSION];

/// A session in a repository whose branch was switched during a compaction with this summary.
fn switched(summary: &str) -> Gate {
    let gate = Gate::new();
    gate.git(&["init", "--quiet", "--initial-branch=main"]);
    gate.git(&["commit", "--quiet", "--allow-empty", "--message=first"]);
    gate.start();
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    gate.git(&["switch", "--quiet", "--create", "other"]);
    gate.git(&["commit", "--quiet", "--allow-empty", "--message=second"]);
    gate.hook("PostCompact", json!({"trigger": "auto", "compact_summary": summary}));
    gate
}

fn head(gate: &Gate) -> String {
    let output =
        Command::new("git").current_dir(gate.dir.path()).args(["rev-parse", "HEAD"]).output().unwrap();
    text(&output.stdout).trim().to_owned()
}

#[test]
fn what_is_shown_is_accepted_and_opens_what_git_alone_closed() {
    let gate = switched(CLEAN);
    assert_eq!(gate.run(&["status"]).status.code(), Some(4));
    let head = head(&gate);
    let (status, screen) = at_terminal(gate.command(&COMMAND), &head[..8]);
    assert!(status.success(), "{screen}");
    assert!(screen.contains("\"main\" -> \"other\"") && screen.contains(&head), "{screen}");
    assert_eq!(gate.run(&["status"]).status.code(), Some(0));
    assert_eq!(gate.hook("PreToolUse", bash()).status.code(), Some(0));
    let again = gate.run(&COMMAND);
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    assert!(text(&again.stdout).contains("nothing to accept"), "{again:?}");
}

#[test]
fn a_flagged_summary_stays_closed() {
    let gate = switched(SUSPECT);
    let (status, screen) = at_terminal(gate.command(&COMMAND), &head(&gate)[..8]);
    assert!(!status.success() && screen.contains("release"), "{screen}");
    assert_eq!(gate.run(&["status"]).status.code(), Some(4));
}

#[test]
fn without_the_operator_nothing_is_accepted() {
    let gate = switched(CLEAN);
    let refused = gate.run(&COMMAND);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let (status, screen) = at_terminal(gate.command(&COMMAND), "yes");
    assert!(!status.success(), "{screen}");
    let mut inside = gate.command(&COMMAND);
    inside.env("CLAUDECODE", "1");
    let (status, screen) = at_terminal(inside, &head(&gate)[..8]);
    assert!(!status.success() && screen.contains("CLAUDECODE"), "{screen}");
    assert_eq!(gate.run(&["status"]).status.code(), Some(4));
}

#[test]
fn programs_get_the_difference_as_json() {
    let gate = switched(CLEAN);
    let shown = gate.run(&["rebaseline", "--session", SESSION, "--format", "json"]);
    assert_eq!(shown.status.code(), Some(3));
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!((&shown["bound"]["branch"], &shown["now"]["branch"]), (&json!("main"), &json!("other")));
    assert_eq!((&shown["differs"], &shown["epoch"]), (&json!(true), &json!(1)));
}
