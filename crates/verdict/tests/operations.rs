//! No sequence of events of the client makes an unknown operation known, and what is settled stays so.

use crate::samples::*;
use std::collections::BTreeMap;
use verdict::{
    CallEnd, CallFacts, CallResult, ContextId, Event, Facts, OperationStatus, PolicyBinding, PolicyChange,
    PolicyFacts, Reply, Source, State, ToolCall, decide,
};

/// A call with the effect `effect`, by the tool use `id`.
fn external(context: ContextId, id: &str, effect: &str) -> (Event, Facts) {
    let call = CallFacts {
        external: true,
        effects: vec![effect.into()],
        target: "t".into(),
        ..CallFacts::default()
    };
    with_call(context, id, call)
}

fn with_call(context: ContextId, id: &str, call: CallFacts) -> (Event, Facts) {
    let binding = PolicyBinding { version: "1".into(), digest: "d".into() };
    let policy = PolicyFacts { binding, change: PolicyChange::Same, problem: None, call: Some(call) };
    let agent_type = (!context.is_main()).then(|| "t".to_owned());
    let tool = ToolCall {
        tool_name: "mcp__deploy__run".into(),
        tool_use_id: Some(id.into()),
        read_only: false,
        violation: None,
    };
    let event = Event::PreToolUse { context: Some(context), agent_type, call: tool };
    (event, Facts { policy: Some(policy), nonce: format!("{id:0>12}"), ..transcript(vec![]) })
}

fn ended(id: &str, end: CallEnd) -> (Event, Facts) {
    let event = Event::CallEnded {
        context: ContextId::Main,
        tool_use_id: Some(id.into()),
        tool_name: "mcp__deploy__run".into(),
        end,
    };
    (event, facts())
}

fn results(id: &str, result: CallResult) -> Facts {
    Facts { call_results: BTreeMap::from([(id.to_owned(), result)]), ..facts() }
}

/// All that the client, and by it the model, can bring about.
fn moves() -> Vec<(Event, Facts)> {
    let mut moves = vec![
        (start(Source::Startup), facts()),
        (start(Source::Resume), facts()),
        (start(Source::Compact), facts()),
        (start(Source::Clear), facts()),
        (pre_compact(), facts()),
        (pre_compact(), results("1", CallResult::Refused)),
        (post_compact("good", false), facts()),
        (Event::PostToolBatch { context: ContextId::Main }, facts()),
        (Event::PostToolBatch { context: ContextId::Main }, results("2", CallResult::Refused)),
        (Event::PostToolBatch { context: agent() }, results("3", CallResult::Ended)),
        (Event::SessionEnd { reason: "other".into() }, facts()),
    ];
    for (context, id, effect) in [
        (ContextId::Main, "1", "a"),
        (ContextId::Main, "2", "a"),
        (ContextId::Main, "2", "b"),
        (agent(), "3", "a"),
        (agent(), "4", "c"),
    ] {
        moves.push(external(context.clone(), id, effect));
        let (event, facts) = external(context, id, effect);
        let refused =
            BTreeMap::from([("1".to_owned(), CallResult::Refused), ("3".to_owned(), CallResult::Ended)]);
        moves.push((event, Facts { call_results: refused, ..facts }));
    }
    for id in ["1", "2", "3", "4"] {
        for end in
            [CallEnd::Succeeded, CallEnd::Unfinished, CallEnd::Failed, CallEnd::Exited, CallEnd::Refused]
        {
            moves.push(ended(id, end));
        }
    }
    moves
}

fn unique() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 40).unwrap_or_default() % limit
    }
}

fn check(before: &State, event: &Event, facts: &Facts) -> State {
    // As the hook does it: another nonce for each event.
    let facts = &Facts { nonce: format!("{:012x}", unique()), ..facts.clone() };
    let decision = decide(before, event, facts);
    let mut folded = before.clone();
    for record in &decision.records {
        folded.apply(record);
    }
    assert_eq!(folded, decision.after);
    let by_client = !matches!(event, Event::Reconcile { .. }) && facts.probed.is_empty();
    for (id, operation) in &before.authority.operations {
        let now = decision.after.authority.operations.get(id).map(|operation| operation.status);
        match operation.status {
            OperationStatus::Unknown if by_client => {
                assert_eq!(now, Some(OperationStatus::Unknown), "{event:?}");
            }
            OperationStatus::Unknown => {
                assert!(matches!(
                    now,
                    Some(
                        OperationStatus::Unknown | OperationStatus::Committed | OperationStatus::NotCommitted
                    )
                ));
            }
            OperationStatus::Started => assert!(now.is_some(), "a started one isn't lost: {event:?}"),
            settled => assert!(now.is_none_or(|now| now == settled), "{settled:?} is final: {event:?}"),
        }
    }
    if let (Event::PreToolUse { call, .. }, Some(policy)) = (event, &facts.policy) {
        let about = policy.call.as_ref().map(|call| call.effects.clone()).unwrap_or_default();
        let open = decision.reply == Reply::Silent;
        let unresolved = decision
            .after
            .authority
            .operations
            .values()
            .filter(|operation| operation.status.is_unresolved() && operation.is_same_effect(&about));
        let of_others =
            unresolved.clone().filter(|operation| operation.tool_use_id != call.tool_use_id).count();
        assert!(!open || of_others == 0, "an effect of unknown outcome isn't repeated: {event:?}");
        let recorded = unresolved.clone().any(|operation| {
            operation.tool_use_id == call.tool_use_id && operation.status == OperationStatus::Started
        });
        assert!(!open || recorded, "what runs is on record: {event:?}");
        assert!(unresolved.count() <= 1, "one effect is under way once: {event:?}");
    }
    let again = decide(&decision.after, event, facts);
    if matches!(event, Event::CallEnded { .. } | Event::PostToolBatch { .. }) {
        assert!(again.records.is_empty(), "a second copy of the hook records nothing: {event:?}");
    }
    if let (Event::PreToolUse { .. }, Reply::Silent) = (event, &decision.reply) {
        assert!(again.records.is_empty() && again.reply == Reply::Silent, "{event:?}");
    }
    decision.after
}

#[test]
fn no_sequence_of_the_clients_events_makes_an_unknown_one_known() {
    let moves = moves();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut unknown = 0;
    for _ in 0..600 {
        let mut state = check(&State::default(), &start(Source::Startup), &facts());
        for _ in 0..50 {
            let (event, facts) = &moves[random.below(moves.len())];
            state = check(&state, event, facts);
        }
        let operations = state.authority.operations.values();
        unknown += operations.filter(|operation| operation.status == OperationStatus::Unknown).count();
    }
    assert!(unknown > 300, "{unknown}");
}

#[test]
fn what_the_operator_or_a_probe_settles_is_final() {
    let moves = moves();
    let mut random = Random(7);
    for _ in 0..400 {
        let mut state = check(&State::default(), &start(Source::Startup), &facts());
        for _ in 0..60 {
            let ids: Vec<&String> = state.authority.operations.keys().collect();
            let (event, facts) = if !ids.is_empty() && random.below(8) == 0 {
                let operation = ids[random.below(ids.len())].clone();
                let committed = random.below(2) == 0;
                if random.below(2) == 0 {
                    let (evidence, operator) = ("ticket".to_owned(), "uid 1".to_owned());
                    (Event::Reconcile { operation, committed, evidence, operator }, facts())
                } else {
                    let status =
                        if committed { OperationStatus::Committed } else { OperationStatus::NotCommitted };
                    let (event, facts) = ended("probe", CallEnd::Succeeded);
                    (event, Facts { probed: BTreeMap::from([(operation, status)]), ..facts })
                }
            } else {
                moves[random.below(moves.len())].clone()
            };
            state = check(&state, &event, &facts);
        }
    }
}

#[test]
fn a_committed_effect_is_not_had_again_and_one_that_was_not_may_be() {
    for (committed, code) in [(true, Some(verdict::DenyCode::EffectCommitted)), (false, None)] {
        let mut state = check(&State::default(), &start(Source::Startup), &facts());
        for (event, facts) in [external(ContextId::Main, "1", "a"), ended("1", CallEnd::Failed)] {
            state = check(&state, &event, &facts);
        }
        let operation = state.authority.operations.keys().next().cloned().unwrap_or_default();
        let (evidence, operator) = ("ticket".to_owned(), "uid 1".to_owned());
        let reconcile = Event::Reconcile { operation, committed, evidence, operator };
        state = check(&state, &reconcile, &facts());
        state = check(&state, &ended("1", CallEnd::Succeeded).0, &facts());
        let (event, facts) = external(ContextId::Main, "2", "a");
        let denied = match decide(&state, &event, &facts).reply {
            Reply::Deny(denial) => Some(denial.code),
            Reply::Silent | Reply::KeepSettings(_) => None,
        };
        assert_eq!(denied, code);
    }
}

#[test]
fn what_waits_for_an_operation_is_closed_until_that_is_settled() {
    let mut state = check(&State::default(), &start(Source::Startup), &facts());
    let deploy = CallFacts {
        external: true,
        effects: vec!["a".into()],
        awaited_by: vec!["k".into()],
        ..CallFacts::default()
    };
    let (event, facts) = with_call(ContextId::Main, "1", deploy);
    state = check(&state, &event, &facts);
    let merge = CallFacts { effects: vec!["m".into()], waits_for: vec!["k".into()], ..CallFacts::default() };
    let (waiting, about) = with_call(ContextId::Main, "2", merge);
    let operation = state.authority.operations.keys().next().cloned().unwrap_or_default();
    for (event, open) in [
        (None, false),
        (Some(ended("1", CallEnd::Failed)), false),
        (
            Some((
                Event::Reconcile { operation, committed: true, evidence: "e".into(), operator: "o".into() },
                crate::samples::facts(),
            )),
            true,
        ),
    ] {
        if let Some((event, facts)) = event {
            state = check(&state, &event, &facts);
        }
        let reply = decide(&state, &waiting, &about).reply;
        assert_eq!(reply == Reply::Silent, open, "{reply:?}");
    }
}
