//! What SessionStart tells the model.

use crate::gate::{Gate, git};
use crate::summary::*;
use serde_json::json;
use std::fs;

#[test]
fn the_text_is_plain_and_begins_with_a_word() {
    let gate = Gate::new();
    let told = gate.session().start("startup");
    // G4: a client takes what starts with a brace for JSON.
    told.assert_told("compact-gate: session 11111111-1111-4111-8111-111111111111, as of ");
    assert!(told.stdout.starts_with(char::is_alphabetic) && !told.stdout.contains('\u{1b}'));
    assert_eq!(told.stderr, "");
}

// A26: the text doesn't grow with the compactions.
#[test]
fn fifty_compactions_keep_the_text_flat() {
    let gate = Gate::new();
    let session = gate.session();
    let first = session.start("startup").stdout.chars().count();
    let mut lengths = Vec::new();
    for _ in 0..50 {
        session.pre_compact();
        lengths.push(session.start("compact").stdout.chars().count());
        session.post_compact(CLEAN);
    }
    session.bash_without_row().assert_silent();
    assert!(lengths[49].abs_diff(lengths[0]) <= 1, "{lengths:?}");
    assert!(lengths[49] < first + 200, "{first} {lengths:?}");
    assert_eq!(session.standing(), "pass/review 50");
}

// G3: the client shows 10,000 characters inline and hides the rest in a file.
#[test]
fn the_text_stays_short_whatever_the_repository_holds() {
    let gate = Gate::new();
    let session = gate.session();
    for number in 0..3000 {
        fs::write(session.cwd.join(format!("{}-{number}", "long-name".repeat(10))), "x").unwrap();
    }
    let receipts = (0..500).map(|n| {
        format!("## DR-{n} {}\n- status: rejected\n- reason: {}\n\n", "t".repeat(300), "r".repeat(300))
    });
    fs::write(session.cwd.join("DECISIONS.md"), receipts.collect::<String>()).unwrap();
    fs::create_dir_all(session.cwd.join(".claude/compact-gate")).unwrap();
    let checks: Vec<String> = (0..32).map(|n| format!("{}{n}", "c".repeat(100))).collect();
    let continuity = json!({"schema_version": 1, "task_id": "t".repeat(120), "phase": "p".repeat(120),
        "next_action_id": "n".repeat(120), "required_checks": checks});
    fs::write(session.cwd.join(".claude/compact-gate/continuity.json"), continuity.to_string()).unwrap();
    let told = session.start("startup").stdout;
    let chars = told.chars().count();
    assert!(chars < 9000, "{chars}");
    for expected in ["Gate: pass", "HEAD: on branch \"main\"", "of 500", "and 24 more"] {
        assert!(told.contains(expected), "{expected} isn't in {told}");
    }
}

#[test]
fn rejected_decisions_are_told() {
    let gate = Gate::new();
    let session = gate.session();
    let receipts = "## DR-7 Rewrite it\n- status: rejected\n- decision: No rewrite.\n- reason: No tests.\n\n## DR-8 Other\n- status: accepted\n- decision: Yes.\n";
    fs::write(session.cwd.join("DECISIONS.md"), receipts).unwrap();
    let told = session.start("compact");
    told.assert_told("\"DR-7\": \"No rewrite.\" because \"No tests.\"");
    assert!(!told.stdout.contains("DR-8"), "{}", told.stdout);
}

// G6: the state can't be read, the session starts all the same, and the model is told.
#[test]
fn an_unreadable_state_is_told_and_doesnt_stop_the_session() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    fs::write(session.ledger(), "garbage\n").unwrap();
    for source in ["startup", "resume", "compact", "clear", "fork"] {
        let told = session.start(source);
        told.assert_told("Gate: closed. Its state is unreadable");
        told.assert_told("HEAD: on branch \"main\"");
    }
    session.bash().assert_denied("state_failure");
}

// G7: old texts are replayed on resume, so each says when it was true.
#[test]
fn a_resumed_session_is_told_what_changed_since() {
    let gate = Gate::new();
    let session = gate.session();
    let before = session.start("startup").stdout;
    git(&session.cwd, &["commit", "--quiet", "--allow-empty", "--message=second"]);
    git(&session.cwd, &["switch", "--quiet", "--create", "feature"]);
    let told = session.start("resume");
    told.assert_told("\"second\"");
    told.assert_told("branch was \"main\", is \"feature\"");
    told.assert_told("HEAD was \"");
    let moment = |text: &str| text.split_once("as of ").unwrap().1[..24].to_owned();
    assert!(moment(&told.stdout) > moment(&before));
}

// D2: two copies of the hook say the same.
#[test]
fn a_session_that_is_started_twice_is_told_the_same() {
    let gate = Gate::new();
    let session = gate.session();
    let without_time = |text: String| text.split_once("These facts").unwrap().1.to_owned();
    let first = without_time(session.start("startup").stdout);
    assert_eq!(without_time(session.start("startup").stdout), first);
    assert_eq!(session.standing(), "pass/review 0");
}
