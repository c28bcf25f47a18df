//! Another process holds the session's lock, or has stopped while it held it.

use crate::gate::Gate;
use crate::running::Running;
use crate::summary::*;
use std::fs::File;
use std::time::Duration;

#[test]
fn reading_a_verdict_needs_no_lock() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let lock = File::open(session.folder().join("lock")).unwrap();
    lock.lock().unwrap();
    let payload = session.bash_payload_with_row().to_string();
    let (answer, took) = Running::start(gate.command()).write(payload.as_bytes()).answer_while_open();
    answer.assert_silent();
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn what_cant_be_recorded_in_time_is_denied() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    let lock = File::open(session.folder().join("lock")).unwrap();
    lock.lock().unwrap();
    let payload = session.bash_payload_with_row().to_string();
    let (answer, took) = Running::start(gate.command()).write(payload.as_bytes()).answer_while_open();
    answer.assert_closed();
    assert!((2..9).contains(&took.as_secs()), "{took:?}");
    drop(lock);
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_compaction_that_cant_be_recorded_is_not_blocked_and_found_later() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.bash().assert_silent();
    let lock = File::open(session.folder().join("lock")).unwrap();
    lock.lock().unwrap();
    std::thread::scope(|scope| {
        for answer in [scope.spawn(|| session.pre_compact()), scope.spawn(|| session.post_compact(POISONED))]
        {
            let answer = answer.join().unwrap();
            assert_eq!((answer.code, &*answer.stdout), (Some(0), ""));
        }
    });
    drop(lock);
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}

#[test]
fn a_lock_that_is_let_go_in_time_is_waited_for() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let lock = File::open(session.folder().join("lock")).unwrap();
    lock.lock().unwrap();
    std::thread::scope(|scope| {
        let answer = scope.spawn(|| session.pre_compact());
        std::thread::sleep(Duration::from_millis(300));
        drop(lock);
        answer.join().unwrap().assert_silent();
    });
    assert_eq!(session.standing(), "pending/review 1");
}
