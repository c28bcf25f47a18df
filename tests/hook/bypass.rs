//! A call that was denied runs all the same: the client doesn't do as it is told, or another process speaks for it.

use crate::external_calls::*;
use crate::payload::with;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;

fn ran(session: &Session<'_>, id: &str) {
    session
        .gate
        .send(&with(session.payload("PostToolUse/bash"), &json!({"tool_use_id": id})))
        .assert_silent();
}

fn denied(session: &Session<'_>, id: &str) {
    let payload = session.bash_payload(id);
    session.rows.tool_use(id);
    session.gate.send(&payload).assert_closed();
}

#[test]
fn a_denied_call_that_ran_is_recorded_and_closes_the_context() {
    let gate = crate::gate::Gate::governed("version = 1\n[tools]\ndeny = [\"Bash(echo *)\"]\n");
    let session = gate.session();
    session.start("startup");
    denied(&session, "toolu_9");
    assert_eq!(session.standing(), "pass/review 0");
    ran(&session, "toolu_9");
    ran(&session, "toolu_9");
    let found = session.records_of("bypass_detected");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["tool_use_id"], "toolu_9");
    assert_eq!(session.standing(), "flagged/rebuild 0");
    session.call("Write", &json!({"file_path": "/tmp/x", "content": "x"})).assert_denied("verdict_flagged");
    let status = gate.operator(&["status", "--session", &session.id]);
    assert_eq!(status.code, Some(4));
    assert!(status.stdout.contains("bypass_detected"), "{}", status.stdout);
    assert!(status.stdout.contains("1 denied call ran"), "{}", status.stdout);
    session.compact(CLEAN);
    assert_eq!(session.standing(), "flagged/rebuild 1");
}

// The second denial of a standing one quotes the first, and its own call is watched, too.
#[test]
fn every_denial_is_watched() {
    let gate = crate::gate::Gate::governed("version = 1\n[tools]\ndeny = [\"Bash(echo *)\"]\n");
    let session = gate.session();
    session.start("startup");
    denied(&session, "toolu_1");
    denied(&session, "toolu_2");
    ran(&session, "toolu_2");
    assert_eq!(session.standing(), "flagged/rebuild 0");
}

#[test]
fn a_quarantined_context_keeps_its_reasons() {
    let gate = crate::gate::Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let agent = session.agent("a1", "Explore");
    denied(&agent, "toolu_a");
    denied(&session, "toolu_m");
    let reasons = session.context("main")["reasons"].as_array().unwrap().len();
    ran(&agent, "toolu_a");
    ran(&session, "toolu_m");
    assert_eq!(session.standing(), "flagged/quarantine 1");
    assert_eq!(session.context("main")["reasons"].as_array().unwrap().len(), reasons + 1);
    assert_eq!(session.records_of("bypass_detected").len(), 2);
}

#[test]
fn it_is_found_however_many_denials_came_after_it() {
    let gate = crate::gate::Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    denied(&session, "toolu_first");
    for number in 0..70 {
        denied(&session, &format!("toolu_n{number}"));
    }
    ran(&session, "toolu_fir");
    assert!(session.records_of("bypass_detected").is_empty());
    ran(&session, "toolu_first");
    assert_eq!(session.records_of("bypass_detected").len(), 1);
}

#[test]
fn a_failure_counts_only_where_it_proves_that_the_call_ran() {
    let gate = crate::gate::Gate::governed("version = 1\n[tools]\ndeny = [\"Bash(echo *)\"]\n");
    let session = gate.session();
    session.start("startup");
    denied(&session, "toolu_1");
    let failed = |error: &str| {
        let fields = json!({"tool_use_id": "toolu_1", "error": error});
        gate.send(&with(session.payload("PostToolUseFailure/bash"), &fields)).assert_silent();
    };
    failed("PreToolUse:Bash hook error: [compact-gate]: Exit code 2");
    session.permission_denied("toolu_1").assert_silent();
    session.batch(&["toolu_1"]).assert_silent();
    assert_eq!(session.standing(), "pass/review 0");
    failed("Exit code 3");
    assert_eq!(session.standing(), "flagged/rebuild 0");
}

#[test]
fn the_end_of_an_allowed_call_is_nothing_to_record() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.pre_tool_use("toolu_1", "Bash", &json!({"command": "ls"})).assert_silent();
    let before = session.records().len();
    ran(&session, "toolu_1");
    assert_eq!(session.records().len(), before);
}
