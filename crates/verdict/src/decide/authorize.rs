//! Whether a call is within the authority that the operator gave: after the verdict, before the tool.

use super::approvals::{self, Asked, Standing};
use super::pre_tool_use::{deny, deny_as};
use super::{Plan, contract, operations};
use crate::{
    CallFacts, ContextId, DenyCode, Facts, PolicyBound, PolicyChange, PolicyFacts, Record, Reply,
    StandingDenial, ToolCall,
};

/// A denial by a rule of the policy, before it has a record.
struct Refusal {
    code: DenyCode,
    rule: String,
    detail: String,
    stands: bool,
}

/// Binds the session to the policy that was read, if it may be bound without the operator.
pub(super) fn bind(plan: &mut Plan, facts: &Facts) {
    let Some(policy) = facts.policy.as_ref().filter(|policy| policy.problem.is_none()) else { return };
    let why = match policy.change {
        PolicyChange::Same | PolicyChange::Wider(_) => return,
        PolicyChange::First => "first",
        PolicyChange::Narrower => "narrower",
        PolicyChange::Accepted => "accepted",
    };
    plan.push(Record::PolicyBound(PolicyBound { policy: policy.binding.clone(), why: why.into() }));
}

/// `None`: nothing in the contract, the policy or in earlier denials stands against the call.
pub(super) fn decide(plan: &mut Plan, context: &ContextId, call: &ToolCall, facts: &Facts) -> Option<Reply> {
    if let Some(problem) = contract::note(plan, facts) {
        let detail = format!("the contract of this task is not what the operator issued: {problem}");
        return Some(deny(plan, Some(context), call, DenyCode::ContractChanged, detail, facts));
    }
    let policy = facts.policy.as_ref()?;
    if let Some(problem) = &policy.problem {
        let detail = format!("the policy can't be read, so nothing is allowed by it: {problem}");
        return Some(deny(plan, Some(context), call, DenyCode::PolicyUnreadable, detail, facts));
    }
    if let PolicyChange::Wider(changes) = &policy.change {
        let detail = format!(
            "the policy has changed since this session was bound to it and would allow more ({}); the operator has \
             not accepted that",
            changes.join("; ")
        );
        return Some(deny(plan, Some(context), call, DenyCode::PolicyChanged, detail, facts));
    }
    bind(plan, facts);
    let facts_of_call = policy.call.as_ref()?;
    if let Some(why) = &facts_of_call.not_delegated {
        let detail = format!("this subagent has not been given that tool: {why}");
        return Some(deny(plan, Some(context), call, DenyCode::NotDelegated, detail, facts));
    }
    let known =
        |key: &String| plan.after.authority.denials.get(key).or_else(|| facts.run_authority.denials.get(key));
    let standing = facts_of_call.keys.iter().find_map(known);
    if let Some(standing) = standing.cloned() {
        return Some(again(plan, context, call, &standing, facts));
    }
    if let Some(refusal) = refusal(facts_of_call) {
        return Some(refuse(plan, context, call, policy, facts_of_call, refusal, facts));
    }
    let asked = Asked { context, call, about: facts_of_call, policy, facts };
    let had = operations::committed(plan, facts_of_call, facts);
    let approval = match (&facts_of_call.ask, &had) {
        (None, None) => None,
        (rule, _) => match approvals::standing(plan, asked) {
            Standing::Twin => None,
            Standing::Approved { id, issued_at }
                if had.as_ref().is_none_or(|had| issued_at > had.started_at) =>
            {
                Some(id)
            }
            standing => {
                let why = operations::closed(plan, context, call, facts_of_call, facts);
                return why.or_else(|| {
                    Some(without_approval(plan, asked, standing, had.as_ref(), rule.as_deref()))
                });
            }
        },
    };
    if let Some(reply) = operations::closed(plan, context, call, facts_of_call, facts) {
        return Some(reply);
    }
    if let Some(refusal) = unlisted(facts_of_call) {
        return Some(refuse(plan, context, call, policy, facts_of_call, refusal, facts));
    }
    let full = operations::start(plan, context, call, facts_of_call, facts);
    if let (None, Some(id)) = (&full, approval) {
        approvals::redeem(plan, &id, asked);
    }
    full
}

/// The policy's own order: what it denies, and where it may act.
fn refusal(call: &CallFacts) -> Option<Refusal> {
    if let (Some(rule), Some(id)) = (&call.denied_by, &call.denied_by_decision) {
        let detail = format!("it was decided against by {id}, which is enforced by the rule {rule}");
        let rule = format!("{rule} of {id}");
        return Some(Refusal { code: DenyCode::DecisionRejected, rule, detail, stands: true });
    }
    if let Some(rule) = &call.denied_by {
        let detail = format!("the policy denies it by the rule {rule}");
        return Some(Refusal { code: DenyCode::PolicyDeny, rule: rule.clone(), detail, stands: true });
    }
    if let Some(environment) = &call.outside_environments {
        let detail = format!("it is about the environment {environment}, and the policy allows others only");
        let rule = "authority.environments".to_owned();
        return Some(Refusal { code: DenyCode::OutsideEnvironments, rule, detail, stands: true });
    }
    None
}

/// Denies a call that needs an approval and has none, or none that was given after its effect was had.
fn without_approval(
    plan: &mut Plan,
    asked: Asked<'_>,
    standing: Standing,
    had: Option<&operations::Had>,
    rule: Option<&str>,
) -> Reply {
    let why = match (had, standing) {
        (Some(had), _) => {
            let detail = format!(
                "its effect was had already, by the operation {}, and doing it again takes a new approval of the operator",
                had.id
            );
            (DenyCode::EffectCommitted, detail)
        }
        (None, Standing::Denied(code, detail)) => (code, detail),
        (None, Standing::Approved { .. } | Standing::Twin) => {
            (DenyCode::ApprovalMissing, "there is no approval of it".to_owned())
        }
    };
    let rule = rule.map(str::to_owned).or_else(|| had.map(|had| format!("a repetition of {}", had.id)));
    approvals::deny_and_request(plan, asked, why, &rule.unwrap_or_default())
}

fn unlisted(call: &CallFacts) -> Option<Refusal> {
    call.unlisted.then(|| {
        let detail = "the policy allows listed tools only, and this call is not among them".to_owned();
        Refusal { code: DenyCode::Unlisted, rule: "unlisted".into(), detail, stands: false }
    })
}

fn refuse(
    plan: &mut Plan,
    context: &ContextId,
    call: &ToolCall,
    policy: &PolicyFacts,
    about: &CallFacts,
    refusal: Refusal,
    facts: &Facts,
) -> Reply {
    let before = plan.records.len();
    let reply = deny(plan, Some(context), call, refusal.code, refusal.detail, facts);
    let recorded = plan.records.len() > before;
    if let (true, true, Reply::Deny(denial)) = (refusal.stands, recorded, &reply) {
        plan.push(Record::DenialStands(crate::DenialStands {
            key: about.keys.first().cloned().unwrap_or_default(),
            denial: StandingDenial {
                event_id: denial.event_id.clone().unwrap_or_default(),
                tool_name: call.tool_name.chars().take(128).collect(),
                target: about.target.clone(),
                code: refusal.code,
                rule: refusal.rule,
                policy: policy.binding.clone(),
                at: facts.now,
            },
        }));
    }
    reply
}

/// The decision that exists already, by its own id.
fn again(
    plan: &mut Plan,
    context: &ContextId,
    call: &ToolCall,
    standing: &StandingDenial,
    facts: &Facts,
) -> Reply {
    let detail = format!(
        "the same tool and target were denied before by the rule {}, and that stands whatever has been summarised \
         since",
        standing.rule
    );
    deny_as(plan, Some(context), call, (standing.code, detail), Some(&standing.event_id), facts)
}
