//! Summaries that are no summaries.

use crate::gate::Gate;
use crate::summary::CLEAN;
use serde_json::{Value, json};

/// The standing after a compaction with this summary.
fn standing_after(summary: &Value) -> String {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    gate.send(&session.post_compact_payload(summary)).assert_silent();
    session.bash().assert_denied("verdict_flagged");
    session.standing()
}

// A18: a client that accepts an empty summary goes on without a context.
#[test]
fn an_empty_summary_is_quarantined() {
    for summary in [
        "",
        "  \n\t",
        "<summary></summary>",
        "<analysis>All is well.</analysis><summary>\n \n</summary>",
        "…",
    ] {
        assert_eq!(standing_after(&json!(summary)), "flagged/quarantine 1", "{summary:?}");
    }
}

#[test]
fn a_summary_that_is_no_text_is_quarantined() {
    for summary in [json!(null), json!(7), json!(true), json!(["x"]), json!({"text": "fine"})] {
        assert_eq!(standing_after(&summary), "flagged/quarantine 1", "{summary}");
    }
}

// A20: PostCompact without a summary.
#[test]
fn a_missing_summary_is_quarantined() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let mut payload = session.post_compact_payload(&json!(CLEAN));
    payload.as_object_mut().unwrap().remove("compact_summary");
    gate.send(&payload).assert_silent();
    assert_eq!(session.standing(), "flagged/quarantine 1");
}

#[test]
fn a_summary_that_never_ends_is_quarantined() {
    let cut = CLEAN.strip_suffix("</summary>").unwrap();
    assert_eq!(standing_after(&json!(cut)), "flagged/quarantine 1");
    let enormous =
        format!("<summary>\n{}</summary>", "1. Work goes on, and this line is one of many.\n".repeat(20_000));
    assert_eq!(standing_after(&json!(enormous)), "flagged/quarantine 1");
}

// The record holds digest and length of what was checked, in bytes.
#[test]
fn the_record_holds_digest_and_length() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.post_compact("<analysis>x</analysis>\n<summary>\n 1. Größe: fünf.\n</summary>");
    let checked = &session.records_of("summary_checked")[0];
    assert_eq!(checked["bytes"], "1. Größe: fünf.".len());
    assert_eq!(checked["summary"].as_str().unwrap().len(), 64);
    assert_eq!(checked["source"], "post_compact");
    assert!(checked["nonce"].is_string());
}
