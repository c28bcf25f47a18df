//! Subagents share the session's id, and each has a verdict of its own.

use crate::gate::Gate;
use crate::summary::*;
use serde_json::json;

// B2: the same call, from a subagent.
#[test]
fn a_subagent_starts_with_the_main_verdict() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.agent("a1", "Explore").bash().assert_silent();
    assert_eq!(main.standing_of("agent:a1"), "pass/review 0");
    main.compact(POISONED);
    // B11: SubagentStart never came.
    main.agent("a2", "Explore").bash().assert_denied("verdict_flagged");
    main.agent("a3", "Explore").send("SubagentStart/subagent").assert_silent();
    assert_eq!(main.standing_of("agent:a3"), "flagged/quarantine 0");
}

#[test]
fn the_mains_compaction_leaves_its_subagents_alone() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    let agent = main.agent("a1", "Explore");
    agent.send("SubagentStart/subagent").assert_silent();
    main.pre_compact();
    agent.bash().assert_silent();
    main.post_compact(POISONED);
    agent.bash().assert_silent();
    main.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_subagents_compaction_leaves_the_main_alone() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    let agent = main.agent("a1", "general-purpose");
    agent.bash().assert_silent();
    agent.compact(POISONED);
    agent.bash().assert_denied("verdict_flagged");
    main.bash().assert_silent();
    main.agent("a2", "Explore").bash().assert_silent();
    assert_eq!(
        (main.standing(), main.standing_of("agent:a1")),
        ("pass/review 0".into(), "flagged/quarantine 1".into())
    );
}

// It was started from the context before the compaction.
#[test]
fn a_subagent_that_is_met_while_the_main_is_pending_takes_the_prior_verdict() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.pre_compact();
    main.agent("a1", "Explore").bash().assert_silent();
    main.bash_without_row().assert_denied("verdict_pending");
}

#[test]
fn a_subagent_is_settled_from_its_own_transcript() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    let agent = main.agent("a1", "Explore");
    agent.bash().assert_silent();
    agent.pre_compact();
    // The rows of the main thread are nobody else's business.
    main.rows.compaction(POISONED);
    agent.bash().assert_silent();
    assert_eq!(main.standing_of("agent:a1"), "pass/review 1");
    agent.pre_compact();
    agent.rows.compaction(POISONED);
    agent.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_subagents_compaction_whose_hooks_were_lost_is_linted() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    let agent = main.agent("a1", "Explore");
    agent.bash().assert_silent();
    agent.rows.compaction(POISONED);
    agent.bash().assert_denied("verdict_flagged");
    main.bash().assert_silent();
}

// A8, A9: client 2.1.139 names no subagent in these events, so they hit the main context, on the strict side.
#[test]
fn a_compaction_event_without_an_agent_is_the_mains() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.pre_compact();
    main.start("compact");
    main.post_compact(POISONED);
    main.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_subagent_of_a_session_that_began_unseen_waits_for_its_history() {
    let gate = Gate::new();
    let main = gate.session();
    let agent = main.agent("a1", "Explore");
    agent.rows.prompt("the task");
    agent.bash().assert_denied("history_unknown");
    main.rows.compaction(POISONED);
    agent.bash().assert_denied("verdict_flagged");
    let clean = gate.other_session("22222222-2222-4222-8222-222222222222");
    clean.rows.prompt("hello");
    clean.agent("a1", "Explore").bash().assert_silent();
}

// B10: absent, null and empty fields prove nothing, and a flagged session is closed in every spelling.
#[test]
fn every_spelling_of_no_agent_is_the_main_thread() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.compact(POISONED);
    for fields in [
        json!({}),
        json!({"agent_id": "a1"}),
        json!({"agent_type": "Explore"}),
        json!({"agent_id": "a2", "agent_type": "Explore"}),
        json!({"agent_id": null, "agent_type": null}),
        json!({"agent_id": "", "agent_type": ""}),
    ] {
        let mut payload = main.bash_payload_with_row();
        payload.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        gate.send(&payload).assert_closed();
    }
}

// A main thread that was started with `--agent`.
#[test]
fn an_agent_type_alone_is_the_main_thread() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    let mut payload = main.bash_payload_with_row();
    payload["agent_type"] = json!("reviewer");
    gate.send(&payload).assert_silent();
    assert_eq!(main.context("main")["verdict"], "pass");
    main.pre_compact();
    let mut payload = main.bash_payload("toolu_unwritten");
    payload["agent_type"] = json!("reviewer");
    gate.send(&payload).assert_denied("verdict_pending");
}

#[test]
fn the_summariser_may_call_nothing_and_has_no_context() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.pre_compact();
    let payload = main.payload("PreToolUse/bash_of_summariser");
    gate.send(&payload).assert_denied("summariser_tool");
    main.send("SubagentStop/summariser").assert_silent();
    main.send("StopFailure/summariser").assert_silent();
    let contexts = main.context("agent:a1111111111111111");
    assert_eq!((contexts, main.standing()), (json!(null), "pending/review 1".into()));
}

// E10: its transcript_path is the parent's.
#[test]
fn the_end_of_a_subagent_touches_nothing() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.agent("a1", "Explore").bash().assert_silent();
    let before = main.records().len();
    main.send("SubagentStop/subagent").assert_silent();
    assert_eq!(main.records().len(), before);
}
