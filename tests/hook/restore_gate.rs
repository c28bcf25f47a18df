//! What has to be as it was before a compaction for the tools to come back.

use crate::gate::{Gate, git};
use crate::session::Session;
use crate::summary::*;
use serde_json::json;
use std::fs;

/// The standing after a compaction during which something happened, and the reasons for it.
fn after(happens: &dyn Fn(&mut Session<'_>), prepare: &dyn Fn(&Session<'_>), by_transcript: bool) -> String {
    let gate = Gate::new();
    let mut session = gate.session();
    prepare(&session);
    session.start("startup");
    session.pre_compact().assert_silent();
    happens(&mut session);
    if by_transcript {
        session.rows.compaction(CLEAN);
    } else {
        session.post_compact(CLEAN).assert_silent();
    }
    let answer = session.bash();
    let reasons = session.context("main")["reasons"].clone();
    let standing = session.standing();
    assert_eq!(answer.code, Some(if standing.starts_with("pass/") { 0 } else { 2 }), "{standing}");
    format!("{standing} {}", if reasons.is_null() { json!([]) } else { reasons })
}

#[track_caller]
fn assert_passes(happens: &dyn Fn(&mut Session<'_>), prepare: &dyn Fn(&Session<'_>)) {
    for by_transcript in [false, true] {
        assert_eq!(after(happens, prepare, by_transcript), "pass/review 1 []");
    }
}

#[track_caller]
fn assert_fails(check: &str, happens: &dyn Fn(&mut Session<'_>), prepare: &dyn Fn(&Session<'_>)) {
    for by_transcript in [false, true] {
        assert_eq!(after(happens, prepare, by_transcript), format!("flagged/rebuild 1 [\"{check}\"]"));
    }
}

const NOTHING: &dyn Fn(&Session<'_>) = &|_| {};

fn decide(session: &Session<'_>, text: &str) {
    fs::write(session.cwd.join("DECISIONS.md"), text).unwrap();
}

const REJECTED: &str = "## DR-7 Rewrite it\n- status: rejected\n- decision: No rewrite.\n";

// Others may commit meanwhile.
#[test]
fn a_new_commit_on_the_branch_is_no_obstacle() {
    assert_passes(
        &|session| git(&session.cwd, &["commit", "--quiet", "--allow-empty", "--message=x"]),
        NOTHING,
    );
}

#[test]
fn another_branch_closes() {
    let switch = |session: &mut Session<'_>| git(&session.cwd, &["switch", "--quiet", "--create", "other"]);
    assert_fails("git_baseline_matches", &switch, NOTHING);
}

#[test]
fn a_head_that_is_no_descendant_closes() {
    let amend = |session: &mut Session<'_>| {
        git(&session.cwd, &["commit", "--quiet", "--allow-empty", "--amend", "--message=rewritten"]);
    };
    assert_fails("git_baseline_matches", &amend, NOTHING);
    let detach = |session: &mut Session<'_>| git(&session.cwd, &["switch", "--quiet", "--detach"]);
    assert_fails("git_baseline_matches", &detach, NOTHING);
}

#[test]
fn another_worktree_closes() {
    let move_on = |session: &mut Session<'_>| session.cwd = session.gate.path().join("side");
    let prepare =
        |session: &Session<'_>| git(&session.cwd, &["worktree", "add", "--quiet", "-b", "side", "../side"]);
    assert_fails("git_baseline_matches", &move_on, &prepare);
}

#[test]
fn a_repository_that_is_gone_closes() {
    let remove =
        |session: &mut Session<'_>| fs::rename(session.cwd.join(".git"), session.cwd.join("git")).unwrap();
    assert_fails("git_baseline_matches", &remove, NOTHING);
}

#[test]
fn a_directory_without_a_repository_has_nothing_to_compare() {
    let remove = |session: &Session<'_>| fs::remove_dir_all(session.cwd.join(".git")).unwrap();
    assert_passes(&|_| {}, &remove);
}

#[test]
fn a_rejected_decision_that_is_altered_or_removed_closes() {
    let before = |session: &Session<'_>| decide(session, REJECTED);
    for now in [
        "",
        "## DR-7 Rewrite it\n- status: accepted\n- decision: No rewrite.\n",
        "## DR-7 Rewrite it\n- status: rejected\n- decision: Yes.\n",
    ] {
        assert_fails("decisions_match", &|session| decide(session, now), &before);
    }
    let remove = |session: &mut Session<'_>| fs::remove_file(session.cwd.join("DECISIONS.md")).unwrap();
    assert_fails("decisions_match", &remove, &before);
}

#[test]
fn new_decisions_and_another_order_are_no_obstacle() {
    let before =
        |session: &Session<'_>| decide(session, &format!("{REJECTED}\n## DR-8 B\n- status: accepted\n"));
    let now = format!("# Decisions\n\n## DR-9 C\n- status: rejected\n\n{REJECTED}");
    assert_passes(&|session| decide(session, &now), &before);
}

// A compaction that came to nothing has changed nothing, whatever else has.
#[test]
fn an_abandoned_compaction_isnt_compared() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    git(&session.cwd, &["switch", "--quiet", "--create", "other"]);
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
}

// A poisoned summary is quarantined, whatever else has changed.
#[test]
fn a_suspect_summary_weighs_more_than_a_moved_head() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    git(&session.cwd, &["switch", "--quiet", "--create", "other"]);
    session.post_compact(POISONED);
    assert_eq!(session.standing(), "flagged/quarantine 1");
}
