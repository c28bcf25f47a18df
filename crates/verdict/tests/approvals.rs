//! No sequence of the client's events lets an asked call through without an approval, and none spends one twice.

use crate::samples::*;
use std::collections::BTreeSet;
use verdict::{
    CallEnd, CallFacts, CallPayload, CheckStatus, ContextId, DenyCode, Event, Facts, PolicyBinding,
    PolicyChange, PolicyFacts, Record, Reply, Source, State, ToolCall, decide, run_restore_gate,
};

const NOW: i64 = 1_000_000;

/// A call that needs an approval, as a test varies it.
#[derive(Clone)]
struct Asked {
    context: ContextId,
    id: &'static str,
    payload: &'static str,
    places: &'static str,
    policy: &'static str,
    now: i64,
    external: bool,
    elsewhere: bool,
}

fn asked(id: &'static str) -> Asked {
    Asked {
        context: ContextId::Main,
        id,
        payload: "p1",
        places: "here",
        policy: "d1",
        now: NOW,
        external: false,
        elsewhere: false,
    }
}

impl Asked {
    fn event(&self) -> (Event, Facts) {
        let payload = CallPayload { digest: self.payload.into(), bytes: 9, places: self.places.into() };
        let call = CallFacts {
            ask: Some("\"mcp__shop__*\"".into()),
            payload: Some(payload),
            keys: vec![format!("key-{}", self.payload)],
            external: self.external,
            effects: vec![format!("effect-{}", self.payload)],
            target: "t".into(),
            ..CallFacts::default()
        };
        let binding = PolicyBinding { version: "1".into(), digest: self.policy.into() };
        let policy = PolicyFacts { binding, change: PolicyChange::Same, problem: None, call: Some(call) };
        let tool = ToolCall {
            tool_name: "mcp__shop__buy".into(),
            tool_use_id: Some(self.id.into()),
            read_only: false,
            violation: None,
        };
        let agent_type = (!self.context.is_main()).then(|| "t".to_owned());
        let event = Event::PreToolUse { context: Some(self.context.clone()), agent_type, call: tool };
        let facts = Facts {
            policy: Some(policy),
            now: self.now,
            // Twelve digits each for the denial and for the request.
            nonce: format!("{:0>12}{:0>12}", self.id, self.id),
            approved_elsewhere: self.elsewhere,
            ..transcript(vec![])
        };
        (event, facts)
    }

    fn on(&self, state: &mut State) -> Reply {
        let (event, facts) = self.event();
        let decision = decide(state, &event, &facts);
        *state = decision.after;
        decision.reply
    }

    #[track_caller]
    fn denied(&self, state: &mut State, code: DenyCode) -> String {
        let Reply::Deny(denial) = self.on(state) else { panic!("it goes through") };
        assert_eq!(denial.code, code, "{}", denial.detail);
        denial.request.unwrap_or_else(|| panic!("no request: {}", denial.detail))
    }

    #[track_caller]
    fn allowed(&self, state: &mut State) {
        assert_eq!(self.on(state), Reply::Silent);
    }
}

fn approve(state: &mut State, request: &str, now: i64) {
    let event = Event::Approve { request: request.into(), seconds: 1800, operator: "o".into() };
    *state = decide(state, &event, &Facts { now, ..facts() }).after;
}

fn started() -> State {
    after(&[(start(Source::Startup), facts())])
}

/// A session in which the call of `asked("1")` was denied and approved.
fn approved() -> State {
    let mut state = started();
    let request = asked("1").denied(&mut state, DenyCode::ApprovalMissing);
    approve(&mut state, &request, NOW);
    state
}

#[test]
fn it_goes_through_once() {
    let mut state = approved();
    asked("2").allowed(&mut state);
    asked("2").allowed(&mut state);
    let (spent, renewed) = (state.clone(), asked("3").denied(&mut state, DenyCode::ApprovalUsed));
    assert_eq!(spent.authority.approvals.0.len() + 1, state.authority.approvals.0.len());
    assert_eq!(
        asked("3").denied(&mut state, DenyCode::ApprovalUsed),
        renewed,
        "the same event, the same answer"
    );
    assert_eq!(asked("4").denied(&mut state, DenyCode::ApprovalUsed), renewed, "one request waits, not many");
    approve(&mut state, &renewed, NOW);
    asked("5").allowed(&mut state);
}

#[test]
fn a_call_that_was_denied_is_not_the_one_that_goes_through() {
    let mut state = approved();
    asked("1").denied(&mut state, DenyCode::ApprovalMissing);
    asked("2").allowed(&mut state);
}

#[test]
fn each_binding_has_its_own_reason() {
    let other = |change: fn(&mut Asked)| {
        let mut call = asked("2");
        change(&mut call);
        call
    };
    let agent = || ContextId::Agent("a1".into());
    for (call, code) in [
        (other(|it| it.now = NOW + 1800), DenyCode::ApprovalExpired),
        (other(|it| it.payload = "p2"), DenyCode::ApprovalAltered),
        (other(|it| it.places = "there"), DenyCode::ApprovalAltered),
        (other(|it| it.policy = "d2"), DenyCode::ApprovalPolicyChanged),
        (other(|it| it.now = NOW - 61), DenyCode::ApprovalClock),
        (Asked { context: agent(), ..asked("2") }, DenyCode::ApprovalElsewhere),
    ] {
        let mut state = approved();
        call.denied(&mut state, code);
    }
    asked("2").allowed(&mut { approved() });
    other(|it| it.now = NOW + 1799).allowed(&mut { approved() });
    other(|it| it.now = NOW - 59).allowed(&mut { approved() });
    other(|it| it.elsewhere = true).allowed(&mut { approved() });
    other(|it| it.elsewhere = true).denied(&mut started(), DenyCode::ApprovalElsewhere);
}

#[test]
fn what_has_ended_stays_ended() {
    let mut state = approved();
    Asked { now: NOW + 1800, ..asked("2") }.denied(&mut state, DenyCode::ApprovalExpired);
    asked("3").denied(&mut state, DenyCode::ApprovalExpired);
    let mut state = approved();
    Asked { policy: "d2", ..asked("2") }.denied(&mut state, DenyCode::ApprovalPolicyChanged);
    asked("3").denied(&mut state, DenyCode::ApprovalPolicyChanged);
    let mut state = approved();
    // Another record has told of a later time, so the clock was moved back.
    Asked { payload: "p9", now: NOW + 900, ..asked("2") }.denied(&mut state, DenyCode::ApprovalAltered);
    asked("3").denied(&mut state, DenyCode::ApprovalClock);
    Asked { now: NOW + 900, ..asked("4") }.allowed(&mut state);
}

#[test]
fn a_boundary_keeps_what_binds_and_drops_what_does_not() {
    let boundary = |state: &mut State, policy: &'static str, now: i64| {
        let (_, of_call) = Asked { policy, now, ..asked("x") }.event();
        for event in [pre_compact(), post_compact("good", false)] {
            let facts = Facts { now, policy: of_call.policy.clone(), ..facts() };
            *state = decide(state, &event, &facts).after;
        }
    };
    let evidence = |state: &State, now: i64| {
        let facts = Facts { now, ..asked("x").event().1 };
        let checks = run_restore_gate(&state.authority, None, None, &facts);
        let check = checks.into_iter().find(|check| check.name == "approval_bindings_valid").unwrap();
        (check.status, check.evidence)
    };
    assert_eq!(evidence(&started(), NOW).0, CheckStatus::NotApplicable);
    assert!(evidence(&approved(), NOW).1.starts_with("1 unspent"));
    assert!(evidence(&approved(), NOW + 1800).1.starts_with("1 of 1 no longer bind"));
    let mut state = approved();
    boundary(&mut state, "d1", NOW + 60);
    Asked { now: NOW + 60, ..asked("2") }.allowed(&mut state);
    for (policy, now, code) in
        [("d2", NOW, DenyCode::ApprovalPolicyChanged), ("d1", NOW + 1800, DenyCode::ApprovalExpired)]
    {
        let mut state = approved();
        boundary(&mut state, policy, now);
        let dropped = state.authority.approvals.0.values().all(|request| request.unspent().is_none());
        assert!(dropped, "{code:?}");
        Asked { now, ..asked("2") }.denied(&mut state, code);
    }
}

#[test]
fn what_the_client_refused_is_given_back_to_the_same_call() {
    let ended = |end: CallEnd, id: &str| Event::CallEnded {
        context: ContextId::Main,
        tool_use_id: Some(id.into()),
        tool_name: "mcp__shop__buy".into(),
        end,
    };
    for external in [false, true] {
        let call = |id| Asked { external, ..asked(id) };
        let mut state = started();
        let request = call("1").denied(&mut state, DenyCode::ApprovalMissing);
        approve(&mut state, &request, NOW);
        call("2").allowed(&mut state);
        let mut ran = decide(&state, &ended(CallEnd::Refused, "2"), &facts()).after;
        Asked { payload: "p2", ..call("3") }.denied(&mut ran.clone(), DenyCode::ApprovalAltered);
        call("3").allowed(&mut ran.clone());
        let failed = decide(&state, &ended(CallEnd::Exited, "2"), &facts()).after;
        if external {
            let Reply::Deny(denial) = call("3").on(&mut failed.clone()) else { panic!("it goes through") };
            assert_eq!(denial.code, DenyCode::OperationUnresolved);
        } else {
            call("3").denied(&mut failed.clone(), DenyCode::ApprovalUsed);
        }
        // It did run after all.
        ran = decide(&ran, &ended(CallEnd::Succeeded, "2"), &facts()).after;
        assert!(ran.authority.approvals.0.values().all(|request| request.unspent().is_none()));
    }
}

#[test]
fn a_committed_effect_takes_an_approval_that_is_newer() {
    let mut state = started();
    let call = |id| Asked { external: true, ..asked(id) };
    let request = call("1").denied(&mut state, DenyCode::ApprovalMissing);
    approve(&mut state, &request, NOW);
    call("2").allowed(&mut state);
    state = decide(&state, &Event::PostToolBatch { context: ContextId::Main }, &facts()).after;
    let id = state.authority.operations.keys().next().unwrap().clone();
    let settled =
        Event::Reconcile { operation: id, committed: true, evidence: "e".into(), operator: "o".into() };
    state = decide(&state, &settled, &facts()).after;
    let again = call("3").denied(&mut state, DenyCode::EffectCommitted);
    approve(&mut state, &again, NOW + 10);
    Asked { now: NOW + 10, ..call("4") }.allowed(&mut state);
}

#[test]
fn a_refusal_stands() {
    let mut state = started();
    let request = asked("1").denied(&mut state, DenyCode::ApprovalMissing);
    let refuse = Event::RefuseRequest { request: request.clone(), operator: "o".into() };
    state = decide(&state, &refuse, &facts()).after;
    let Reply::Deny(denial) = asked("2").on(&mut state) else { panic!("it goes through") };
    assert_eq!((denial.code, denial.request), (DenyCode::ApprovalRefused, None));
    approve(&mut state, &request, NOW);
    assert!(matches!(asked("3").on(&mut state), Reply::Deny(_)));
}

#[test]
fn without_a_canonical_form_nothing_can_be_approved() {
    let (event, mut facts) = asked("1").event();
    if let Some(call) = facts.policy.as_mut().and_then(|policy| policy.call.as_mut()) {
        call.payload = None;
    }
    let Reply::Deny(denial) = decide(&started(), &event, &facts).reply else { panic!("it goes through") };
    assert_eq!((denial.code, denial.request), (DenyCode::ApprovalMissing, None));
}

#[test]
fn what_waits_is_bounded_and_an_approval_is_never_forgotten_for_it() {
    let mut state = approved();
    for number in 0..200 {
        let id: &'static str = Box::leak(format!("n{number}").into_boxed_str());
        let payload: &'static str = Box::leak(format!("q{number}").into_boxed_str());
        assert!(matches!(Asked { payload, ..asked(id) }.on(&mut state), Reply::Deny(_)));
    }
    assert!(state.authority.approvals.0.len() <= 65);
    asked("2").allowed(&mut state);
}

/// A fixed pseudo-random sequence (splitmix64).
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((z ^ (z >> 31)) >> 1).unwrap_or_default()
}

const IDS: [&str; 24] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
    "20", "21", "22", "23", "24",
];

/// All that the client, and by it the model, can bring about, and a clock that goes where it likes.
fn any_event(seed: &mut u64) -> (Event, Facts) {
    let pick = next(seed) % 100;
    let now = NOW + [0, 0, 0, 1, 600, 1799, 1800, -30, -600][next(seed) % 9];
    let call = Asked {
        context: if next(seed).is_multiple_of(4) { ContextId::Agent("a1".into()) } else { ContextId::Main },
        payload: ["p1", "p1", "p2"][next(seed) % 3],
        places: ["here", "here", "there"][next(seed) % 3],
        policy: ["d1", "d1", "d1", "d2"][next(seed) % 4],
        external: next(seed).is_multiple_of(5),
        now,
        ..asked(IDS[next(seed) % IDS.len()])
    };
    let at = |event: Event| {
        let policy = call.event().1.policy;
        (event, Facts { now, policy, ..facts() })
    };
    let end = |end: CallEnd, id: usize| Event::CallEnded {
        context: ContextId::Main,
        tool_use_id: Some(IDS[id % IDS.len()].into()),
        tool_name: "mcp__shop__buy".into(),
        end,
    };
    match pick {
        0 => at(pre_compact()),
        1 => at(post_compact("good", false)),
        2 => at(start(Source::Resume)),
        3 => at(start(Source::Compact)),
        4 => at(end(CallEnd::Succeeded, next(seed))),
        5 => at(end(CallEnd::Exited, next(seed))),
        6 => at(Event::PostToolBatch { context: ContextId::Main }),
        7 => at(Event::SessionEnd { reason: "other".into() }),
        _ => call.event(),
    }
}

#[test]
fn no_sequence_redeems_without_an_approval_and_none_redeems_twice() {
    let mut let_through = 0;
    for round in 0..2_000_u64 {
        let mut seed = round;
        let mut state = started();
        let mut approvals = 0;
        let mut spent_by: BTreeSet<String> = BTreeSet::new();
        for _ in 0..60 {
            // The operator acts now and then, on whatever waits; every second round has none.
            if round % 2 == 0 && next(&mut seed).is_multiple_of(4) {
                let open = state.authority.approvals.0.iter().find(|(_, request)| request.is_open());
                if let Some(id) = open.map(|(id, _)| id.clone()) {
                    approve(&mut state, &id, NOW);
                    approvals += 1;
                }
            }
            let (event, facts) = any_event(&mut seed);
            let decision = decide(&state, &event, &facts);
            let redeemed: Vec<_> = decision
                .records
                .iter()
                .filter_map(|record| match record {
                    Record::ApprovalRedeemed(redeemed) => Some(redeemed.clone()),
                    _ => None,
                })
                .collect();
            for redemption in &redeemed {
                let before = &state.authority.approvals.0[&redemption.id];
                let approval = before.unspent().expect("it was there to be spent");
                let latest = facts.now.max(approval.issued_at);
                assert!(latest < approval.expires_at && before.policy.digest == facts_policy(&facts));
            }
            if let (Event::PreToolUse { context, call, .. }, Reply::Silent) = (&event, &decision.reply) {
                let payload = facts.policy.as_ref().and_then(|policy| policy.call.as_ref()?.payload.as_ref());
                let fresh = spent_by.insert(format!(
                    "{context:?} {:?} {:?}",
                    call.tool_use_id,
                    payload.map(|it| &it.digest)
                ));
                assert_eq!(redeemed.len(), usize::from(fresh), "a twin spends nothing, any other call does");
                let_through += usize::from(fresh);
            }
            state = decision.after;
        }
        assert!(spent_by.len() <= approvals, "{} calls for {approvals} approvals", spent_by.len());
    }
    assert!(let_through > 300, "{let_through}: the sequences let something through");
}

fn facts_policy(facts: &Facts) -> &str {
    facts.policy.as_ref().map(|policy| policy.binding.digest.as_str()).unwrap_or_default()
}
