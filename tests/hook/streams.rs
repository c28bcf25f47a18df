//! The pipe that an event comes through.

use crate::gate::Gate;
use crate::running::Running;
use crate::summary::*;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

// F1: a client that never closes the pipe.
#[test]
fn an_answer_doesnt_wait_for_the_end_of_the_pipe() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let ask = || {
        let payload = format!("{}\n", session.bash_payload_with_row());
        Running::start(gate.command()).write(payload.as_bytes()).answer_while_open()
    };
    let (answer, took) = ask();
    answer.assert_silent();
    assert!(took < Duration::from_secs(2), "{took:?}");
    session.compact(POISONED);
    ask().0.assert_denied("verdict_flagged");
}

#[test]
fn an_event_that_comes_in_pieces_is_put_together() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let payload = session.bash_payload_with_row().to_string();
    let mut running = Running::start(gate.command());
    for piece in payload.as_bytes().chunks(40) {
        running = running.write(piece);
        thread::sleep(Duration::from_millis(5));
    }
    running.answer_while_open().0.assert_silent();
}

// F2, C1, C2: nothing comes, or never all of it. All of these wait for the gate's own deadline, so they wait together.
#[test]
fn what_doesnt_come_within_the_deadline_is_denied() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let payload = session.bash_payload_with_row().to_string();
    let half = &payload.as_bytes()[..payload.len() / 2];
    thread::scope(|scope| {
        for sent in [b"".as_slice(), b"\n", b"{", half] {
            let gate = &gate;
            scope.spawn(move || {
                let (answer, took) = Running::start(gate.command()).write(sent).answer_while_open();
                answer.assert_denied("deadline");
                assert!((4..10).contains(&took.as_secs()), "{took:?}");
            });
        }
        scope.spawn(|| {
            let mut running = Running::start(gate.command());
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(7) && running.try_write(b" ").is_ok() {
                thread::sleep(Duration::from_millis(100));
            }
            running.answer_while_open().0.assert_denied("deadline");
        });
    });
}

#[test]
fn an_empty_pipe_is_denied_at_once() {
    let gate = Gate::new();
    for input in ["", "\u{feff}", " \n"] {
        gate.send_bytes(input.as_bytes()).assert_denied("bad_input");
    }
    let mut command = gate.command();
    let answer = command.stdin(Stdio::null()).output().unwrap();
    crate::answer::Answer::from(answer).assert_denied("bad_input");
}

#[test]
fn a_standard_input_that_is_no_pipe_is_denied_or_read() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let file = gate.path().join("payload.json");
    std::fs::write(&file, session.bash_payload_with_row().to_string()).unwrap();
    let from = |source: std::fs::File| {
        crate::answer::Answer::from(gate.command().stdin(Stdio::from(source)).output().unwrap())
    };
    from(std::fs::File::open(&file).unwrap()).assert_silent();
    from(std::fs::File::open(gate.path()).unwrap()).assert_denied("bad_input");
    let closed = gate.command_through("sh", &["-c", "exec \"$@\" <&-", "sh"]).output().unwrap();
    crate::answer::Answer::from(closed).assert_denied("bad_input");
}

// B19: nobody reads what it says; the status says it all.
#[test]
fn the_answer_stands_though_nobody_reads_it() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let payload = session.bash_payload_with_row().to_string();
    for redirection in ["exec \"$@\" 2>&-", "exec \"$@\" >&- 2>&-", "exec \"$@\" 2>/dev/full >/dev/full"] {
        let command = gate.command_through("sh", &["-c", redirection, "sh"]);
        assert_eq!(Running::start(command).write(payload.as_bytes()).answer().code, Some(2), "{redirection}");
    }
    let start = session.payload("SessionStart/resume").to_string();
    let command = gate.command_through("sh", &["-c", "exec \"$@\" >/dev/full", "sh"]);
    assert_eq!(Running::start(command).write(start.as_bytes()).answer().code, Some(0));
}

#[test]
fn a_terminal_is_denied_at_once() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let gate = Gate::new();
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    let other_end = std::fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
    let answer = gate.command().stdin(Stdio::from(other_end)).output().unwrap();
    crate::answer::Answer::from(answer).assert_denied("bad_input");
}

#[test]
fn variables_that_make_programs_talk_change_nothing() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let mut command = gate.command();
    command.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "full").env("CLICOLOR_FORCE", "1");
    let payload = session.bash_payload_with_row().to_string();
    Running::start(command).write(payload.as_bytes()).answer().assert_silent();
}
