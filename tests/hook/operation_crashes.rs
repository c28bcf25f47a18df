//! The gate is killed between any two steps of starting and completing an operation: the effect isn't repeated.

use crate::external_calls::*;
use crate::running::Running;
use crate::session::Session;
use rustix::process::{Signal, kill_process};
use std::thread;
use std::time::Duration;

/// Sends an event and kills the hook after a while. Whether it had let the event pass by then.
fn killed_after(session: &Session<'_>, payload: &str, after: Duration) -> bool {
    let running = Running::start(session.gate.command()).write(payload.as_bytes());
    thread::sleep(after);
    // It may have ended by itself already.
    let _ = kill_process(running.id(), Signal::KILL);
    running.answer().code == Some(0)
}

fn instants() -> impl Iterator<Item = Duration> {
    (0..60).map(|step| Duration::from_micros(step * 150))
}

// Only a call that was answered may have run, and whatever was answered is on record.
#[test]
fn a_kill_while_it_is_started_leaves_it_recorded_or_not_let_through() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    let (mut passed, mut killed) = (0, 0);
    for (number, after) in instants().enumerate() {
        let (id, version) = (fresh(), number.to_string());
        session.rows.tool_use(&id);
        let payload = serde_json::json!({"tool_name": "mcp__deploy__run", "tool_input": deployment(&version), "tool_use_id": id});
        let payload = crate::payload::with(session.payload("PreToolUse/mcp"), &payload).to_string();
        if killed_after(&session, &payload, after) {
            passed += 1;
            session.deploy(&fresh(), &version).assert_denied("operation_unresolved");
        } else {
            killed += 1;
            let on_record =
                session.records_of("operation_started").iter().any(|body| body["tool_use_id"] == id);
            let again = session.deploy(&fresh(), &version);
            assert_eq!(again.code, Some(if on_record { 2 } else { 0 }), "{}", again.stderr);
        }
    }
    assert!(killed > 0, "{passed} passed, {killed} were killed");
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
}

// The session's ledger has it and the run's doesn't, as after a death between the two writes.
#[test]
fn what_a_session_recorded_alone_reaches_its_run_with_the_next_event() {
    let gate = governed();
    gate.session().start("startup");
    gate.session().deploy_and_fail("1");
    let gate = gate.in_run("nightly");
    let other = gate.other_session("22222222-2222-4222-8222-222222222222");
    other.start("startup");
    gate.session().bash().assert_silent();
    other.deploy(&fresh(), "1").assert_denied("operation_unresolved");
}

#[test]
fn a_kill_while_it_is_completed_leaves_it_completed_or_closed() {
    let gate = governed();
    let session = gate.session();
    session.start("startup");
    for (number, after) in instants().enumerate().step_by(2) {
        let version = number.to_string();
        let id = session.deploy_unheard(&version);
        let payload =
            serde_json::json!({"tool_name": "mcp__deploy__run", "tool_use_id": id, "tool_response": "ok"});
        let payload = crate::payload::with(session.payload("PostToolUse/mcp"), &payload).to_string();
        killed_after(&session, &payload, after);
        let ended = session.records_of("operation_ended").len();
        session.result_row(&id, &serde_json::json!({"permissionDecision": {"decision": "accept"}}));
        let again = session.deploy(&fresh(), &version);
        let completed = session.records_of("operation_ended").len() == ended && again.code == Some(0);
        let unknown = again.code == Some(2) && again.stderr.contains("operation_unresolved");
        assert!(completed || unknown, "{}", again.stderr);
    }
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
}
