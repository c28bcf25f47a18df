//! What the policy asked about, and what became of it.

use super::{HOSTILE, event, packet_of};
use crate::*;
use serde_json::{Value, json};

fn requested(seq: u64, id: &str) -> Event {
    event(
        seq,
        "approval_requested",
        json!({"id": id, "context": "main", "tool_name": HOSTILE, "target": HOSTILE, "key": "k", "rule": HOSTILE,
            "payload": "a".repeat(64), "bytes": 2, "policy": {"version": "1", "digest": "c".repeat(64)}, "requested_at": 1}),
    )
}

fn ledger_of(events: Vec<(&str, Value)>) -> Ledger {
    let mut all = vec![
        event(1, "session_started", json!({"source": "startup", "main": "known", "cwd": "/p"})),
        requested(2, "req-1"),
    ];
    all.extend((3..).zip(events).map(|(seq, (kind, body))| event(seq, kind, body)));
    Ledger { events: all, ..super::ledger("s1") }
}

fn issued() -> (&'static str, Value) {
    ("approval_issued", json!({"id": "req-1", "at": 2, "expires_at": 9, "operator": HOSTILE}))
}

fn redeemed() -> (&'static str, Value) {
    ("approval_redeemed", json!({"id": "req-1", "context": "main", "tool_use_id": "toolu_1", "at": 3}))
}

#[test]
fn each_request_is_told_with_its_end() {
    let returned = ("approval_returned", json!({"id": "req-1", "tool_use_id": "toolu_1", "at": 4}));
    let ended = |why: &str| ("approval_ended", json!({"id": "req-1", "why": why, "at": 5}));
    let cases = [
        (Vec::new(), "waiting", None),
        (vec![issued()], "approved", None),
        (vec![issued(), redeemed()], "redeemed", Some(4)),
        (vec![issued(), redeemed(), returned], "approved", None),
        (vec![issued(), ended("expired")], "expired", None),
        (vec![ended("refused")], "refused", None),
    ];
    for (events, state, spent) in cases {
        let packet = packet_of(&ledger_of(events));
        let [approval] = &packet.sessions[0].approvals[..] else { panic!("{packet:?}") };
        assert_eq!((approval.state.as_str(), approval.redeemed), (state, spent));
        assert_eq!(approval.asked, 2);
        assert_eq!(approval.tool_use_id.as_deref(), spent.map(|_| "toolu_1"));
        assert!(!approval.tool_name.contains('\u{202e}'), "{approval:?}");
        let (html, markdown) = (render_html(&packet), render_markdown(&packet));
        assert!(html.contains("Approvals (1)") && !html.contains("<script>"), "{html}");
        assert!(markdown.contains("### Approvals") && markdown.contains(state), "{markdown}");
    }
}

#[test]
fn one_that_was_spent_on_nothing_is_noticed() {
    let mut forged = packet_of(&ledger_of(vec![issued()]));
    forged.sessions[0].approvals[0].state = "redeemed".into();
    let found = forged.sealed().check();
    assert!(found.iter().any(|problem| problem.contains("approvals")), "{found:?}");
}
