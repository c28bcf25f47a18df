//! `--fork-session` and `/branch`: a new id with another session's context.

use crate::gate::Gate;
use crate::session::Session;
use crate::summary::*;
use std::fs;

const FORK: &str = "22222222-2222-4222-8222-222222222222";

/// The fork's transcript as the client makes it: the parent's rows with their uuids.
fn copy_rows(parent: &Session<'_>, fork: &Session<'_>) {
    fork.rows.raw(&fs::read(parent.rows.path()).unwrap());
}

fn parent(gate: &Gate) -> Session<'_> {
    let parent = gate.session();
    parent.start("startup");
    parent.rows.prompt("hello");
    parent
}

// E2: the flagged summary is in the fork's context, too.
#[test]
fn a_fork_inherits_its_parents_flag() {
    let gate = Gate::new();
    let parent = parent(&gate);
    parent.compact(POISONED);
    let fork = gate.other_session(FORK);
    fork.start("fork").assert_told("not decided yet");
    copy_rows(&parent, &fork);
    fork.bash().assert_denied("verdict_flagged");
    assert_eq!(fork.standing(), "flagged/quarantine 1");
    assert_eq!(fork.records_of("history_resolved")[0]["forked_from"], parent.id);
}

// Sticky, though the fork's own rows hold nothing bad: the parent's flag has another reason.
#[test]
fn a_fork_inherits_a_flag_that_its_rows_dont_show() {
    let gate = Gate::new();
    let parent = parent(&gate);
    parent.post_compact(CLEAN);
    let fork = gate.other_session(FORK);
    copy_rows(&parent, &fork);
    fork.start("fork");
    fork.bash().assert_denied("verdict_flagged");
    assert_eq!(fork.standing(), "flagged/rebuild 0");
}

#[test]
fn a_fork_of_an_open_session_is_open() {
    let gate = Gate::new();
    let parent = parent(&gate);
    parent.compact(CLEAN);
    parent.bash().assert_silent();
    let fork = gate.other_session(FORK);
    fork.start("fork");
    fork.bash_without_row().assert_denied("history_unknown");
    copy_rows(&parent, &fork);
    fork.bash().assert_silent();
    assert_eq!(fork.standing(), "pass/review 1");
}

#[test]
fn a_fork_that_holds_more_than_its_parent_knows_is_linted() {
    let gate = Gate::new();
    let parent = parent(&gate);
    let fork = gate.other_session(FORK);
    fork.start("fork");
    copy_rows(&parent, &fork);
    fork.rows.compaction(POISONED);
    fork.bash().assert_denied("verdict_flagged");
}

#[test]
fn the_strictest_of_several_parents_counts() {
    let gate = Gate::new();
    let parent = parent(&gate);
    let middle = gate.other_session("33333333-3333-4333-8333-333333333333");
    middle.start("fork");
    copy_rows(&parent, &middle);
    middle.bash().assert_silent();
    middle.post_compact(CLEAN);
    let fork = gate.other_session(FORK);
    fork.start("fork");
    copy_rows(&parent, &fork);
    fork.bash().assert_denied("verdict_flagged");
}

// A fork of a pending parent is settled from its own rows.
#[test]
fn a_fork_of_a_pending_session_is_settled() {
    let gate = Gate::new();
    let parent = parent(&gate);
    parent.pre_compact();
    parent.rows.compaction(POISONED);
    let fork = gate.other_session(FORK);
    fork.start("fork");
    copy_rows(&parent, &fork);
    fork.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_fork_of_a_session_that_nobody_knows_starts_late() {
    let gate = Gate::new();
    let fork = gate.other_session(FORK);
    fork.start("fork");
    fork.rows.prompt("from a session without the gate");
    fork.bash().assert_silent();
    let poisoned = gate.other_session("33333333-3333-4333-8333-333333333333");
    poisoned.start("fork");
    poisoned.rows.compaction(POISONED);
    poisoned.bash().assert_denied("verdict_flagged");
}

// Client 2.1.139 says `resume` with the parent's id, and the fork's own id appears at a later event.
#[test]
fn a_fork_without_a_session_start_of_its_own_finds_its_parent() {
    let gate = Gate::new();
    let parent = parent(&gate);
    parent.post_compact(CLEAN);
    parent.start("resume");
    let fork = gate.other_session(FORK);
    copy_rows(&parent, &fork);
    fork.bash().assert_denied("verdict_flagged");
    assert_eq!(fork.records_of("history_resolved")[0]["forked_from"], parent.id);
}

#[test]
fn a_fork_of_a_session_whose_state_was_removed_is_closed() {
    let gate = Gate::new();
    let parent = gate.session();
    let greeting = parent.start("startup").stdout;
    parent.rows.hook_success("startup", &greeting);
    parent.post_compact(CLEAN);
    fs::remove_dir_all(parent.folder()).unwrap();
    fs::remove_file(parent.anchor()).unwrap();
    let fork = gate.other_session(FORK);
    fork.start("fork");
    copy_rows(&parent, &fork);
    fork.bash().assert_denied("verdict_flagged");
}
