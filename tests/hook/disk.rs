//! The disk is full, or nothing can be written (C12, H8). A limit on the size of files stands for it, since it holds
//! for root, too.

use crate::gate::Gate;
use crate::running::Running;
use crate::summary::*;
use serde_json::Value;
use std::process::Command;

/// The hook, which can't make any file longer.
fn on_a_full_disk(gate: &Gate) -> Command {
    gate.command_through("sh", &["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
}

fn send_on_a_full_disk(gate: &Gate, payload: &Value) -> crate::answer::Answer {
    Running::start(on_a_full_disk(gate)).write(payload.to_string().as_bytes()).answer()
}

#[test]
fn a_call_that_needs_no_record_is_still_allowed() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    send_on_a_full_disk(&gate, &session.bash_payload_with_row()).assert_silent();
}

#[test]
fn a_denial_that_cant_be_recorded_is_a_denial() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let answer = send_on_a_full_disk(&gate, &session.bash_payload_with_row());
    answer.assert_closed();
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
}

#[test]
fn what_would_open_the_gate_has_to_be_recorded_first() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.rows.compaction(CLEAN);
    send_on_a_full_disk(&gate, &session.bash_payload_with_row()).assert_closed();
    assert_eq!(session.standing(), "pending/review 1");
    session.bash().assert_silent();
    let unknown = gate.other_session("22222222-2222-4222-8222-222222222222");
    unknown.rows.prompt("hello");
    send_on_a_full_disk(&gate, &unknown.bash_payload_with_row()).assert_closed();
}

// A15: nothing of ours blocks a compaction, and what couldn't be recorded closes afterwards.
#[test]
fn a_compaction_on_a_full_disk_isnt_blocked_and_is_found_afterwards() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash().assert_silent();
    let pre = send_on_a_full_disk(&gate, &session.payload("PreCompact/auto"));
    assert_eq!((pre.code, &*pre.stdout), (Some(0), ""));
    assert!(!pre.stderr.is_empty(), "nobody learns that no checkpoint was written");
    let start = send_on_a_full_disk(&gate, &session.payload("SessionStart/compact"));
    start.assert_told("Gate: closed.");
    session.post_compact(CLEAN);
    session.rows.compaction(CLEAN);
    session.bash().assert_denied("verdict_flagged");
    assert_eq!(session.standing(), "flagged/rebuild 0");
}

// The client ignores the signal that the system sends for it, or doesn't: both end in a denial.
#[test]
fn the_signal_for_a_full_disk_is_no_way_through() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let command = gate.command_through("sh", &["-c", "ulimit -f 0; exec \"$@\"", "sh"]);
    let answer =
        Running::start(command).write(session.bash_payload_with_row().to_string().as_bytes()).answer();
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
}

#[test]
fn too_few_file_descriptors_are_no_way_through() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    for limit in 3..7 {
        let script = format!("ulimit -n {limit}; exec \"$@\"");
        let command = gate.command_through("sh", &["-c", &script, "sh"]);
        let answer =
            Running::start(command).write(session.bash_payload_with_row().to_string().as_bytes()).answer();
        assert!(matches!(answer.code, Some(2 | 126 | 127)), "{limit}: {answer:?}");
    }
}
