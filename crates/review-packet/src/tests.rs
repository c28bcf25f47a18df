#![expect(clippy::needless_pass_by_value, reason = "a record's body reads better so")]

mod approvals;
mod evidence;

use crate::*;
use serde_json::json;
use verdict::Record;

/// Every name that could be in a ledger, as an attacker would choose it.
pub const HOSTILE: &str =
    "</title></style><script>alert(1)</script>\" onload='x' `|[a](javascript:x)\u{202e}\u{1b}[31m\n# Head";

pub fn event(seq: u64, kind: &str, body: serde_json::Value) -> Event {
    let record: Record = serde_json::from_value(json!({"kind": kind, "body": body})).unwrap();
    Event {
        seq,
        at: format!("2026-11-30T08:{:02}:{:02}.000Z", seq / 60, seq % 60),
        kind: kind.into(),
        digest: String::new(),
        record,
    }
}

fn checkpoint(context: &str, epoch: u32, branch: &str) -> serde_json::Value {
    json!({"context": context, "epoch": epoch, "event": "PreCompact", "trigger": "auto",
        "checkpoint": {"taken_at": 1, "nonce": "n", "git": {"worktree": "/p", "branch": branch, "head": "a".repeat(40)},
            "rejected": {"DR-7": "d"}}})
}

fn checked(
    context: &str,
    epoch: u32,
    verdict: &str,
    disposition: &str,
    findings: &[&str],
) -> serde_json::Value {
    json!({"context": context, "epoch": epoch, "source": "post_compact", "summary": "b".repeat(64), "bytes": 10,
        "findings": findings, "omitted": ["denial:deny-1"], "verdict": verdict, "disposition": disposition})
}

/// A session in which everything happened once.
pub fn ledger(name: &str) -> Ledger {
    let policy = json!({"version": "1", "digest": "c".repeat(64)});
    let denial = json!({"event_id": "deny-1", "tool_name": name, "target": name, "code": "policy_deny", "rule": name,
        "policy": policy, "at": 5});
    let events = vec![
        event(1, "session_started", json!({"source": "startup", "main": "known", "cwd": "/p"})),
        event(2, "policy_bound", json!({"policy": policy, "why": "first"})),
        event(
            3,
            "denied",
            json!({"context": "main", "tool_name": name, "code": "policy_deny", "event_id": "deny-1",
            "verdict": "pass", "epoch": 0}),
        ),
        event(4, "denial_stands", json!({"key": "k", "denial": denial})),
        event(5, "checkpoint_taken", checkpoint("main", 1, "main")),
        event(6, "summary_checked", checked("main", 1, "pass", "review", &[])),
        event(
            7,
            "context_opened",
            json!({"context": "agent:a1", "agent_type": name, "verdict": "pass",
            "disposition": "review"}),
        ),
        event(8, "checkpoint_taken", checkpoint("main", 2, name)),
        event(9, "summary_checked", checked("main", 2, "flagged", "quarantine", &["concealment_from_user"])),
        event(
            10,
            "denied",
            json!({"context": "main", "tool_name": "Bash", "code": "verdict_flagged",
            "event_id": "deny-2", "verdict": "flagged", "epoch": 2}),
        ),
        event(
            11,
            "released",
            json!({"context": "main", "epoch": 2, "summary": "b".repeat(64),
            "reason": "SECRET-REASON", "operator": name}),
        ),
        event(
            12,
            "operation_started",
            json!({"id": "op-1", "context": "main", "tool_name": name, "target": name, "effects": ["e"],
                "status": "started", "cause": "pre_tool_use", "started_at": 6}),
        ),
        event(
            13,
            "operation_ended",
            json!({"id": "op-1", "status": "committed", "cause": "operator", "at": 7, "evidence": "SECRET-REASON",
                "operator": name}),
        ),
        event(
            14,
            "operation_started",
            json!({"id": "op-2", "context": "main", "tool_name": "mcp__pay", "target": "t", "effects": ["f"],
                "status": "started", "cause": "pre_tool_use", "started_at": 8}),
        ),
        event(
            15,
            "operation_ended",
            json!({"id": "op-2", "status": "unknown", "cause": "post_tool_use_failure", "at": 9}),
        ),
        event(
            16,
            "contract_issued",
            json!({"contract": {"task_id": name, "digest": "f".repeat(64), "file": name, "at": 9, "operator": name,
                "required_checks": [name]}}),
        ),
        event(17, "session_ended", json!({"reason": name})),
        event(
            18,
            "check_ran",
            json!({"check": name, "rule": name, "outcome": "passed", "head": name, "patch": name, "at": 3}),
        ),
    ];
    Ledger {
        session: name.into(),
        events,
        last_digest: "e".repeat(64),
        problem: None,
        missing: false,
        work_tree: None,
    }
}

fn packet_of(ledger: &Ledger) -> Packet {
    let subject = Subject { session: Some(ledger.session.clone()), run: None };
    build(subject, std::slice::from_ref(ledger), "2026-11-30T09:00:00.000Z".into(), "0.1.0")
}

#[test]
fn it_says_what_the_records_say() {
    let packet = packet_of(&ledger("s1"));
    assert_eq!(packet.check(), Vec::<String>::new());
    let session = &packet.sessions[0];
    assert!(session.authority.open);
    let outcomes: Vec<(u32, &str, Option<u64>)> =
        session.epochs.iter().map(|epoch| (epoch.epoch, epoch.outcome.as_str(), epoch.released)).collect();
    assert_eq!(outcomes, [(1, "pass", None), (2, "flagged", Some(11))]);
    assert_eq!(session.epochs[0].omitted, ["denial:deny-1"]);
    assert!(render_html(&packet).contains("nothing found; left out: denial:deny-1"));
    assert_eq!((session.denials.len(), session.denials[0].restored), (1, 2));
    assert_eq!(session.refused_calls, [("policy_deny".into(), 1), ("verdict_flagged".into(), 1)].into());
    assert_eq!((session.checkpoint.seq, session.checkpoint.missing), (Some(8), false));
    let acts: Vec<&str> = session.operator_acts.iter().map(|act| act.act.as_str()).collect();
    assert_eq!(acts, ["released", "operation_ended", "contract_issued"]);
    let operations: Vec<(&str, &str, Option<u64>)> = session
        .operations
        .iter()
        .map(|operation| (operation.id.as_str(), operation.status.as_str(), operation.ended))
        .collect();
    assert_eq!(operations, [("op-2", "unknown", None), ("op-1", "committed", Some(13))]);
    assert_eq!(session.authority.unresolved_operations, 1);
    assert!(render_html(&packet).contains("Open at completion, with matters unsettled"));
    assert_eq!(session.timeline.len(), 18);
    assert_eq!(session.authority.policy.as_ref().and_then(|policy| policy.bound_by), Some(2));
}

#[test]
fn it_can_be_read_back_and_nothing_else_can() {
    let packet = packet_of(&ledger("s1"));
    let text = serde_json::to_string_pretty(&packet).unwrap();
    assert_eq!(Packet::parse(&text), Ok(packet));
    for wrong in [
        text.replace("packet/1", "packet/2"),
        text.replacen("\"made_by\"", "\"more\": 1, \"made_by\"", 1),
        text[..text.len() / 2].to_owned(),
        "{}".into(),
    ] {
        let told = Packet::parse(&wrong).unwrap_err();
        assert!(told.starts_with("line "), "{told}");
    }
}

/// Every change of a value is found, by the digest if by nothing else.
#[test]
fn a_changed_packet_doesnt_fit_itself() {
    let text = serde_json::to_string(&packet_of(&ledger("s1"))).unwrap();
    for (from, to) in [
        ("\"open\":true", "\"open\":false"),
        ("\"flagged\"", "\"pass\""),
        ("\"restored\":2", "\"restored\":0"),
        ("deny-1", "deny-9"),
        (",\"released\":11", ""),
        ("2026-11-30T09", "2026-11-30T10"),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = Packet::parse(&text.replacen(from, to, 1)).unwrap();
        assert!(!changed.check().is_empty(), "{from}");
    }
}

/// Who makes a new digest gets past that, but not past what has to fit.
#[test]
fn a_new_digest_doesnt_make_a_contradiction_fit() {
    let whole = packet_of(&ledger("s1"));
    let mut closed = whole.clone();
    closed.sessions[0].authority.open = false;
    let mut unexplained = whole.clone();
    unexplained.sessions[0].epochs[1].findings.clear();
    let mut shortened = whole.clone();
    shortened.sessions[0].timeline.remove(3);
    let mut sure = whole.clone();
    sure.not_verified.clear();
    let mut settled = whole.clone();
    settled.sessions[0].authority.unresolved_operations = 0;
    let mut missing = whole.clone();
    missing.sessions[0].checkpoint.missing = true;
    for changed in [closed, unexplained, shortened, sure, settled, missing] {
        assert_eq!(
            changed.sealed().check().iter().filter(|what| !what.starts_with("digest")).count().min(1),
            1
        );
    }
}

#[test]
fn a_difference_to_the_ledger_is_named_by_its_path() {
    let of_ledger = review(&ledger("s1"));
    assert!(differences(&of_ledger, &of_ledger).is_empty());
    let mut forged = of_ledger.clone();
    forged.epochs[1].outcome = "pass".into();
    forged.denials.clear();
    forged.refused_calls.remove("policy_deny");
    let found = differences(&forged, &of_ledger);
    assert_eq!(found, ["denials", "epochs[1].outcome", "refused_calls.policy_deny"]);
}

#[test]
fn a_missing_checkpoint_shows_as_missing() {
    let none = |ledger: &Ledger| {
        let packet = packet_of(ledger);
        assert_eq!(packet.check(), Vec::<String>::new());
        let checkpoint = packet.sessions[0].checkpoint.clone();
        assert!(checkpoint.missing && checkpoint.seq.is_none());
        assert!(packet.not_verified.iter().any(|gap| gap.about == "checkpoint"));
        assert!(render_html(&packet).contains(">missing<"));
        assert!(render_markdown(&packet).contains("| final checkpoint | missing |"));
        checkpoint.why.unwrap()
    };
    let mut begun = ledger("s1");
    begun.events.truncate(1);
    assert!(none(&begun).contains("no compaction began"));
    // The one of an earlier compaction doesn't stand in for the last one's.
    let mut lost = ledger("s1");
    lost.events.retain(|event| event.seq != 8);
    assert!(none(&lost).contains("the last compaction has none"));
}

#[test]
fn a_ledger_that_isnt_whole_shows_nothing_of_it() {
    let broken = Ledger { events: Vec::new(), problem: Some(HOSTILE.into()), ..ledger("s1") };
    let gone = Ledger { events: Vec::new(), missing: true, problem: Some("x".into()), ..ledger("s1") };
    for (ledger, status) in [(broken, ChainStatus::Broken), (gone, ChainStatus::Missing)] {
        let packet = packet_of(&ledger);
        assert_eq!(packet.sessions[0].chain.status, status);
        assert!(!packet.sessions[0].authority.open && packet.sessions[0].timeline.is_empty());
        assert_eq!(packet.check(), Vec::<String>::new());
        assert!(render_html(&packet).contains("The record can't be relied on"));
    }
}

#[test]
fn nothing_that_the_operator_typed_gets_in() {
    let packet = packet_of(&ledger("s1"));
    let forms = [serde_json::to_string(&packet).unwrap(), render_html(&packet), render_markdown(&packet)];
    assert!(forms.iter().all(|form| !form.contains("SECRET-REASON")));
}

/// In no form does a name become more than a name.
#[test]
fn hostile_names_stay_names() {
    let packet = packet_of(&ledger(HOSTILE));
    assert_eq!(packet.check(), Vec::<String>::new());
    let html = render_html(&packet);
    for never in ["<script", "onload='", "\u{202e}", "\u{1b}", "</title></style>", "\n# Head"] {
        assert!(!html.contains(never), "{never:?}");
    }
    // The page loads nothing and runs nothing.
    for never in ["src=", "url(", "@import", "http://", "https://", "<link", "<iframe", "<img"] {
        assert!(!html.contains(never), "{never:?}");
    }
    assert_eq!(html.matches("<style>").count(), 1);
    assert_eq!(html.matches("</style>").count(), 1);
    let markdown = render_markdown(&packet);
    for line in markdown.lines().filter(|line| line.contains("script")) {
        // What the attacker wrote stands between backticks, whatever backticks it brings.
        let outside: String = code_spans_removed(line);
        assert!(!outside.contains("script") && !outside.contains("javascript"), "{line}");
    }
    assert!(!markdown.contains("\n# Head") && !markdown.contains('\u{202e}') && !markdown.contains('\u{1b}'));
}

/// As `CommonMark` reads code spans: a run of backticks up to the next run of the same length.
fn code_spans_removed(line: &str) -> String {
    let mut rest = line;
    let mut outside = String::new();
    while let Some(at) = rest.find('`') {
        outside += &rest[..at];
        let fence: String = rest[at..].chars().take_while(|c| *c == '`').collect();
        let behind = &rest[at + fence.len()..];
        let mut from = 0;
        let end = loop {
            let Some(found) = behind[from..].find('`') else { break None };
            let run = behind[from + found..].chars().take_while(|c| *c == '`').count();
            if run == fence.len() {
                break Some(from + found + run);
            }
            from += found + run;
        };
        if let Some(end) = end {
            rest = &behind[end..];
        } else {
            outside += &fence;
            rest = behind;
        }
    }
    outside + rest
}

#[test]
fn a_long_timeline_is_cut_in_its_middle() {
    let mut long = ledger("s1");
    let first = long.events.len() as u64;
    for seq in first + 1..=2500 {
        let body = json!({"context": "main", "tool_name": "Bash", "code": "unlisted", "event_id": "deny-3", "epoch": 2});
        long.events.push(event(seq, "denied", body));
    }
    let packet = packet_of(&long);
    let session = &packet.sessions[0];
    assert_eq!((session.timeline.len(), session.timeline_omitted), (1000, 1500));
    assert_eq!(session.timeline.last().map(|moment| moment.seq), Some(2500));
    assert_eq!(packet.check(), Vec::<String>::new());
    assert!(render_html(&packet).contains("1500 records are left out"));
}
