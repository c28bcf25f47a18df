//! From a state, an event and its facts to records and a reply.

mod approvals;
mod authorize;
mod check_runs;
mod config_change;
mod contract;
mod decisions;
mod history;
mod operations;
mod post_compact;
mod pre_compact;
mod pre_tool_use;
mod rebaseline;
mod release;
mod session_start;
mod settle;
mod subagent;

use crate::{
    CallFacts, Context, ContextId, Event, Facts, History, Look, Operation, OperationStatus, Record, Reply,
    RestoreGateFailed, SessionEnded, Source, State, Verdict,
};
pub use rebaseline::is_settled_by_git;

/// What is to be recorded, in this order, and answered after that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Records to append; often none.
    pub records: Vec<Record>,
    /// The answer.
    pub reply: Reply,
    /// The state after the records.
    pub after: State,
}

/// Which look at the transcript an event needs before it can be decided.
#[must_use]
pub fn look_needed(state: &State, event: &Event) -> Look {
    match event {
        Event::PreToolUse { context: Some(context), call, .. } => {
            if call.read_only || call.violation.is_some() {
                return Look::Nothing;
            }
            let own = state.contexts.get(context);
            // A subagent that isn't known yet starts from the main context, so that has to be known first.
            let deciding = own.or_else(|| state.contexts.get(&ContextId::Main));
            match deciding {
                None => Look::History,
                Some(Context { verdict: Verdict::Pending, history, .. }) if *history != History::Known => {
                    Look::History
                }
                Some(Context { verdict: Verdict::Pending, .. }) if own.is_some() => Look::Settle,
                Some(Context { verdict: Verdict::Flagged, .. }) => Look::Nothing,
                Some(_) => Look::NewRows,
            }
        }
        Event::PreCompact { context: ContextId::Main, .. } => match state.contexts.get(&ContextId::Main) {
            Some(Context { history: History::Known, .. }) => Look::Nothing,
            Some(Context { verdict: Verdict::Flagged, .. }) => Look::Nothing,
            Some(_) | None => Look::HistoryNow,
        },
        Event::PreToolUse { context: None, .. }
        | Event::PreCompact { .. }
        | Event::SessionStart { .. }
        | Event::PostCompact { .. }
        | Event::SubagentStart { .. }
        | Event::CallEnded { .. }
        | Event::PostToolBatch { .. }
        | Event::Reconcile { .. }
        | Event::Approve { .. }
        | Event::RefuseRequest { .. }
        | Event::SessionEnd { .. }
        | Event::ConfigChange { .. }
        | Event::Rebaseline { .. }
        | Event::Release { .. } => Look::Nothing,
    }
}

/// Of which operations' calls the transcript has to be asked before an event can be decided.
#[must_use]
pub fn results_needed<'s>(state: &'s State, event: &Event, call: Option<&CallFacts>) -> Vec<&'s Operation> {
    let started =
        state.authority.operations.values().filter(|operation| {
            operation.status == OperationStatus::Started && operation.tool_use_id.is_some()
        });
    match event {
        Event::PreToolUse { .. } => {
            let concerned = |operation: &&Operation| {
                call.is_some_and(|call| operation.concerns(&call.effects, &call.waits_for))
            };
            started.filter(concerned).collect()
        }
        Event::PostToolBatch { context }
        | Event::PreCompact { context, .. }
        | Event::PostCompact { context, .. }
        | Event::SessionStart { source: Source::Compact, context, .. } => {
            started.filter(|operation| operation.context == *context).collect()
        }
        Event::SessionStart { .. } | Event::SessionEnd { .. } => started.collect(),
        Event::SubagentStart { .. }
        | Event::CallEnded { .. }
        | Event::Reconcile { .. }
        | Event::Approve { .. }
        | Event::RefuseRequest { .. }
        | Event::ConfigChange { .. }
        | Event::Rebaseline { .. }
        | Event::Release { .. } => Vec::new(),
    }
}

/// Decides one event. Total: every state, event and set of facts has an answer, and what can't be proved is closed.
#[must_use]
pub fn decide(state: &State, event: &Event, facts: &Facts) -> Decision {
    let mut plan = Plan { after: state.clone(), records: Vec::new() };
    if facts.unrecorded {
        close_unrecorded(&mut plan);
    }
    let reply = match event {
        Event::SessionStart { source, context, agent_type } => {
            session_start::decide(&mut plan, source, context, agent_type.as_deref(), facts)
        }
        Event::PreCompact { context, agent_type, trigger } => {
            pre_compact::decide(&mut plan, context, agent_type.as_deref(), trigger.as_deref(), facts)
        }
        Event::PostCompact { context, summary } => post_compact::decide(&mut plan, context, summary, facts),
        Event::SubagentStart { context, agent_type } => {
            subagent::open(&mut plan, context, agent_type);
            Reply::Silent
        }
        Event::PreToolUse { context, agent_type, call } => {
            pre_tool_use::decide(&mut plan, context.as_ref(), agent_type.as_deref(), call, facts)
        }
        Event::CallEnded { context, tool_use_id, tool_name, end } => {
            operations::call_ended(&mut plan, context, tool_use_id.as_deref(), tool_name, *end, facts);
            check_runs::note(&mut plan, facts);
            Reply::Silent
        }
        Event::PostToolBatch { context } => {
            operations::unheard(&mut plan, Some(context), "post_tool_batch", facts);
            Reply::Silent
        }
        Event::Reconcile { operation, committed, evidence, operator } => {
            operations::reconcile(&mut plan, operation, *committed, evidence, operator, facts);
            Reply::Silent
        }
        Event::Approve { request, seconds, operator } => {
            approvals::approve(&mut plan, request, *seconds, operator, facts);
            Reply::Silent
        }
        Event::RefuseRequest { request, operator } => {
            approvals::refuse(&mut plan, request, operator, facts);
            Reply::Silent
        }
        Event::ConfigChange { change } => config_change::decide(&mut plan, change, facts),
        Event::SessionEnd { reason } => {
            operations::unheard(&mut plan, None, "session_end", facts);
            if !plan.after.contexts.is_empty() {
                plan.push(Record::SessionEnded(SessionEnded { reason: reason.chars().take(64).collect() }));
            }
            Reply::Silent
        }
        Event::Rebaseline { accepted } => {
            rebaseline::decide(&mut plan, accepted.clone());
            Reply::Silent
        }
        Event::Release { context, epoch, summary, reason, operator } => {
            release::decide(&mut plan, context, *epoch, summary.as_deref(), reason, operator);
            Reply::Silent
        }
    };
    Decision { records: plan.records, reply, after: plan.after }
}

/// A compaction whose checkpoint couldn't be written has nothing to be compared with, whatever came of it.
fn close_unrecorded(plan: &mut Plan) {
    if plan.context(&ContextId::Main).is_some_and(|main| main.verdict != Verdict::Flagged) {
        plan.push(Record::RestoreGateFailed(RestoreGateFailed {
            context: ContextId::Main,
            event: "PreCompact".into(),
            failed_checks: vec!["checkpoint_recorded".into()],
        }));
    }
}

/// The records decided so far and the state they lead to, so that each step sees what the step before it did.
struct Plan {
    after: State,
    records: Vec<Record>,
}

impl Plan {
    fn push(&mut self, record: Record) {
        self.after.apply(&record);
        self.records.push(record);
    }

    fn context(&self, id: &ContextId) -> Option<&Context> {
        self.after.contexts.get(id)
    }
}
