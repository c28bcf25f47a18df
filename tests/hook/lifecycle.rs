//! The life of a session whose hooks all come.

use crate::gate::Gate;
use crate::summary::*;
use serde_json::json;

#[test]
fn a_new_session_is_open() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup").assert_told("Gate: pass, epoch 0.");
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 0");
}

// A14: PreCompact has to be quick and silent; whatever it says goes into the summariser's prompt (G5).
#[test]
fn a_compaction_closes_the_tools_until_its_summary_is_checked() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact().assert_silent();
    assert_eq!(session.standing(), "pending/review 1");
    session.bash_without_row().assert_denied("verdict_pending");
    session.post_compact(CLEAN).assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
    session.bash().assert_silent();
}

// A21: SessionStart comes between the two, and must not say pass.
#[test]
fn session_start_after_a_compaction_says_that_nothing_is_decided() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let told = session.start("compact");
    told.assert_told("Gate: pending, epoch 1: not decided yet.");
    assert!(!told.stdout.contains("Gate: pass"), "{}", told.stdout);
    assert_eq!(session.standing(), "pending/review 1");
    session.post_compact(POISONED).assert_silent();
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_poisoned_summary_is_quarantined() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    assert_eq!(session.standing(), "flagged/quarantine 1");
    session.bash().assert_denied("verdict_flagged");
}

// A6, A16: a burst of PreCompact is one compaction with its first checkpoint.
#[test]
fn a_burst_of_pre_compact_is_one_epoch() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let first = session.context("main")["checkpoint"].clone();
    for instructions in ["a", "b", "c"] {
        let mut payload = session.payload("PreCompact/manual");
        payload["custom_instructions"] = json!(instructions);
        gate.send(&payload).assert_silent();
    }
    assert_eq!(session.context("main")["checkpoint"], first);
    session.post_compact(CLEAN);
    assert_eq!(session.standing(), "pass/review 1");
    assert_eq!(session.records_of("checkpoint_taken").len(), 1);
    session.bash().assert_silent();
}

// A3, A4: there is no checkpoint to compare the summary with.
#[test]
fn post_compact_alone_is_flagged_for_rebuild() {
    let gate = Gate::new();
    let known = gate.session();
    known.start("startup");
    known.post_compact(CLEAN).assert_silent();
    assert_eq!(known.standing(), "flagged/rebuild 0");
    let unknown = gate.other_session("99999999-9999-4999-8999-999999999999");
    unknown.post_compact(CLEAN).assert_silent();
    assert_eq!(unknown.standing(), "flagged/rebuild 0");
    unknown.bash().assert_denied("verdict_flagged");
}

// A19: SessionStart is late and doubled.
#[test]
fn session_start_after_post_compact_opens_an_epoch_that_the_transcript_settles() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.post_compact(CLEAN);
    session.rows.compaction(CLEAN);
    session.start("compact");
    session.start("compact");
    session.bash().assert_silent();
    assert_eq!(session.standing().split(' ').next(), Some("pass/review"));
}

#[test]
fn a_compaction_without_pre_compact_gets_its_checkpoint_from_session_start() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.start("compact").assert_told("not decided yet");
    assert_eq!(session.standing(), "pending/review 1");
    assert_eq!(session.records_of("checkpoint_taken")[0]["event"], "SessionStart");
    session.post_compact(CLEAN);
    session.bash().assert_silent();
}

#[test]
fn each_compaction_is_checked_afresh() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for epoch in 1..=3 {
        session.compact(if epoch == 2 { CLEAN_TOO } else { CLEAN });
        session.bash().assert_silent();
        assert_eq!(session.standing(), format!("pass/review {epoch}"));
    }
    session.compact(POISONED);
    assert_eq!(session.standing(), "flagged/quarantine 4");
}

// A25: a trigger that nobody knows yet.
#[test]
fn an_unknown_trigger_is_a_compaction_like_any_other() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for name in ["PreCompact/auto", "PostCompact/auto"] {
        let mut payload = session.payload(name);
        payload["trigger"] = json!("idle");
        gate.send(&payload).assert_silent();
    }
    assert_eq!(session.standing(), "pass/review 1");
}
