use super::{Plan, authorize, history, settle, subagent};
use crate::{
    Context, ContextId, Denial, Denied, DenyCode, Disposition, Facts, History, Record, Reply, ToolCall,
    Verdict,
};

pub(super) fn decide(
    plan: &mut Plan,
    context: Option<&ContextId>,
    agent_type: Option<&str>,
    call: &ToolCall,
    facts: &Facts,
) -> Reply {
    if let Some(violation) = &call.violation {
        return deny(plan, context, call, DenyCode::SelfProtection, violation.clone(), facts);
    }
    let Some(context) = context else {
        let detail = "it comes from the summariser of a compaction, which may call no tools";
        return deny(plan, None, call, DenyCode::SummariserTool, detail.into(), facts);
    };
    if call.read_only {
        return Reply::Silent;
    }
    if plan.context(context).is_none() {
        history::ensure_main(plan, facts);
        subagent::open(plan, context, agent_type.unwrap_or_default());
    } else if context.is_main() {
        history::ensure_main(plan, facts);
    }
    super::decisions::bind(plan, facts);
    if let Some(transcript) = &facts.transcript {
        settle::settle(plan, context, transcript, facts);
    }
    match plan.context(context) {
        Some(Context { verdict: Verdict::Pass, .. }) => {
            authorize::decide(plan, context, call, facts).unwrap_or(Reply::Silent)
        }
        Some(now) => {
            let (code, detail) = closed(now);
            deny(plan, Some(context), call, code, detail, facts)
        }
        None => {
            let detail = "how this session began isn't known, so a subagent of it can't be judged either";
            deny(plan, Some(context), call, DenyCode::HistoryUnknown, detail.into(), facts)
        }
    }
}

/// Why a context is closed, in words of our own: rule ids and names of checks, never the summary's text.
fn closed(context: &Context) -> (DenyCode, String) {
    match (context.verdict, context.history) {
        (Verdict::Pending, History::Known) | (Verdict::Pass, _) => (
            DenyCode::VerdictPending,
            "a compaction began and its summary has not been checked, nor does the transcript show that it failed"
                .into(),
        ),
        (Verdict::Pending, History::ForkOfUnknownParent) => (
            DenyCode::HistoryUnknown,
            "this session is a fork, and neither its parent nor its transcript could be found".into(),
        ),
        (Verdict::Pending, History::BeganUnseen) => (
            DenyCode::HistoryUnknown,
            "this session began before the gate watched it, and its transcript doesn't tell what it holds".into(),
        ),
        (Verdict::Flagged, _) => {
            let because = if context.reasons.is_empty() { "unknown".into() } else { context.reasons.join(", ") };
            let detail = match context.disposition {
                Disposition::Quarantine => format!("the compaction summary is suspect: {because}"),
                Disposition::Rebuild | Disposition::Review => {
                    format!("the control state can't vouch for this context: {because}")
                }
            };
            (DenyCode::VerdictFlagged, detail)
        }
    }
}

pub(super) fn deny(
    plan: &mut Plan,
    context: Option<&ContextId>,
    call: &ToolCall,
    code: DenyCode,
    detail: String,
    facts: &Facts,
) -> Reply {
    deny_as(plan, context, call, (code, detail), None, facts)
}

/// Denies a call and remembers its id, by which it is known again should it run all the same. `event_id`: the decision
/// exists already and is quoted.
pub(super) fn deny_as(
    plan: &mut Plan,
    context: Option<&ContextId>,
    call: &ToolCall,
    (code, detail): (DenyCode, String),
    event_id: Option<&str>,
    facts: &Facts,
) -> Reply {
    if facts.lost_state() && plan.context(&ContextId::Main).is_none() {
        // The first record after a removal has to remember it.
        history::close_removed(plan);
    }
    let now = context.and_then(|context| plan.context(context));
    let verdict = now.map(|now| (now.verdict, now.disposition, now.epoch));
    let twin = call.tool_use_id.as_deref().and_then(|id| plan.after.denial_of(id)).map(str::to_owned);
    let event_id = twin.unwrap_or_else(|| {
        let fresh = || format!("deny-{}", facts.nonce.get(..12).unwrap_or(&facts.nonce));
        let event_id = event_id.map_or_else(fresh, str::to_owned);
        plan.push(Record::Denied(Denied {
            context: context.cloned().unwrap_or(ContextId::Main),
            tool_use_id: call.tool_use_id.clone(),
            tool_name: call.tool_name.chars().take(128).collect(),
            code,
            event_id: event_id.clone(),
            verdict: verdict.map(|(verdict, _, _)| verdict),
            epoch: verdict.map_or(0, |(_, _, epoch)| epoch),
            at: Some(facts.now),
        }));
        event_id
    });
    Reply::Deny(Denial {
        code,
        detail,
        context: context.cloned(),
        verdict,
        event_id: Some(event_id),
        request: None,
    })
}
