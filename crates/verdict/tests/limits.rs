//! What limits a session is only ever added to: by no event, fact or change of session is anything of it lost.

use crate::samples::*;
use std::collections::BTreeMap;
use verdict::{
    Authority, CallFacts, ContextId, ContractBinding, ContractFacts, ContractIssued, Event, Facts, Parent,
    PolicyBinding, PolicyChange, PolicyFacts, Predecessor, Record, RejectedDecision, Reply, Source, State,
    decide,
};

fn binding(digest: &str) -> PolicyBinding {
    PolicyBinding { version: "1".into(), digest: digest.into() }
}

fn policy(change: PolicyChange, call: CallFacts) -> PolicyFacts {
    PolicyFacts { binding: binding("p"), change, problem: None, call: Some(call) }
}

fn about(key: &str) -> CallFacts {
    CallFacts { keys: vec![key.into()], target: key.into(), ..CallFacts::default() }
}

fn receipt(digest: &str) -> RejectedDecision {
    RejectedDecision {
        digest: digest.into(),
        decision: "No.".into(),
        enforce: vec!["Bash(x *)".into()],
        ..RejectedDecision::default()
    }
}

fn contract(problem: Option<&str>, unrecorded: bool) -> Vec<ContractFacts> {
    vec![ContractFacts { digest: "c".into(), problem: problem.map(str::to_owned), unrecorded }]
}

/// A session with a contract, a denial that stands, and a rejected decision.
fn bound() -> State {
    let mut state = decide(
        &State::default(),
        &start(Source::Startup),
        &Facts { rejected_receipts: vec![("DR-1".into(), receipt("d1"))], ..facts() },
    )
    .after;
    state.apply(&Record::ContractIssued(ContractIssued {
        contract: ContractBinding {
            task_id: "t".into(),
            digest: "c".into(),
            file: "/c.toml".into(),
            at: 1,
            operator: "uid 1".into(),
            required_checks: vec!["test".into()],
            altered: false,
        },
    }));
    let denied = CallFacts { denied_by: Some("Bash(push *)".into()), ..about("push") };
    let facts = Facts {
        policy: Some(policy(PolicyChange::First, denied)),
        contracts: contract(None, false),
        ..transcript(vec![])
    };
    let decision = decide(&state, &call(Some(ContextId::Main)), &facts);
    assert!(matches!(decision.reply, Reply::Deny(_)));
    decision.after
}

/// Facts as they may be, whatever the model has done to files.
fn all_facts() -> Vec<Facts> {
    let receipts: [Vec<(String, RejectedDecision)>; 4] = [
        vec![],
        vec![("DR-1".into(), receipt("other"))],
        vec![("DR-1".into(), receipt("d1")), ("DR-2".into(), receipt("d2"))],
        vec![("DR-1".into(), RejectedDecision::default())],
    ];
    let contracts =
        [contract(None, false), contract(Some("gone"), true), contract(Some("gone"), false), vec![]];
    let policies = [
        None,
        Some(policy(PolicyChange::Same, about("push"))),
        Some(policy(PolicyChange::Narrower, about("other"))),
        Some(policy(PolicyChange::Wider(vec!["more".into()]), about("other"))),
        Some(policy(PolicyChange::Accepted, about("push"))),
    ];
    let mut all = Vec::new();
    for receipts in &receipts {
        for contracts in &contracts {
            for policy in &policies {
                all.push(Facts {
                    rejected_receipts: receipts.clone(),
                    contracts: contracts.clone(),
                    policy: policy.clone(),
                    ..transcript(vec![])
                });
            }
        }
    }
    all
}

fn events() -> Vec<Event> {
    let mut events: Vec<Event> =
        [Source::Startup, Source::Resume, Source::Fork, Source::Clear, Source::Compact].map(start).into();
    events.extend([
        pre_compact(),
        post_compact("good", false),
        post_compact("bad", true),
        call(Some(ContextId::Main)),
        call(Some(agent())),
        call(None),
        Event::SessionEnd { reason: "x".into() },
    ]);
    events
}

#[track_caller]
fn assert_no_less(before: &Authority, after: &Authority) {
    for key in before.denials.keys() {
        assert!(after.denials.contains_key(key), "{key}");
    }
    for contract in &before.contracts {
        let now = after.contracts.iter().find(|now| now.digest == contract.digest).expect("kept");
        assert!(now.altered || !contract.altered);
    }
    for (id, decision) in &before.decisions {
        let now = &after.decisions[id];
        assert!(decision.enforce.iter().all(|rule| now.enforce.contains(rule)), "{id}");
        assert_eq!((&now.digest, &now.decision), (&decision.digest, &decision.decision), "{id}");
    }
    assert!(after.accepted.is_empty() && after.ended_decisions.is_empty(), "only the operator accepts");
}

/// Whether these facts leave no room for the call.
fn forbidden(before: &State, facts: &Facts) -> bool {
    let keys = facts.policy.iter().flat_map(|policy| &policy.call).flat_map(|call| &call.keys);
    let standing = keys.into_iter().any(|key| before.authority.denials.contains_key(key));
    let wider = facts.policy.as_ref().is_some_and(|policy| matches!(policy.change, PolicyChange::Wider(_)));
    standing || wider || facts.contracts.iter().any(|contract| contract.problem.is_some())
}

fn check(before: &State, event: &Event, facts: &Facts) -> State {
    let decision = decide(before, event, facts);
    assert_no_less(&before.authority, &decision.after.authority);
    if matches!(event, Event::PreToolUse { .. }) && forbidden(before, facts) {
        assert!(matches!(decision.reply, Reply::Deny(_)), "{event:?} {facts:?}");
    }
    decision.after
}

/// The session that goes on from this one after `/clear` or as its fork.
fn successor(state: &State, fork: bool) -> State {
    let parent = Parent {
        session_id: "p".into(),
        main: state.contexts[&ContextId::Main].clone(),
        authority: state.authority.clone(),
    };
    let next = if fork {
        let forked = decide(&State::default(), &start(Source::Fork), &facts()).after;
        decide(&forked, &call(Some(ContextId::Main)), &history(vec![], false, vec![parent])).after
    } else {
        let predecessor = Predecessor {
            session_id: "p".into(),
            authority: state.authority.clone(),
            agents: BTreeMap::new(),
        };
        decide(&State::default(), &start(Source::Clear), &Facts { predecessor: Some(predecessor), ..facts() })
            .after
    };
    assert_no_less(&state.authority, &next.authority);
    next
}

#[test]
fn every_pair_of_events_takes_nothing_away() {
    for (event, facts) in
        events().iter().flat_map(|event| all_facts().into_iter().map(move |facts| (event, facts)))
    {
        let state = check(&bound(), event, &facts);
        for (again, then) in events()
            .iter()
            .flat_map(|event| all_facts().into_iter().step_by(7).map(move |facts| (event, facts)))
        {
            check(&state, again, &then);
        }
    }
}

#[test]
fn long_random_sequences_and_changes_of_session_take_nothing_away() {
    let (events, facts) = (events(), all_facts());
    let mut number: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut draw = |below: usize| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(number >> 40).unwrap() % below
    };
    for _ in 0..100 {
        let mut state = bound();
        for _ in 0..60 {
            state = match draw(20) {
                0 => successor(&state, true),
                1 => successor(&state, false),
                _ => check(&state, &events[draw(events.len())], &facts[draw(facts.len())]),
            };
        }
        assert_no_less(&bound().authority, &state.authority);
    }
}
