//! How a session began that the gate didn't see begin: a fork, or a late start.

use super::Plan;
use super::pre_compact::begin_unseen;
use super::settle::flagged_by;
use crate::{
    Context, ContextId, Disposition, Facts, History, HistoryFacts, HistoryResolved, Parent, Record, Verdict,
};

/// Makes sure that there is a main context, and resolves its history where the facts allow it.
pub(super) fn ensure_main(plan: &mut Plan, facts: &Facts) {
    begin_unseen(plan, facts);
    let unresolved = plan
        .context(&ContextId::Main)
        .is_some_and(|main| main.history != History::Known && main.verdict != Verdict::Flagged);
    if let (true, Some(history)) = (unresolved, &facts.history) {
        resolve(plan, history, facts);
    }
}

fn resolve(plan: &mut Plan, history: &HistoryFacts, facts: &Facts) {
    let Some(current) = plan.context(&ContextId::Main).cloned() else { return };
    let strictest = history.parents.iter().min_by_key(|parent| strictness(&parent.main));
    let flagged_parent = strictest.is_some_and(|parent| parent.main.verdict == Verdict::Flagged);
    if history.parents_unreadable && !flagged_parent {
        // What can't be read may be stricter than what can.
        return;
    }
    let main = if history.greeted_before && !facts.settle_lost_state {
        closed(current, "state_removed")
    } else if let Some(parent) = strictest {
        inherited(parent, &current, history)
    } else if history.known_before && !facts.settle_lost_state {
        closed(current, "state_removed")
    } else if facts.flag_unknown_history {
        closed(current, "history_unknown")
    } else if history.transcript_read && history.own_row {
        late_start(&current, history)
    } else {
        return;
    };
    let forked_from = strictest.map(|parent| parent.session_id.clone());
    let mut authority = crate::Authority::default();
    for parent in &history.parents {
        authority.inherit(&parent.authority.handed_on(|_| false));
    }
    plan.push(Record::HistoryResolved(HistoryResolved { forked_from, main, authority }));
}

/// Closes a session that was known here and whose state is gone.
pub(super) fn close_removed(plan: &mut Plan) {
    let main = closed(Context::unresolved(History::BeganUnseen), "state_removed");
    plan.push(Record::HistoryResolved(HistoryResolved {
        forked_from: None,
        main,
        authority: crate::Authority::default(),
    }));
}

fn closed(current: Context, reason: &str) -> Context {
    Context {
        verdict: Verdict::Flagged,
        disposition: Disposition::Rebuild,
        reasons: vec![reason.into()],
        history: History::Known,
        ..current
    }
}

/// Flagged before unresolved before pending before pass.
fn strictness(context: &Context) -> u8 {
    match (context.verdict, context.history) {
        (Verdict::Flagged, _) => 0,
        (Verdict::Pending, History::ForkOfUnknownParent | History::BeganUnseen) => 1,
        (Verdict::Pending, History::Known) => 2,
        (Verdict::Pass, _) => 3,
    }
}

/// A fork goes on from its parent's verdict. What the fork's own transcript holds beyond what the parent accounts
/// for is settled afterwards like any other compaction.
fn inherited(parent: &Parent, current: &Context, history: &HistoryFacts) -> Context {
    let mut main = parent.main.clone();
    main.epoch = main.epoch.max(current.epoch);
    for digest in &current.summaries {
        Context::remember(&mut main.summaries, digest.clone());
    }
    if main.history != History::Known && main.verdict != Verdict::Flagged {
        // The parent doesn't know its own beginning either, so the fork is judged by its transcript.
        return if history.transcript_read && history.own_row { late_start(&main, history) } else { main };
    }
    main
}

/// A session of which nothing is known: its last summary is linted, and what came before that is taken as it is.
fn late_start(current: &Context, history: &HistoryFacts) -> Context {
    let mut main = Context {
        verdict: Verdict::Pass,
        disposition: Disposition::Review,
        reasons: Vec::new(),
        history: History::Known,
        checkpoint: None,
        ..current.clone()
    };
    for boundary in &history.boundaries {
        Context::remember(&mut main.boundaries, boundary.uuid.clone());
        let digest = boundary.summary.as_ref().map(|summary| summary.digest.clone());
        Context::remember(&mut main.summaries, digest.unwrap_or_default());
    }
    if let Some(last) = history.boundaries.last() {
        main.epoch = main.epoch.max(1);
        if let Some(summary) = &last.summary {
            main.newest_summary = Some(summary.digest.clone());
        }
        if let Some((disposition, reasons)) = flagged_by(last.summary.as_ref(), &[]) {
            main.verdict = Verdict::Flagged;
            main.disposition = disposition;
            main.reasons = reasons;
        }
    }
    main
}
