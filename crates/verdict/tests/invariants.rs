//! What holds after every sequence of events, tried exhaustively to a depth and then at random beyond it.

use crate::samples::*;
use std::collections::BTreeSet;
use verdict::{ContextId, Event, Facts, Reply, Source, State, Verdict, decide};

fn moves() -> Vec<(Event, Facts)> {
    let main = || call(Some(ContextId::Main));
    let sub = || call(Some(agent()));
    let sub_event = |event: Event| match event {
        Event::PreCompact { trigger, .. } => {
            Event::PreCompact { context: agent(), agent_type: Some("t".into()), trigger }
        }
        Event::PostCompact { summary, .. } => Event::PostCompact { context: agent(), summary },
        other => other,
    };
    vec![
        (start(Source::Startup), facts()),
        (start(Source::Resume), facts()),
        (start(Source::Fork), facts()),
        (start(Source::Clear), Facts { state_removed: true, ..facts() }),
        (start(Source::Compact), facts()),
        (pre_compact(), facts()),
        (pre_compact(), Facts { continuity: verdict::ContinuityFacts::Invalid("x".into()), ..facts() }),
        (post_compact("good", false), facts()),
        (post_compact("bad", true), facts()),
        (sub_event(pre_compact()), facts()),
        (sub_event(post_compact("sub", true)), facts()),
        (main(), facts()),
        (main(), transcript(vec![])),
        (main(), history(vec![], false, vec![])),
        (main(), history(vec![boundary("b", Some(summary("new", false)))], false, vec![])),
        (main(), history(vec![boundary("c", Some(summary("evil", true)))], false, vec![])),
        (main(), history(vec![], true, vec![])),
        (sub(), transcript(vec![])),
        (call(None), facts()),
    ]
}

fn check(before: &State, event: &Event, facts: &Facts) -> State {
    let decision = decide(before, event, facts);
    let mut folded = before.clone();
    for record in &decision.records {
        folded.apply(record);
    }
    assert_eq!(folded, decision.after, "the state is the fold of its records: {event:?}");
    for (id, context) in &before.contexts {
        let now = &decision.after.contexts[id];
        if context.verdict == Verdict::Flagged {
            assert_eq!(now.verdict, Verdict::Flagged, "only the operator lifts a flag: {event:?}");
        }
        assert!(now.epoch >= context.epoch, "epochs never go back: {event:?}");
    }
    if let Event::PreToolUse { context, .. } = event {
        let verdict =
            context.as_ref().and_then(|id| decision.after.contexts.get(id)).map(|context| context.verdict);
        assert_eq!(
            decision.reply == Reply::Silent,
            verdict == Some(Verdict::Pass),
            "tools run at pass alone"
        );
    } else {
        assert_eq!(decision.reply, Reply::Silent, "nothing but a tool call is ever denied");
    }
    let touched = match event {
        Event::PreToolUse { context, .. } => context.clone(),
        Event::PreCompact { context, .. }
        | Event::PostCompact { context, .. }
        | Event::SessionStart { context, .. } => Some(context.clone()),
        _ => None,
    };
    for id in [ContextId::Main, agent()] {
        let (was, is) = (before.contexts.get(&id), decision.after.contexts.get(&id));
        if touched.as_ref() != Some(&id) && was.is_some() {
            assert_eq!(was, is, "an event of {touched:?} leaves {id} alone");
        }
    }
    let again = decide(&decision.after, event, facts);
    if matches!(event, Event::PostCompact { .. }) {
        assert_eq!(again.after, decision.after, "a second copy of the hook changes nothing: {event:?}");
    }
    decision.after
}

#[test]
fn every_sequence_of_four_events_keeps_the_invariants() {
    let moves = moves();
    let mut frontier = vec![State::default()];
    let mut seen = BTreeSet::new();
    for _ in 0..4 {
        let mut next = Vec::new();
        for state in &frontier {
            for (event, facts) in &moves {
                let after = check(state, event, facts);
                if seen.insert(serde_json::to_string(&after).unwrap()) {
                    next.push(after);
                }
            }
        }
        frontier = next;
    }
    assert!(seen.len() > 200, "{} states", seen.len());
}

#[test]
fn long_random_sequences_keep_the_invariants() {
    let moves = moves();
    let mut number: u64 = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..300 {
        let mut state = State::default();
        for _ in 0..60 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (event, facts) = &moves[usize::try_from(number >> 40).unwrap() % moves.len()];
            state = check(&state, event, facts);
        }
    }
}

#[test]
fn a_release_opens_and_the_released_summary_stays_accounted_for() {
    let mut state = flagged();
    state.apply(&release(&state).unwrap());
    let released = check(
        &state,
        &call(Some(ContextId::Main)),
        &transcript(vec![boundary("b", Some(summary("bad", true)))]),
    );
    assert_eq!(released.contexts[&ContextId::Main].verdict, Verdict::Pass);
}

#[test]
fn a_release_of_something_else_than_was_seen_does_nothing() {
    let state = flagged();
    for (epoch, summary) in [(2, Some("bad")), (1, Some("other")), (1, None)] {
        let event = Event::Release {
            context: ContextId::Main,
            epoch,
            summary: summary.map(str::to_owned),
            reason: "r".into(),
            operator: "o".into(),
        };
        assert!(decide(&state, &event, &facts()).records.is_empty());
    }
}
