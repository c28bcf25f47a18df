//! `/clear`: a new id, an empty context, and background subagents that go on.

use crate::gate::Gate;
use crate::running::Running;
use crate::summary::*;

const NEW: &str = "22222222-2222-4222-8222-222222222222";

// E1: the empty context has nothing of the flagged summary.
#[test]
fn a_cleared_session_is_open_and_says_what_it_replaces() {
    let gate = Gate::new();
    let old = gate.session();
    old.start("startup");
    old.compact(POISONED);
    old.send("SessionEnd/clear").assert_silent();
    let new = gate.other_session(NEW);
    new.start("clear").assert_told("replaces \"11111111-1111-4111-8111-111111111111\" after /clear");
    new.bash().assert_silent();
    assert_eq!(new.standing(), "pass/review 0");
    old.bash().assert_denied("verdict_flagged");
}

#[test]
fn background_subagents_keep_their_verdicts_under_the_new_id() {
    let gate = Gate::new();
    let old = gate.session();
    old.start("startup");
    let [flagged, open] = [old.agent("a1", "Explore"), old.agent("a2", "Explore")];
    open.bash().assert_silent();
    flagged.compact(POISONED);
    old.send("SessionEnd/clear");
    let new = gate.other_session(NEW);
    new.start("clear");
    new.bash().assert_silent();
    new.agent("a2", "Explore").bash().assert_silent();
    new.agent("a1", "Explore").bash().assert_denied("verdict_flagged");
    assert_eq!(new.standing_of("agent:a1"), "flagged/quarantine 1");
}

// Another client's session isn't the one that was cleared.
#[test]
fn another_clients_session_is_not_replaced() {
    let gate = Gate::new();
    let old = gate.session();
    let agent = old.agent("a1", "Explore");
    // A process between this one and the hook stands for another client.
    for payload in [old.payload("SessionStart/startup"), old.payload("SessionEnd/clear")] {
        let client = gate.command_through("timeout", &["60"]);
        assert_eq!(Running::start(client).write(payload.to_string().as_bytes()).answer().code, Some(0));
    }
    agent.pre_compact();
    agent.post_compact(POISONED);
    let new = gate.other_session(NEW);
    let told = new.start("clear");
    assert!(!told.stdout.contains("replaces"), "{}", told.stdout);
    assert_eq!(new.context("agent:a1"), serde_json::Value::Null);
}

// A shell between client and hook doesn't make it another client.
#[test]
fn a_hook_run_by_a_shell_knows_its_client() {
    let gate = Gate::new();
    let old = gate.session();
    let start = old.payload("SessionStart/startup").to_string();
    let through_shell = gate.command_through("sh", &["-c", "\"$@\"; exit $?", "sh"]);
    assert_eq!(Running::start(through_shell).write(start.as_bytes()).answer().code, Some(0));
    gate.other_session(NEW).start("clear").assert_told("This session replaces");
}

#[test]
fn a_known_id_is_left_as_it_is() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.start("clear").assert_told("not decided yet");
    assert_eq!(session.standing(), "pending/review 1");
}
