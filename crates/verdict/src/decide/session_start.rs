use super::pre_compact::open_epoch;
use super::{Plan, approvals, authorize, contract, decisions, history, operations, subagent};
use crate::{
    Authority, Context, ContextId, Facts, History, Predecessor, Record, Registrations, Reply,
    RestoreGateFailed, SessionStarted, Source, Verdict, failed_checks, run_restore_gate,
};

pub(super) fn decide(
    plan: &mut Plan,
    source: &Source,
    context: &ContextId,
    agent_type: Option<&str>,
    facts: &Facts,
) -> Reply {
    let whose = Some(context).filter(|_| *source == Source::Compact);
    operations::unheard(plan, whose, "session_start", facts);
    if *source == Source::Compact {
        compacted(plan, source, context, agent_type, facts);
        decisions::bind(plan, facts);
        contract::note(plan, facts);
        return Reply::Silent;
    }
    let new = plan.context(&ContextId::Main).is_none();
    // Each record stands alone, should the process die after it: what closes comes first.
    if new && facts.lost_state() {
        history::close_removed(plan);
    } else if matches!(source, Source::Resume | Source::Other(_)) {
        restore(plan, facts);
    }
    let main = match source {
        _ if plan.context(&ContextId::Main).is_some() => None,
        Source::Startup | Source::Clear => Some(History::Known),
        Source::Fork => Some(History::ForkOfUnknownParent),
        Source::Resume | Source::Compact | Source::Other(_) => Some(History::BeganUnseen),
    };
    let predecessor = facts.predecessor.as_ref().filter(|_| *source == Source::Clear && new);
    record(plan, source, main, facts, predecessor);
    authorize::bind(plan, facts);
    decisions::bind(plan, facts);
    contract::note(plan, facts);
    Reply::Silent
}

/// A session that goes on at `pass` goes through the restore gate first.
fn restore(plan: &mut Plan, facts: &Facts) {
    approvals::drop_unbound(plan, facts);
    let passing = plan.context(&ContextId::Main).is_some_and(|main| main.verdict == Verdict::Pass);
    let failed_checks = failed_checks(&run_restore_gate(&plan.after.authority, None, None, facts));
    if passing && !failed_checks.is_empty() {
        let event = "SessionStart".to_owned();
        plan.push(Record::RestoreGateFailed(RestoreGateFailed {
            context: ContextId::Main,
            event,
            failed_checks,
        }));
    }
}

/// A compaction has succeeded. Normally PreCompact came before it and the context is pending; where it didn't, or
/// where the epoch had been taken as abandoned, the epoch is opened now.
fn compacted(plan: &mut Plan, source: &Source, context: &ContextId, agent_type: Option<&str>, facts: &Facts) {
    if plan.context(&ContextId::Main).is_none() {
        if facts.lost_state() {
            history::close_removed(plan);
        }
        let unseen = plan.context(&ContextId::Main).is_none().then_some(History::BeganUnseen);
        record(plan, source, unseen, facts, None);
    }
    subagent::open(plan, context, agent_type.unwrap_or_default());
    let closed = |context: &Context| context.verdict == Verdict::Flagged;
    if plan.context(context).is_some_and(|context| !closed(context) && context.checkpoint.is_none()) {
        open_epoch(plan, context, "SessionStart", None, facts);
    }
}

fn record(
    plan: &mut Plan,
    source: &Source,
    main: Option<History>,
    facts: &Facts,
    predecessor: Option<&Predecessor>,
) {
    // Within a client's process, what was changed meanwhile isn't what holds.
    let process_begins =
        !matches!(source, Source::Compact | Source::Clear) || plan.after.registered.is_empty();
    plan.push(Record::SessionStarted(SessionStarted {
        source: source.clone(),
        main,
        cwd: facts.cwd.clone(),
        transcript_path: facts.transcript_path.clone(),
        run: facts.run.clone(),
        git: facts.git.clone(),
        replaces: predecessor.map(|p| p.session_id.clone()),
        authority: predecessor.map(handed_on).unwrap_or_default(),
        carried: predecessor.map(|p| p.agents.clone()).unwrap_or_default(),
        at: Some(facts.now),
        registered: if process_begins { facts.registered.clone() } else { Registrations::new() },
    }));
}

/// What is carried over of another session's authority: all that limits it and what it has done, and nothing that it was
/// allowed. Its subagents go on, and so do their calls.
fn handed_on(predecessor: &Predecessor) -> Authority {
    predecessor.authority.handed_on(|context| predecessor.agents.contains_key(context))
}
