//! Checks in a packet.

use super::{event, ledger, packet_of};
use crate::*;
use serde_json::json;

/// A session whose contract requires two checks; how its work tree is now.
fn with_checks(now: Option<(&str, &str)>) -> Ledger {
    let contract = json!({"task_id": "t", "digest": "f".repeat(64), "file": "/c", "at": 9, "operator": "o",
        "required_checks": ["test", "lint"]});
    let ran = |check: &str, outcome: &str, patch: &str| json!({"check": check, "rule": "Bash(cargo *)", "outcome": outcome, "head": "h1", "patch": patch, "at": 3});
    let events = vec![
        event(1, "session_started", json!({"source": "startup", "main": "known"})),
        event(2, "contract_issued", json!({"contract": contract})),
        event(3, "check_ran", ran("test", "failed", "p1")),
        event(4, "check_ran", ran("other", "unknown", "p1")),
        event(5, "check_ran", ran("test", "passed", "p2")),
        event(6, "check_ran", ran("lint", "passed", "p2")),
    ];
    let known = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::to_owned);
    let work_tree = now.map(|(head, patch)| verdict::WorkTree { head: known(head), patch: known(patch) });
    Ledger { events, work_tree, ..ledger("s1") }
}

#[test]
fn it_says_whether_required_checks_still_hold() {
    for (now, states, title) in [
        (Some(("h1", "p2")), ["passed", "outcome unknown"], "Open at completion"),
        (Some(("h1", "p3")), ["passed, patch changed since", "outcome unknown"], "with matters unsettled"),
        (Some(("h2", "p2")), ["passed, HEAD moved since", "outcome unknown"], "with matters unsettled"),
        (
            Some(("h1", "")),
            ["passed, not known whether anything changed since", "outcome unknown"],
            "with matters unsettled",
        ),
        (
            None,
            ["passed, not known whether anything changed since", "outcome unknown"],
            "with matters unsettled",
        ),
    ] {
        let packet = packet_of(&with_checks(now));
        assert_eq!(packet.check(), Vec::<String>::new());
        let evidence = packet.sessions[0].evidence.clone().unwrap();
        let shown: Vec<(&str, bool, &str, Option<u64>)> = evidence
            .checks
            .iter()
            .map(|check| (check.name.as_str(), check.required, check.state.as_str(), check.ran))
            .collect();
        assert_eq!(
            shown,
            [
                ("test", true, states[0], Some(5)),
                ("lint", true, states[0], Some(6)),
                ("other", false, states[1], Some(4))
            ]
        );
        assert!(evidence.checks[..2].iter().all(|check| check.holds == (states[0] == "passed")));
        let html = render_html(&packet);
        assert!(html.contains(&format!("{title}</span>")), "{now:?}");
        assert!(
            html.contains(states[0])
                && render_markdown(&packet).contains(&format!("| yes | {} |", states[0]))
        );
        assert!(packet.not_verified.iter().any(|gap| gap.about == "checks"));
    }
    let mut never = with_checks(Some(("h1", "p2")));
    never.events.truncate(5);
    let packet = packet_of(&never);
    let evidence = packet.sessions[0].evidence.as_ref().unwrap();
    assert_eq!((evidence.checks[1].state.as_str(), evidence.checks[1].ran), ("never run", None));
    assert!(render_html(&packet).contains("1 of 2 hold"));
    // Without a contract nothing is required, and without a run nothing is said.
    let mut free = with_checks(Some(("h1", "p3")));
    free.events.remove(1);
    assert!(!render_html(&packet_of(&free)).contains("Required checks"));
    free.events.truncate(1);
    assert_eq!(packet_of(&free).sessions[0].evidence, None);
}

#[test]
fn what_is_said_of_a_check_has_to_fit() {
    let packet = packet_of(&with_checks(Some(("h1", "p3"))));
    let mut forged = packet.clone();
    let evidence = forged.sessions[0].evidence.as_mut().unwrap();
    evidence.checks[0].holds = true;
    assert_eq!(
        forged.sealed().check(),
        ["sessions[0].evidence: whether a check holds isn't what is said of it"]
    );
    // What the work tree is at stands in no record; what follows from it does.
    let mut forged = packet.sessions[0].clone();
    let evidence = forged.evidence.as_mut().unwrap();
    evidence.checks[0].holds = true;
    evidence.checks[0].state = "passed".into();
    let found = differences(&forged, &packet.sessions[0]);
    assert_eq!(found, ["evidence.checks[0].holds", "evidence.checks[0].state"]);
}
