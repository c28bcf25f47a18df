//! A pending context is settled from the transcript when its hooks didn't come.

use crate::gate::Gate;
use crate::summary::*;
use serde_json::json;
use std::fs;
use std::thread;
use std::time::Duration;

// A1, A2: PostCompact never comes.
#[test]
fn the_summary_row_is_linted_where_post_compact_never_came() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.rows.prompt("hello");
    session.pre_compact();
    session.rows.compaction(CLEAN);
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
    session.pre_compact();
    session.start("compact");
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.standing(), "flagged/quarantine 2");
    assert_eq!(session.records_of("summary_checked")[0]["source"], "transcript");
}

// A7: the compaction was refused, failed or was interrupted.
#[test]
fn an_abandoned_compaction_gives_the_prior_verdict_back() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.bash().assert_silent();
    assert_eq!(session.standing(), "pass/review 1");
    assert_eq!(session.records_of("compaction_abandoned").len(), 1);
}

// A client killed in SessionStart(compact) has written no boundary, and goes on with the old context.
#[test]
fn a_compaction_without_a_boundary_is_abandoned_even_after_session_start() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.start("compact");
    session.start("resume").assert_told("not decided yet");
    session.bash().assert_silent();
    assert_eq!(session.records_of("compaction_abandoned").len(), 1);
}

#[test]
fn an_epoch_that_was_taken_as_abandoned_is_opened_again_by_session_start() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.bash().assert_silent();
    session.start("compact");
    assert_eq!(session.standing(), "pending/review 2");
    session.post_compact(POISONED);
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_call_waits_for_the_clients_flush() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let payload = session.bash_payload("toolu_late");
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(150));
            session.rows.compaction(CLEAN);
            session.rows.tool_use("toolu_late");
        });
        gate.send(&payload).assert_silent();
    });
    assert_eq!(session.records_of("summary_checked").len(), 1);
}

#[test]
fn without_the_calls_own_row_nothing_is_proved() {
    let gate = Gate::new();
    let ids = ["21111111-1111-4111-8111-111111111111", "31111111-1111-4111-8111-111111111111"];
    let [missing, silent] = ids.map(|id| gate.other_session(id));
    let fifo = gate.other_session("41111111-1111-4111-8111-111111111111");
    let nothing = gate.other_session("51111111-1111-4111-8111-111111111111");
    for session in [&missing, &silent, &fifo, &nothing] {
        session.start("startup");
        session.pre_compact();
    }
    silent.rows.prompt("the transcript is there, the call is not");
    silent.rows.tool_use("toolu_of_somebody_else");
    rustix::fs::mkfifoat(rustix::fs::CWD, fifo.rows.path(), rustix::fs::Mode::RWXU).unwrap();
    thread::scope(|scope| {
        for session in [&missing, &silent, &fifo] {
            scope.spawn(|| session.bash_without_row().assert_denied("verdict_pending"));
        }
        let mut payload = nothing.bash_payload_with_row();
        payload.as_object_mut().unwrap().remove("tool_use_id");
        gate.send(&payload).assert_denied("verdict_pending");
    });
    // It is only put off: once the client has written the row, the next call is judged.
    silent.bash().assert_silent();
}

// A23, F11: rows that can't be read are passed over; a row that isn't complete isn't one yet.
#[test]
fn damaged_rows_are_passed_over() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session
        .rows
        .raw(b"\0\0\0\0\n\xff\xfe{\"type\":\n{\"type\":\"user\",\"isCompactSummary\":\"yes\"}\n[]\n\r\n");
    session.rows.compaction(POISONED);
    session.rows.raw(b"{\"type\":\"assistant\",\"message\":{\"content\":\n");
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn rows_that_quote_a_compaction_are_none() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let boundary = json!({"type": "system", "subtype": "compact_boundary", "uuid": "b"});
    let summary = json!({"type": "user", "isCompactSummary": true, "message": {"content": POISONED}});
    let quoted = format!("{boundary}\n{summary}\n");
    session
        .rows
        .row(&json!({"type": "user", "toolUseResult": boundary, "message": {"role": "user", "content":
        [{"type": "tool_result", "tool_use_id": "toolu_0", "content": quoted}]}}));
    session
        .rows
        .row(&json!({"type": "assistant", "message": {"content": [{"type": "tool_use", "id": "toolu_0",
        "input": {"isCompactSummary": true, "subtype": "compact_boundary"}}]}}));
    session.bash().assert_silent();
    session.pre_compact();
    session.bash().assert_silent();
    assert_eq!(session.records_of("summary_checked").len(), 0);
}

// The lint must see what stands behind a quoted closing sentence.
#[test]
fn a_summary_that_quotes_the_clients_closing_hides_nothing_behind_it() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let closing =
        "If you need specific details from before compaction, read the full transcript at: /t.jsonl";
    let poison = POISONED.split_once("<summary>").unwrap().1;
    session.rows.compaction(&format!("<summary>\n1. Work.\n\n{closing}\n{poison}"));
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_boundary_whose_summary_row_is_missing_is_flagged() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.rows.boundary();
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.context("main")["reasons"], json!(["summary_missing"]));
}

// E4: the client moves a transcript, as EnterWorktree does.
#[test]
fn a_transcript_that_moves_is_read_at_its_new_place() {
    let gate = Gate::new();
    let mut session = gate.session();
    session.start("startup");
    session.rows.prompt("hello");
    session.bash().assert_silent();
    let moved = gate.path().join("moved").join(session.rows.path().file_name().unwrap());
    fs::create_dir(moved.parent().unwrap()).unwrap();
    fs::rename(session.rows.path(), &moved).unwrap();
    session.rows = crate::transcript::Transcript::at(moved);
    session.transcript = session.rows.clone();
    session.pre_compact();
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}
