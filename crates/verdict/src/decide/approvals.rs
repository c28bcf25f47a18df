//! Approvals: each for one call, spent before it is let through.

use super::Plan;
use super::pre_tool_use::deny;
use crate::approval::CLOCK_SLACK_SECONDS;
use crate::{
    ApprovalEnd, ApprovalEnded, ApprovalRedeemed, ApprovalRequest, ApprovalRequested, ApprovalReturned,
    CallFacts, ContextId, DenyCode, Facts, PolicyFacts, Record, Reply, ToolCall,
};

/// How a call stands that needs an approval.
pub(super) enum Standing {
    /// It has one, given at this time, which has to be spent.
    Approved {
        /// The request's id.
        id: String,
        /// When it was given.
        issued_at: i64,
    },
    /// This very call has spent one: a second copy of its event asks.
    Twin,
    /// It has none that counts.
    Denied(DenyCode, String),
}

/// One call that asks for an approval.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) context: &'a ContextId,
    pub(super) call: &'a ToolCall,
    pub(super) about: &'a CallFacts,
    pub(super) policy: &'a PolicyFacts,
    pub(super) facts: &'a Facts,
}

/// Looks for an approval of exactly this call. Those that can't count any more are ended.
pub(super) fn standing(plan: &mut Plan, asked: Asked<'_>) -> Standing {
    let Some(payload) = &asked.about.payload else {
        let detail = "its input has no canonical form, so that nobody can approve exactly this";
        return Standing::Denied(DenyCode::ApprovalMissing, detail.into());
    };
    let own = |request: &ApprovalRequest| {
        request.tool_name == asked.call.tool_name
            && request.payload == payload.digest
            && request.context == *asked.context
    };
    let mut approved: Vec<(String, ApprovalRequest)> = known(plan, asked.facts)
        .into_iter()
        .filter(|(_, request)| own(request) && request.approval.is_some())
        .collect();
    approved.sort_by_key(|(_, request)| request.approval.as_ref().map(|approval| approval.issued_at));
    let spent_by_this = |(_, request): &(String, ApprovalRequest)| {
        let approval = request.approval.as_ref();
        asked.call.tool_use_id.as_deref().is_some_and(|id| approval.is_some_and(|it| it.is_redeemed_by(id)))
    };
    if approved.iter().any(spent_by_this) {
        return Standing::Twin;
    }
    let denied_before =
        asked.call.tool_use_id.as_deref().is_some_and(|id| plan.after.denial_of(id).is_some());
    let mut reason = None;
    for (id, request) in approved.iter().rev() {
        let why = why_not(plan, request, &payload.places, asked);
        let Some((why, end)) = why else {
            if denied_before {
                // The first copy of this event was denied, and the client has taken its word.
                let detail = "this very call was denied before; it was approved since, for the next time";
                return Standing::Denied(DenyCode::ApprovalMissing, detail.into());
            }
            let issued_at = request.approval.as_ref().map_or(0, |approval| approval.issued_at);
            return Standing::Approved { id: id.clone(), issued_at };
        };
        if let Some(end) = end {
            plan.push(Record::ApprovalEnded(ApprovalEnded { id: id.clone(), why: end, at: asked.facts.now }));
        }
        reason.get_or_insert(why);
    }
    let (code, detail) = reason.unwrap_or_else(|| without(plan, asked, &payload.digest));
    Standing::Denied(code, detail)
}

type Why = (DenyCode, String);

/// Why an approval of this payload doesn't count for this call, and whether that ends it.
fn why_not(
    plan: &Plan,
    request: &ApprovalRequest,
    places: &str,
    asked: Asked<'_>,
) -> Option<(Why, Option<ApprovalEnd>)> {
    let approval = request.approval.as_ref()?;
    let says = |code, detail: &str| (code, detail.to_owned());
    if approval.redeemed.is_some() {
        let detail = "the operator approved this call once, and that has been used: spent is spent, also if the call \
                      failed";
        return Some((says(DenyCode::ApprovalUsed, detail), None));
    }
    let expired = says(DenyCode::ApprovalExpired, "the operator's approval of this call has expired");
    let changed = says(
        DenyCode::ApprovalPolicyChanged,
        "the operator approved this call under another policy, and the policy has changed since",
    );
    match request.ended {
        Some(ApprovalEnd::Expired) => return Some((expired, None)),
        Some(ApprovalEnd::PolicyChanged) => return Some((changed, None)),
        Some(ApprovalEnd::Refused | ApprovalEnd::MovedToRun) => {
            return Some((
                says(DenyCode::ApprovalMissing, "the operator's approval of it was withdrawn"),
                None,
            ));
        }
        None => {}
    }
    let latest = plan.after.clock.max(approval.issued_at);
    if asked.facts.now.saturating_add(CLOCK_SLACK_SECONDS) < latest {
        let detail = "the clock shows a time before the latest recorded one, so that nothing says whether the \
                      operator's approval has expired";
        return Some((says(DenyCode::ApprovalClock, detail), None));
    }
    if asked.facts.now.max(latest) >= approval.expires_at {
        return Some((expired, Some(ApprovalEnd::Expired)));
    }
    if request.policy.digest != asked.policy.binding.digest {
        return Some((changed, Some(ApprovalEnd::PolicyChanged)));
    }
    if request.places != places {
        let detail =
            "the operator approved this call for another place: its path or its folder leads elsewhere now";
        return Some((says(DenyCode::ApprovalAltered, detail), None));
    }
    None
}

/// Why there is no approval of this payload in this context.
fn without(plan: &Plan, asked: Asked<'_>, payload: &str) -> Why {
    let unspent: Vec<ApprovalRequest> = known(plan, asked.facts)
        .into_iter()
        .map(|(_, request)| request)
        .filter(|request| {
            let counts =
                |approval: &crate::Approval| asked.facts.now.max(plan.after.clock) < approval.expires_at;
            request.tool_name == asked.call.tool_name && request.unspent().is_some_and(counts)
        })
        .collect();
    if asked.facts.approved_elsewhere {
        let detail = "the operator approved this call in another session, and it counts there alone";
        return (DenyCode::ApprovalElsewhere, detail.into());
    }
    if unspent.iter().any(|request| request.payload == payload) {
        let detail =
            "the operator approved this call for another agent of this session, and it counts there alone";
        return (DenyCode::ApprovalElsewhere, detail.into());
    }
    if unspent.iter().any(|request| request.context == *asked.context) {
        let detail = "the operator approved another call of this tool, and this one differs from it";
        return (DenyCode::ApprovalAltered, detail.into());
    }
    let rule = asked.about.ask.as_deref().unwrap_or_default();
    let detail = format!("the policy asks for the operator's approval by the rule {rule}, and there is none");
    (DenyCode::ApprovalMissing, detail)
}

/// Denies a call and asks the operator for an approval, unless that has been asked for already.
pub(super) fn deny_and_request(plan: &mut Plan, asked: Asked<'_>, (code, detail): Why, rule: &str) -> Reply {
    let reply = deny(plan, Some(asked.context), asked.call, code, detail, asked.facts);
    let Some(payload) = &asked.about.payload else { return reply };
    let waits = |request: &ApprovalRequest| {
        request.is_open()
            && request.tool_name == asked.call.tool_name
            && request.payload == payload.digest
            && request.places == payload.places
            && request.context == *asked.context
            && request.policy == asked.policy.binding
    };
    let known = plan.after.authority.approvals.0.iter().find(|(_, request)| waits(request));
    let known = known.map(|(id, _)| id.clone());
    let id = known.unwrap_or_else(|| {
        let id = format!("req-{}", asked.facts.nonce.get(12..24).unwrap_or(&asked.facts.nonce));
        let request = ApprovalRequest {
            context: asked.context.clone(),
            tool_use_id: asked.call.tool_use_id.clone(),
            tool_name: asked.call.tool_name.clone(),
            target: asked.about.target.clone(),
            key: asked.about.keys.first().cloned().unwrap_or_default(),
            rule: rule.to_owned(),
            payload: payload.digest.clone(),
            bytes: payload.bytes,
            places: payload.places.clone(),
            effects: asked.about.effects.clone(),
            policy: asked.policy.binding.clone(),
            requested_at: asked.facts.now,
            approval: None,
            ended: None,
        };
        plan.push(Record::ApprovalRequested(ApprovalRequested { id: id.clone(), request }));
        id
    });
    match reply {
        Reply::Deny(denial) => Reply::Deny(crate::Denial { request: Some(id), ..denial }),
        Reply::Silent | Reply::KeepSettings(_) => reply,
    }
}

/// Spends an approval on a call. From this record on it is gone, whatever becomes of the call.
pub(super) fn redeem(plan: &mut Plan, id: &str, asked: Asked<'_>) {
    plan.push(Record::ApprovalRedeemed(ApprovalRedeemed {
        id: id.to_owned(),
        context: asked.context.clone(),
        tool_use_id: asked.call.tool_use_id.clone(),
        at: asked.facts.now,
    }));
}

/// The client refused a call that the gate had let through: its approval counts for the same call once more.
pub(super) fn give_back(plan: &mut Plan, tool_use_id: Option<&str>, facts: &Facts) {
    let Some(tool_use_id) = tool_use_id else { return };
    let spent = |request: &ApprovalRequest| {
        request.approval.as_ref().is_some_and(|approval| approval.is_redeemed_by(tool_use_id))
    };
    let id = known(plan, facts).into_iter().find(|(_, request)| spent(request)).map(|(id, _)| id);
    if let Some(id) = id {
        let returned = ApprovalReturned { id, tool_use_id: tool_use_id.to_owned(), at: facts.now };
        plan.push(Record::ApprovalReturned(returned));
    }
}

/// A call has run of which the client had said that it refused it: the approval is spent after all.
pub(super) fn take_back(plan: &mut Plan, context: &ContextId, tool_use_id: Option<&str>, facts: &Facts) {
    let Some(tool_use_id) = tool_use_id else { return };
    let given_back = |request: &ApprovalRequest| {
        request.unspent().is_some_and(|approval| approval.returned.iter().any(|id| id == tool_use_id))
    };
    let id = known(plan, facts).into_iter().find(|(_, request)| given_back(request)).map(|(id, _)| id);
    if let Some(id) = id {
        plan.push(Record::ApprovalRedeemed(ApprovalRedeemed {
            id,
            context: context.clone(),
            tool_use_id: Some(tool_use_id.to_owned()),
            at: facts.now,
        }));
    }
}

/// Ends the approvals of this session that can't count any more: at a boundary they are dropped, never renewed.
pub(super) fn drop_unbound(plan: &mut Plan, facts: &Facts) {
    let facts = &Facts { now: facts.now.max(plan.after.clock), ..facts.clone() };
    let unspent = plan.after.authority.approvals.0.iter().filter_map(|(id, request)| {
        let why = request.no_longer_binds(facts)?;
        Some(ApprovalEnded { id: id.clone(), why, at: facts.now })
    });
    for ended in unspent.collect::<Vec<_>>() {
        plan.push(Record::ApprovalEnded(ended));
    }
}

/// The operator approves a request that waits.
pub(super) fn approve(plan: &mut Plan, id: &str, seconds: i64, operator: &str, facts: &Facts) {
    let open = plan.after.authority.approvals.0.get(id).is_some_and(ApprovalRequest::is_open);
    if open {
        let at = facts.now.max(plan.after.clock);
        plan.push(Record::ApprovalIssued(crate::ApprovalIssued {
            id: id.to_owned(),
            at,
            expires_at: at.saturating_add(seconds),
            operator: operator.to_owned(),
        }));
    }
}

/// The operator refuses a request that waits: a denial of its tool and target stands from here on.
pub(super) fn refuse(plan: &mut Plan, id: &str, operator: &str, facts: &Facts) {
    let open = plan.after.authority.approvals.0.get(id).filter(|request| request.is_open());
    let Some(request) = open.cloned() else { return };
    plan.push(Record::DenialStands(crate::DenialStands {
        key: request.key,
        denial: crate::StandingDenial {
            event_id: format!("deny-{}", facts.nonce.get(..12).unwrap_or(&facts.nonce)),
            tool_name: request.tool_name.chars().take(128).collect(),
            target: request.target,
            code: DenyCode::ApprovalRefused,
            rule: format!("{id}, refused by {operator}"),
            policy: request.policy,
            at: facts.now,
        },
    }));
    let ended = ApprovalEnded { id: id.to_owned(), why: ApprovalEnd::Refused, at: facts.now };
    plan.push(Record::ApprovalEnded(ended));
}

/// Requests and approvals of this session, and of its run. What this event has changed of the run's counts.
fn known(plan: &Plan, facts: &Facts) -> Vec<(String, ApprovalRequest)> {
    let mut all = facts.run_authority.approvals.clone();
    for record in &plan.records {
        all.apply(record);
    }
    let own = &plan.after.authority.approvals.0;
    let of_run = all.0.into_iter().filter(|(id, request)| {
        request.approval.is_some() && own.get(id).is_none_or(|own| own.approval.is_none())
    });
    own.clone().into_iter().chain(of_run).collect()
}
