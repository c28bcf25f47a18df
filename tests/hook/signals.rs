//! The process is ended from outside while it runs (C2). Only status 2 keeps the tool from running.

use crate::gate::Gate;
use crate::running::Running;
use crate::summary::*;
use rustix::process::{Signal, kill_process};
use std::thread;
use std::time::Duration;

fn ended_by(signal: Signal, gate: &Gate, input: &[u8]) -> crate::answer::Answer {
    let running = Running::start(gate.command()).write(input);
    thread::sleep(Duration::from_millis(300));
    kill_process(running.id(), signal).unwrap();
    running.answer_while_open().0
}

#[test]
fn a_signal_while_an_event_is_read_denies() {
    let gate = Gate::new();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        ended_by(signal, &gate, b"{\"hook_event_name\":").assert_denied("deadline");
    }
}

#[test]
fn a_signal_while_a_call_waits_for_its_row_denies() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let payload = session.bash_payload("toolu_unwritten").to_string();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        ended_by(signal, &gate, payload.as_bytes()).assert_denied("deadline");
    }
    assert_eq!(session.standing(), "pending/review 1");
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}

// Every other signal that ends a process and can be caught.
#[test]
fn no_signal_is_a_way_through() {
    let gate = Gate::new();
    let signals = [
        Signal::QUIT,
        Signal::USR1,
        Signal::USR2,
        Signal::PIPE,
        Signal::XCPU,
        Signal::XFSZ,
        Signal::VTALARM,
        Signal::PROF,
    ];
    let gate = &gate;
    let open: Vec<_> = thread::scope(|scope| {
        let ask =
            |signal| scope.spawn(move || (signal, ended_by(signal, gate, b"{\"hook_event_name\":").code));
        let calls: Vec<_> = signals.into_iter().map(ask).collect();
        let answers = calls.into_iter().map(|call| call.join().unwrap());
        answers.filter(|(_, code)| *code != Some(2)).collect()
    });
    assert_eq!(open, []);
}

// A parent that blocks signals hands that on.
#[test]
fn blocked_signals_dont_hold_the_deadline_up() {
    let gate = Gate::new();
    let command = gate.command_through("timeout", &["--signal=KILL", "9", "env", "--block-signal"]);
    let (answer, took) = Running::start(command).write(b"{\"hook_event_name\":").answer_while_open();
    assert_eq!(answer.code, Some(2), "after {took:?}: {}", answer.stderr);
}

// Another event has nothing to deny, and a compaction isn't to be blocked.
#[test]
fn a_signal_while_a_compaction_waits_for_the_lock_doesnt_block_it() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let lock = std::fs::File::open(session.folder().join("lock")).unwrap();
    lock.lock().unwrap();
    let payload = session.payload("PreCompact/auto").to_string();
    assert_eq!(ended_by(Signal::TERM, &gate, payload.as_bytes()).code, Some(0));
}

// Nothing can be answered then; but nothing is broken either.
#[test]
fn a_process_that_is_killed_leaves_a_sound_state() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for round in 0..12_u64 {
        let payload =
            session.payload(if round % 2 == 0 { "PreCompact/auto" } else { "SessionStart/compact" });
        let running = Running::start(gate.command()).write(payload.to_string().as_bytes());
        thread::sleep(Duration::from_millis(round));
        kill_process(running.id(), Signal::KILL).unwrap();
        running.answer_while_open();
    }
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
    session.pre_compact().assert_silent();
    session.post_compact(POISONED).assert_silent();
    session.bash().assert_denied("verdict_flagged");
}
