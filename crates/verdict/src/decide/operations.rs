//! Operations: started before the tool, ended by what the client says, else unknown until somebody settles them.

use super::pre_tool_use::deny;
use super::{Plan, approvals};
use crate::{
    Authority, BypassDetected, CallEnd, CallFacts, CallResult, ContextId, DenyCode, Facts, Operation,
    OperationEnded, OperationHeardLate, OperationStarted, OperationStatus, PermissionDenied, Record, Reply,
    State, ToolCall,
};

/// Denies a call whose effect, or what it waits for, isn't settled. A call that was refused by the client meanwhile
/// is taken out of the way first.
pub(super) fn closed(
    plan: &mut Plan,
    context: &ContextId,
    call: &ToolCall,
    about: &CallFacts,
    facts: &Facts,
) -> Option<Reply> {
    let in_question: Vec<(String, Operation)> = plan
        .after
        .authority
        .operations
        .iter()
        .filter(|(_, operation)| operation.status.is_unresolved() && !is_of_call(operation, call, about))
        .filter(|(_, operation)| operation.concerns(&about.effects, &about.waits_for))
        .map(|(id, operation)| (id.clone(), operation.clone()))
        .collect();
    for (id, operation) in in_question {
        let elsewhere = facts.run_authority.operations.get(&id).filter(|copy| !copy.status.is_unresolved());
        if let Some(copy) = elsewhere {
            // It was settled by another session of the run, or by the operator for the run.
            plan.push(Record::OperationEnded(copy.ended_as(&id)));
            if plan.after.authority.operations.get(&id).is_some_and(|now| !now.status.is_unresolved()) {
                continue;
            }
        }
        if operation.status == OperationStatus::Started
            && result_of(&operation, facts)
                .is_some_and(|result| conclude(plan, &id, result, "result_row", facts))
        {
            continue;
        }
        let now = plan.after.authority.operations.get(&id).cloned().unwrap_or(operation);
        return Some(unresolved(plan, context, call, about, (&id, &now), facts));
    }
    let elsewhere = |(id, operation): &(&String, &Operation)| {
        !plan.after.authority.operations.contains_key(*id)
            && operation.status.is_unresolved()
            && operation.concerns(&about.effects, &about.waits_for)
    };
    if let Some((id, operation)) = facts.run_authority.operations.iter().find(elsewhere) {
        return Some(unresolved(plan, context, call, about, (id, operation), facts));
    }
    None
}

/// An effect that is known to have been had.
pub(super) struct Had {
    /// The operation that had it.
    pub(super) id: String,
    /// When that was started: only an approval that is newer speaks of a repetition.
    pub(super) started_at: i64,
}

/// Whether a call's effect is known to have been had: once is what was asked for.
pub(super) fn committed(plan: &Plan, about: &CallFacts, facts: &Facts) -> Option<Had> {
    let had = |(_, operation): &(&String, &Operation)| {
        operation.status == OperationStatus::Committed && operation.is_same_effect(&about.effects)
    };
    let known = plan.after.authority.operations.iter().chain(&facts.run_authority.operations).filter(had);
    let latest = known.max_by_key(|(_, operation)| operation.started_at);
    latest.map(|(id, operation)| Had { id: id.clone(), started_at: operation.started_at })
}

fn unresolved(
    plan: &mut Plan,
    context: &ContextId,
    call: &ToolCall,
    about: &CallFacts,
    (id, operation): (&String, &Operation),
    facts: &Facts,
) -> Reply {
    let what = match operation.status {
        OperationStatus::Started => "was started and has not been heard of since",
        _ => "has an unknown outcome",
    };
    let (code, why) = if operation.is_same_effect(&about.effects) {
        (DenyCode::OperationUnresolved, "and this call would have the same effect")
    } else {
        (DenyCode::DependsOnOperation, "and by the policy this call has to wait for it")
    };
    let detail = format!("the operation {id} {what}, {why}");
    deny(plan, Some(context), call, code, detail, facts)
}

/// Records a call as started, before it is let through.
pub(super) fn start(
    plan: &mut Plan,
    context: &ContextId,
    call: &ToolCall,
    about: &CallFacts,
    facts: &Facts,
) -> Option<Reply> {
    let twin = |operation: &Operation| is_of_call(operation, call, about);
    if !about.external || plan.after.authority.operations.values().any(twin) {
        // A second copy of the event finds what the first recorded.
        return None;
    }
    let kept = |authority: &Authority| {
        authority.operations.values().filter(|operation| operation.status.is_kept()).count()
    };
    let kept = kept(&plan.after.authority).max(kept(&facts.run_authority));
    if kept >= State::KEPT_OPERATIONS {
        let detail = format!(
            "{kept} operations are unresolved or committed, which is as many as can be remembered, and none may be \
             forgotten"
        );
        return Some(deny(plan, Some(context), call, DenyCode::OperationsFull, detail, facts));
    }
    plan.push(Record::OperationStarted(OperationStarted {
        id: format!("op-{}", facts.nonce.get(..12).unwrap_or(&facts.nonce)),
        operation: Operation {
            tool_use_id: call.tool_use_id.clone(),
            context: context.clone(),
            tool_name: call.tool_name.chars().take(128).collect(),
            target: about.target.clone(),
            declared: about.declared.clone(),
            effects: about.effects.clone(),
            awaited_by: about.awaited_by.clone(),
            status: OperationStatus::Started,
            cause: "pre_tool_use".into(),
            started_at: facts.now,
            heard_late: None,
            evidence: None,
            operator: None,
        },
    }));
    None
}

/// The client says how a call ended.
pub(super) fn call_ended(
    plan: &mut Plan,
    context: &ContextId,
    tool_use_id: Option<&str>,
    tool_name: &str,
    end: CallEnd,
    facts: &Facts,
) {
    let denial = tool_use_id
        .and_then(|id| plan.after.denial_of(id).map(str::to_owned))
        .or_else(|| facts.denied_before.clone());
    if let (Some(event_id), Some(id), true) = (denial, tool_use_id, end.proves_it_ran()) {
        bypassed(plan, context, id, tool_name, event_id);
    }
    if end == CallEnd::Refused {
        note_refusal(plan, context, tool_use_id, tool_name, facts);
        approvals::give_back(plan, tool_use_id, facts);
    } else if end.proves_it_ran() {
        approvals::take_back(plan, context, tool_use_id, facts);
    }
    heard(plan, tool_use_id, end, facts);
    for (id, status) in &facts.probed {
        if let (None, Some(copy)) =
            (plan.after.authority.operations.get(id), facts.run_authority.operations.get(id))
        {
            let operation = copy.clone();
            plan.push(Record::OperationStarted(OperationStarted { id: id.clone(), operation }));
        }
        let operation = plan.after.authority.operations.get(id);
        if operation.is_some_and(|operation| operation.status == OperationStatus::Unknown) {
            end_as(plan, id, *status, "probe", facts);
        }
    }
}

/// Notes, once, that the client refused a call by itself.
fn note_refusal(
    plan: &mut Plan,
    context: &ContextId,
    tool_use_id: Option<&str>,
    tool_name: &str,
    facts: &Facts,
) {
    let noted = |id: &str| plan.after.refused.iter().any(|known| known == id);
    if !tool_use_id.is_some_and(noted) {
        plan.push(Record::PermissionDenied(PermissionDenied {
            context: context.clone(),
            tool_name: tool_name.chars().take(160).collect(),
            tool_use_id: tool_use_id.map(str::to_owned),
            at: facts.now,
        }));
    }
}

/// Ends the operation of a call, if it was waiting to be heard of; else notes for the operator what was heard.
fn heard(plan: &mut Plan, tool_use_id: Option<&str>, end: CallEnd, facts: &Facts) {
    let Some(tool_use_id) = tool_use_id else { return };
    let operations = plan.after.authority.operations.iter();
    let of_call = operations.filter(|(_, operation)| operation.tool_use_id.as_deref() == Some(tool_use_id));
    let (started, over): (Vec<_>, Vec<_>) =
        of_call.partition(|(_, operation)| operation.status == OperationStatus::Started);
    let status = match end {
        CallEnd::Succeeded => OperationStatus::Completed,
        CallEnd::Unfinished | CallEnd::Failed | CallEnd::Exited => OperationStatus::Unknown,
        CallEnd::Refused => OperationStatus::NotRun,
    };
    if started.is_empty() {
        // The second copy of an event tells nothing new.
        let known = |operation: &Operation| operation.heard_late.is_some() || operation.cause == end.as_str();
        let new = !over.iter().any(|(_, operation)| known(operation));
        let latest = over.into_iter().max_by_key(|(_, operation)| operation.started_at);
        if let Some((id, _)) = latest.filter(|_| new) {
            let (id, event) = (id.clone(), end.as_str().to_owned());
            plan.push(Record::OperationHeardLate(OperationHeardLate { id, event }));
        }
        return;
    }
    for id in started.into_iter().map(|(id, _)| id.clone()).collect::<Vec<_>>() {
        end_as(plan, &id, status, end.as_str(), facts);
    }
}

/// A batch of calls is over: what was started by this context and not heard of won't be heard of any more.
pub(super) fn unheard(plan: &mut Plan, context: Option<&ContextId>, cause: &str, facts: &Facts) {
    let started = plan.after.authority.operations.iter().filter(|(_, operation)| {
        operation.status == OperationStatus::Started
            && context.is_none_or(|context| operation.context == *context)
    });
    let started: Vec<(String, Operation)> =
        started.map(|(id, operation)| (id.clone(), operation.clone())).collect();
    for (id, operation) in started {
        let result = result_of(&operation, facts).unwrap_or(CallResult::Ended);
        conclude(plan, &id, result, cause, facts);
    }
}

/// The operator says what became of an operation. What is settled stays settled.
pub(super) fn reconcile(
    plan: &mut Plan,
    id: &str,
    committed: bool,
    evidence: &str,
    operator: &str,
    facts: &Facts,
) {
    let known = plan.after.authority.operations.get(id);
    if known.is_some_and(|operation| operation.status.is_unresolved()) {
        plan.push(Record::OperationEnded(OperationEnded {
            id: id.to_owned(),
            status: if committed { OperationStatus::Committed } else { OperationStatus::NotCommitted },
            cause: "operator".into(),
            at: facts.now,
            evidence: Some(evidence.to_owned()),
            operator: Some(operator.to_owned()),
        }));
    }
}

/// Ends a started operation by its result row. Whether it turned out not to have run.
fn conclude(plan: &mut Plan, id: &str, result: CallResult, cause: &str, facts: &Facts) -> bool {
    let (status, cause) = match result {
        CallResult::Refused => (OperationStatus::NotRun, "refused_by_client"),
        CallResult::Ended => (OperationStatus::Unknown, cause),
    };
    end_as(plan, id, status, cause, facts);
    result == CallResult::Refused
}

fn end_as(plan: &mut Plan, id: &str, status: OperationStatus, cause: &str, facts: &Facts) {
    if status == OperationStatus::NotRun {
        let operation = plan.after.authority.operations.get(id);
        let tool_use_id = operation.and_then(|operation| operation.tool_use_id.clone());
        approvals::give_back(plan, tool_use_id.as_deref(), facts);
    }
    plan.push(Record::OperationEnded(OperationEnded {
        id: id.to_owned(),
        status,
        cause: cause.to_owned(),
        at: facts.now,
        evidence: None,
        operator: None,
    }));
}

fn result_of(operation: &Operation, facts: &Facts) -> Option<CallResult> {
    facts.call_results.get(operation.tool_use_id.as_ref()?).copied()
}

/// Whether the call is the one that the operation was started by: a second copy of the hook asks about it.
fn is_of_call(operation: &Operation, call: &ToolCall, about: &CallFacts) -> bool {
    operation.status == OperationStatus::Started
        && call.tool_use_id.is_some()
        && operation.tool_use_id == call.tool_use_id
        && operation.is_same_effect(&about.effects)
}

/// A call that was denied has run: this client doesn't do as it is told, so nothing in this context can be vouched
/// for.
fn bypassed(plan: &mut Plan, context: &ContextId, id: &str, tool_name: &str, event_id: String) {
    if plan.after.bypasses.iter().any(|known| known == id) {
        return;
    }
    let closes = if plan.context(context).is_some() { context.clone() } else { ContextId::Main };
    plan.push(Record::BypassDetected(BypassDetected {
        context: closes,
        tool_use_id: id.to_owned(),
        tool_name: tool_name.chars().take(128).collect(),
        event_id,
    }));
}
