//! Many hooks at once: parallel calls, subagents, sessions (H1, H2).

use crate::gate::Gate;
use crate::summary::*;
use std::collections::BTreeSet;
use std::thread;

const MANY: usize = 32;

#[test]
fn parallel_calls_all_get_their_answer() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let ask = |session: &crate::session::Session<'_>| {
        thread::scope(|scope| {
            let calls: Vec<_> = (0..MANY).map(|_| scope.spawn(|| session.bash())).collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect::<Vec<_>>()
        })
    };
    for answer in ask(&session) {
        answer.assert_silent();
    }
    session.compact(POISONED);
    let denials: BTreeSet<String> = ask(&session)
        .into_iter()
        .map(|answer| {
            answer.assert_denied("verdict_flagged");
            answer.stderr
        })
        .collect();
    assert_eq!(denials.len(), MANY, "every call has an id of its own");
    assert_eq!(session.records_of("denied").len(), MANY);
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
}

#[test]
fn parallel_calls_settle_a_compaction_once() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    session.rows.compaction(CLEAN);
    thread::scope(|scope| {
        let calls: Vec<_> = (0..MANY).map(|_| scope.spawn(|| session.bash())).collect();
        for call in calls {
            call.join().unwrap().assert_silent();
        }
    });
    assert_eq!(session.records_of("summary_checked").len(), 1);
    assert_eq!(session.standing(), "pass/review 1");
}

// A compaction event must not be lost among the records of others.
#[test]
fn a_compaction_among_many_denials_is_recorded() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    let flagged = main.agent("a1", "Explore");
    flagged.bash().assert_silent();
    flagged.compact(POISONED);
    thread::scope(|scope| {
        for _ in 0..MANY {
            scope.spawn(|| flagged.bash().assert_denied("verdict_flagged"));
        }
        scope.spawn(|| {
            main.pre_compact().assert_silent();
            main.post_compact(POISONED).assert_silent();
        });
    });
    assert_eq!(main.standing(), "flagged/quarantine 1");
    assert_eq!(flagged.records_of("denied").len(), MANY);
    assert_eq!(gate.operator(&["verify", "--all"]).code, Some(0));
}

#[test]
fn sessions_and_subagents_at_once_keep_their_own_verdicts() {
    let gate = Gate::new();
    let ids: Vec<String> = (10..18).map(|n| format!("{n}111111-1111-4111-8111-111111111111")).collect();
    thread::scope(|scope| {
        for (number, id) in ids.iter().enumerate() {
            let gate = &gate;
            scope.spawn(move || {
                let session = gate.other_session(id);
                session.start("startup");
                session.agent("a1", "Explore").bash().assert_silent();
                for _ in 0..5 {
                    session.compact(CLEAN);
                    session.bash().assert_silent();
                }
                if number % 2 == 0 {
                    session.compact(POISONED);
                    session.bash().assert_denied("verdict_flagged");
                    assert_eq!(session.standing(), "flagged/quarantine 6");
                } else {
                    assert_eq!(session.standing(), "pass/review 5");
                }
                session.agent("a1", "Explore").bash().assert_silent();
            });
        }
    });
}
