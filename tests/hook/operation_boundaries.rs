//! An operation of which nothing was heard is unknown after a boundary, and no boundary loses it.

use crate::external_calls::*;
use crate::payload::with;
use crate::summary::*;
use serde_json::json;
use std::fs;

#[test]
fn a_boundary_makes_it_unknown() {
    for boundary in [
        "PreCompact/auto",
        "PostCompact/auto",
        "SessionStart/resume",
        "SessionStart/startup",
        "SessionEnd/other",
    ] {
        let gate = governed();
        let session = gate.session();
        session.start("startup");
        let id = session.deploy_unheard("1");
        session.send(boundary);
        assert_eq!(session.operations(), ["unknown"], "{boundary}");
        session.succeeded(&id).assert_silent();
        assert_eq!(session.operations(), ["unknown"], "{boundary}");
    }
}

#[test]
fn a_boundary_knows_a_refused_call_by_its_row() {
    for boundary in ["PreCompact/auto", "SessionStart/resume", "SessionEnd/other"] {
        let gate = governed();
        let session = gate.session();
        session.start("startup");
        let id = session.deploy_unheard("1");
        session.refused_row(&id);
        session.send(boundary);
        assert_eq!(session.operations(), ["not_run"], "{boundary}");
    }
}

#[test]
fn a_compaction_doesnt_lose_it_and_closes_no_more_than_it_has_to() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("1");
    let told = session.start("resume");
    told.assert_told("Unresolved operations");
    session.compact(CLEAN);
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    session.deploy(&fresh(), "2").assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
}

#[test]
fn the_session_start_text_names_it_and_nothing_of_its_input() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("hidden-7");
    session.pre_compact().assert_silent();
    let told = session.start("compact");
    told.assert_told("mcp__deploy__run");
    let id = session.records_of("operation_started")[0]["id"].as_str().unwrap().to_owned();
    told.assert_told(&id);
    assert!(!told.stdout.contains("hidden-7"), "{}", told.stdout);
}

#[test]
fn a_cleared_session_hands_it_on() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("1");
    let agent = session.agent("a1", "Explore");
    agent.bash().assert_silent();
    let in_flight = agent.deploy_unheard("2");
    session.send("SessionEnd/clear").assert_silent();
    let next = gate.other_session("22222222-2222-4222-8222-222222222222");
    next.start("clear").assert_told("Unresolved operations");
    for version in ["1", "2"] {
        next.deploy(&fresh(), version).assert_denied("operation_unresolved");
    }
    // The session it was started in has ended, so that its end no longer counts, on the strict side.
    next.agent("a1", "Explore").succeeded(&in_flight).assert_silent();
    assert_eq!(next.operations(), ["unknown", "unknown"]);
}

#[test]
fn a_fork_has_its_parents() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let shared = session.rows.prompt("hello");
    session.deploy_and_fail("1");
    session.deploy_unheard("2");
    let fork = gate.other_session("33333333-3333-4333-8333-333333333333");
    fork.start("fork");
    fork.rows.row(&json!({"uuid": shared, "type": "user", "message": {"role": "user", "content": "hello"}}));
    for version in ["1", "2"] {
        fork.deploy(&fresh(), version).assert_denied("operation_unresolved");
    }
    fork.deploy(&fresh(), "3").assert_silent();
    assert_eq!(session.operations(), ["started", "unknown"], "the parent's own go on");
}

#[test]
fn subagents_and_the_main_thread_wait_for_each_other() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let agent = session.agent("a1", "Explore");
    let of_agent = agent.deploy_unheard("1");
    session.deploy_and_fail("2");
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    agent.deploy(&fresh(), "2").assert_denied("operation_unresolved");
    // The main thread's compaction and its batches say nothing of a subagent's call.
    session.batch(&["toolu_x"]).assert_silent();
    session.compact(CLEAN);
    agent.succeeded(&of_agent).assert_silent();
    assert_eq!(session.operations(), ["completed", "unknown"]);
    let unheard = agent.deploy_unheard("3");
    agent.pre_compact().assert_silent();
    agent.succeeded(&unheard).assert_silent();
    assert_eq!(session.operations(), ["completed", "unknown", "unknown"]);
}

#[test]
fn the_sessions_of_a_run_share_them() {
    let gate = governed().in_run("nightly");
    let (one, two) = (gate.session(), gate.other_session("44444444-4444-4444-8444-444444444444"));
    one.start("startup");
    two.start("startup");
    let id = one.deploy_unheard("1");
    two.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    one.succeeded(&id).assert_silent();
    let again = fresh();
    two.deploy(&again, "1").assert_silent();
    two.failed(&again).assert_silent();
    one.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    let third = gate.other_session("55555555-5555-4555-8555-555555555555");
    third.start("startup").assert_told("mcp__deploy__run");
    third.deploy(&fresh(), "1").assert_denied("operation_unresolved");
}

#[test]
fn two_sessions_of_a_run_dont_start_the_same_at_once() {
    for round in 0..4 {
        let gate = governed().in_run("nightly");
        let ids = ["66666666-6666-4666-8666-666666666666", "77777777-7777-4777-8777-777777777777"];
        let sessions = ids.map(|id| gate.other_session(id));
        for session in &sessions {
            session.start("startup");
        }
        let open: usize = std::thread::scope(|scope| {
            let calls: Vec<_> = sessions
                .iter()
                .flat_map(|session| {
                    (0..3).map(|_| scope.spawn(|| session.deploy(&fresh(), "1"))).collect::<Vec<_>>()
                })
                .collect();
            calls.into_iter().map(|call| usize::from(call.join().unwrap().code == Some(0))).sum()
        });
        assert_eq!(open, 1, "round {round}");
    }
}

#[test]
fn a_removed_state_is_no_way_out() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("1");
    fs::remove_dir_all(session.folder()).unwrap();
    session.deploy(&fresh(), "1").assert_denied("verdict_flagged");
}

#[test]
fn another_policy_doesnt_make_it_forgotten() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    session.deploy_and_fail("1");
    // One rule more is narrower, so that the session is bound to it by itself.
    fs::write(gate.policy_file(), POLICY.replace("external = [", "external = [\"mcp__other__run\", "))
        .unwrap();
    session.deploy(&fresh(), "1").assert_denied("operation_unresolved");
    fs::write(gate.policy_file(), "version = 1\n").unwrap();
    session.deploy(&fresh(), "1").assert_denied("policy_changed");
}

#[test]
fn a_call_without_an_id_is_never_heard_of() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let call = json!({"tool_name": "mcp__deploy__run", "tool_input": deployment("1"), "tool_use_id": null});
    let payload = with(session.payload("PreToolUse/mcp"), &call);
    gate.send(&payload).assert_silent();
    gate.send(&payload).assert_denied("operation_unresolved");
    session.batch(&["toolu_x"]).assert_silent();
    assert_eq!(session.operations(), ["unknown"]);
}
