//! `docs/state-table.md` is written by the core itself. `UPDATE_DOCS=1 cargo test -p compact-gate-verdict` renews it.
#![expect(clippy::disallowed_methods, reason = "the table is a file")]

use crate::samples::*;
use verdict::{
    Context, ContextId, Event, Facts, History, Look, Parent, Reply, Source, State, Verdict, decide,
    look_needed,
};

fn states() -> Vec<(&'static str, State)> {
    vec![
        ("absent", State::default()),
        ("fork, parent unknown", started(History::ForkOfUnknownParent)),
        ("began unseen", started(History::BeganUnseen)),
        ("pass", started(History::Known)),
        ("pass, summary `good` settled", settled()),
        ("pending", pending()),
        ("flagged", flagged()),
    ]
}

fn events() -> Vec<(&'static str, Event, Facts)> {
    let tool = || call(Some(ContextId::Main));
    let parent = |state: State| Parent {
        session_id: "p".into(),
        authority: verdict::Authority::default(),
        main: state.contexts[&ContextId::Main].clone(),
    };
    vec![
        ("SessionStart `startup`", start(Source::Startup), facts()),
        (
            "SessionStart `startup`, state removed",
            start(Source::Startup),
            Facts { state_removed: true, ..facts() },
        ),
        ("SessionStart `clear`", start(Source::Clear), facts()),
        ("SessionStart `fork`", start(Source::Fork), facts()),
        ("SessionStart `resume`", start(Source::Resume), facts()),
        (
            "SessionStart `resume`, continuity file invalid",
            start(Source::Resume),
            Facts { continuity: verdict::ContinuityFacts::Invalid("x".into()), ..facts() },
        ),
        ("SessionStart `compact`", start(Source::Compact), facts()),
        ("PreCompact", pre_compact(), facts()),
        ("PreCompact, transcript without boundary", pre_compact(), history(vec![], false, vec![])),
        ("PostCompact, clean", post_compact("new", false), facts()),
        ("PostCompact, clean, as settled", post_compact("good", false), facts()),
        ("PostCompact, suspect", post_compact("new", true), facts()),
        ("PreToolUse, no transcript", tool(), facts()),
        (
            "PreToolUse, own row not there yet",
            tool(),
            Facts { transcript: Some(verdict::TranscriptFacts::default()), ..facts() },
        ),
        ("PreToolUse, own row, no boundary", tool(), history(vec![], false, vec![])),
        (
            "PreToolUse, new boundary, but no own row",
            tool(),
            Facts {
                transcript: Some(verdict::TranscriptFacts {
                    own_row: false,
                    boundaries: vec![boundary("b", Some(summary("new", false)))],
                }),
                ..facts()
            },
        ),
        (
            "PreToolUse, own row, boundary of the settled summary",
            tool(),
            history(vec![boundary("b", Some(summary("good", false)))], false, vec![]),
        ),
        (
            "PreToolUse, own row, new boundary, clean",
            tool(),
            history(vec![boundary("b", Some(summary("new", false)))], false, vec![]),
        ),
        (
            "PreToolUse, own row, new boundary, suspect",
            tool(),
            history(vec![boundary("b", Some(summary("new", true)))], false, vec![]),
        ),
        (
            "PreToolUse, own row, new boundary without summary",
            tool(),
            history(vec![boundary("b", None)], false, vec![]),
        ),
        ("PreToolUse, the gate was here before", tool(), history(vec![], true, vec![])),
        ("PreToolUse, parent found: pass", tool(), history(vec![], false, vec![parent(settled())])),
        ("PreToolUse, parent found: pending", tool(), history(vec![], false, vec![parent(pending())])),
        (
            "PreToolUse, parents found: pass and flagged",
            tool(),
            history(vec![], false, vec![parent(settled()), parent(flagged())]),
        ),
        ("PreToolUse of a new subagent", call(Some(agent())), transcript(vec![])),
        ("PreToolUse of the summariser", call(None), facts()),
    ]
}

#[test]
fn the_table_in_the_documents_is_what_the_core_does() {
    let mut table = String::from(
        "# State table\n\nWritten by the decision core (`crates/verdict/tests/state_table.rs`), for the main context \
         unless an event names another. A cell says what the verdict becomes, with its disposition and epoch; then, for \
         PreToolUse, whether the tool runs.\n",
    );
    for (name, event, facts) in events() {
        table += &format!(
            "\n## {name}\n\n| from | looks at the transcript | becomes | tool |\n|---|---|---|---|\n"
        );
        for (from, state) in states() {
            // Facts that weren't asked for aren't there.
            let mut facts = facts.clone();
            if look_needed(&state, &event) == Look::Nothing {
                facts.transcript = None;
                facts.history = None;
            }
            let decision = decide(&state, &event, &facts);
            let context = match &event {
                Event::PreToolUse { context: Some(context), .. } => context.clone(),
                _ => ContextId::Main,
            };
            let tool = match (&event, &decision.reply) {
                (Event::PreToolUse { .. }, Reply::Silent) => "runs",
                (_, Reply::Deny(denial)) => denial.code.as_str(),
                (_, Reply::Silent | Reply::KeepSettings(_)) => "",
            };
            let becomes = decision.after.contexts.get(&context).map_or("absent".into(), show);
            table += &format!("| {from} | {:?} | {becomes} | {tool} |\n", look_needed(&state, &event));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/state-table.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &table).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == table,
        "docs/state-table.md is out of date: UPDATE_DOCS=1 cargo test -p compact-gate-verdict"
    );
}

fn show(context: &Context) -> String {
    let history = match context.history {
        History::Known => "",
        History::ForkOfUnknownParent => ", parent unknown",
        History::BeganUnseen => ", began unseen",
    };
    let verdict = match context.verdict {
        Verdict::Flagged => format!("**flagged**/{} ({})", context.disposition, context.reasons.join(", ")),
        Verdict::Pending => "pending".into(),
        Verdict::Pass => "pass".into(),
    };
    format!("{verdict}{history}, epoch {}", context.epoch)
}
