//! Compactions of which no hook told.

use crate::gate::Gate;
use crate::summary::*;

#[test]
fn a_compaction_whose_hooks_were_all_lost_is_linted_at_the_next_call() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash().assert_silent();
    session.rows.compaction(CLEAN);
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.standing(), "flagged/quarantine 2");
}

// At `pass` nothing waits for the client, so rows that come late are found one call later.
#[test]
fn rows_that_come_after_a_call_are_found_at_the_following_one() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash_without_row().assert_silent();
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_boundary_without_the_calls_own_row_closes_until_it_can_be_judged() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash().assert_silent();
    session.rows.compaction(CLEAN);
    session.bash_without_row().assert_denied("verdict_pending");
    assert_eq!(session.standing(), "pending/review 1");
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
}

#[test]
fn a_compaction_is_accounted_for_once() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(CLEAN);
    let mut counts = Vec::new();
    for _ in 0..3 {
        session.bash().assert_silent();
        counts.push(session.records().len());
    }
    assert_eq!(counts[0], counts[2], "records are added though nothing happens");
    assert_eq!(session.records_of("summary_checked").len(), 1);
}

#[test]
fn the_last_of_several_lost_compactions_decides_no_less_than_the_others() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash().assert_silent();
    session.rows.compaction(POISONED);
    session.rows.compaction(CLEAN);
    session.bash().assert_denied("verdict_flagged");
}

// A transcript that is longer than a hint of how far it was read, and one that was replaced.
#[test]
fn a_boundary_far_into_a_long_transcript_is_found() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let filler = "x".repeat(4000);
    for _ in 0..200 {
        session.rows.prompt(&filler);
    }
    session.bash().assert_silent();
    for _ in 0..200 {
        session.rows.prompt(&filler);
    }
    session.bash().assert_silent();
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_transcript_that_was_replaced_is_read_from_its_start() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let filler = "x".repeat(4000);
    for _ in 0..200 {
        session.rows.prompt(&filler);
    }
    session.bash().assert_silent();
    std::fs::remove_file(session.rows.path()).unwrap();
    session.rows.compaction(POISONED);
    for _ in 0..300 {
        session.rows.prompt(&filler);
    }
    session.bash().assert_denied("verdict_flagged");
}
