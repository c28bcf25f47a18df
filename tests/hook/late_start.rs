//! Sessions whose beginning the gate didn't see.

use crate::gate::Gate;
use crate::summary::*;

#[test]
fn a_session_without_a_compaction_is_taken_as_it_is() {
    let gate = Gate::new();
    let session = gate.session();
    session.rows.prompt("hello");
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 0");
}

#[test]
fn the_last_summary_of_the_transcript_decides() {
    let gate = Gate::new();
    let [clean, poisoned] = ["21111111-1111-4111-8111-111111111111", "31111111-1111-4111-8111-111111111111"];
    let clean = gate.other_session(clean);
    clean.rows.compaction(CLEAN);
    clean.bash().assert_silent();
    assert_eq!(clean.standing(), "pass/review 1");
    let poisoned = gate.other_session(poisoned);
    poisoned.rows.compaction(CLEAN);
    poisoned.rows.compaction(POISONED);
    poisoned.bash().assert_denied("verdict_flagged");
    assert_eq!(poisoned.standing(), "flagged/quarantine 1");
}

// 2.1.139's `--no-session-persistence` and the like.
#[test]
fn without_a_transcript_it_is_closed() {
    let gate = Gate::new();
    let session = gate.session();
    session.bash_without_row().assert_denied("history_unknown");
    let mut payload = session.bash_payload("toolu_x");
    payload.as_object_mut().unwrap().remove("transcript_path");
    gate.send(&payload).assert_denied("history_unknown");
    // Nothing is decided by that: with a transcript it is settled.
    session.rows.prompt("hello");
    session.bash().assert_silent();
}

#[test]
fn a_resumed_session_that_nobody_knows_is_settled_at_its_first_call() {
    let gate = Gate::new();
    let session = gate.session();
    session.rows.compaction(POISONED);
    session.start("resume").assert_told("not decided yet");
    session.bash().assert_denied("verdict_flagged");
    let other = gate.other_session("21111111-1111-4111-8111-111111111111");
    other.rows.prompt("hello");
    other.start("resume").assert_told("not decided yet");
    other.bash().assert_silent();
}

#[test]
fn a_compaction_right_after_registration_is_an_ordinary_one() {
    let gate = Gate::new();
    let session = gate.session();
    session.rows.prompt("hello");
    session.compact(CLEAN);
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
    let poisoned = gate.other_session("21111111-1111-4111-8111-111111111111");
    poisoned.rows.prompt("hello");
    poisoned.compact(POISONED);
    poisoned.bash().assert_denied("verdict_flagged");
}

// The hooks were registered while the client compacted: SessionStart(compact) is the first to be heard.
#[test]
fn a_compaction_of_which_only_the_second_half_is_heard_is_judged_by_its_summary() {
    let gate = Gate::new();
    let session = gate.session();
    session.rows.prompt("hello");
    session.start("compact").assert_told("not decided yet");
    session.post_compact(CLEAN).assert_silent();
    session.rows.compaction(CLEAN);
    session.bash().assert_silent();
}

// A5: SessionStart(compact) alone, and then the rows.
#[test]
fn session_start_compact_alone_leaves_it_to_the_transcript() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("compact");
    session.bash_without_row().assert_denied("history_unknown");
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}

// The gate's own words in a transcript prove that it has known the session, so its state was taken away.
#[test]
fn a_transcript_with_the_gates_own_words_closes_a_session_without_state() {
    let known = Gate::new();
    let session = known.session();
    let greeting = session.start("startup").stdout;
    session.compact(POISONED);
    let denial = session.bash().stderr;
    let fresh = Gate::new();
    let greeted = fresh.other_session(&session.id);
    greeted.rows.hook_success("startup", &greeting);
    greeted.bash().assert_denied("verdict_flagged");
    assert_eq!(greeted.standing(), "flagged/rebuild 0");
    let denied = fresh.other_session("21111111-1111-4111-8111-111111111111");
    denied.rows.hook_error("toolu_1", &denial);
    denied.bash().assert_denied("verdict_flagged");
    let resumed = fresh.other_session("31111111-1111-4111-8111-111111111111");
    resumed.rows.hook_error("toolu_1", &denial);
    resumed.start("resume").assert_told("Gate: flagged (rebuild)");
    // Quoting them proves nothing.
    let quoting = fresh.other_session("41111111-1111-4111-8111-111111111111");
    quoting.rows.prompt(&greeting);
    quoting.rows.prompt(&denial);
    quoting.bash().assert_silent();
}
