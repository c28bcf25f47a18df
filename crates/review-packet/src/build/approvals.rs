use super::{Event, shown};
use crate::packet::Approval;
use std::collections::BTreeMap;
use verdict::{ApprovalEnd, Record};

/// The calls that the policy asked about, in the order in which they did, and what became of each.
pub fn asked_for(events: &[Event]) -> Vec<Approval> {
    let mut found: BTreeMap<&str, Approval> = BTreeMap::new();
    for event in events {
        match &event.record {
            Record::ApprovalRequested(asked) => {
                let request = &asked.request;
                found.insert(
                    &asked.id,
                    Approval {
                        request: shown(&asked.id),
                        tool_name: shown(&request.tool_name),
                        target: shown(&request.target),
                        rule: shown(&request.rule),
                        payload: shown(&request.payload),
                        context: shown(&request.context.to_string()),
                        state: "waiting".into(),
                        asked: event.seq,
                        issued: None,
                        operator: None,
                        redeemed: None,
                        tool_use_id: None,
                    },
                );
            }
            Record::ApprovalIssued(issued) => {
                if let Some(approval) = found.get_mut(issued.id.as_str()) {
                    approval.state = "approved".into();
                    approval.issued = Some(event.seq);
                    approval.operator = Some(shown(&issued.operator));
                }
            }
            Record::ApprovalRedeemed(redeemed) => {
                if let Some(approval) = found.get_mut(redeemed.id.as_str()) {
                    approval.state = "redeemed".into();
                    approval.redeemed = Some(event.seq);
                    approval.tool_use_id = redeemed.tool_use_id.as_deref().map(shown);
                }
            }
            // The client refused the call, so it can be redeemed by that call again.
            Record::ApprovalReturned(returned) => {
                if let Some(approval) = found.get_mut(returned.id.as_str()) {
                    approval.state = "approved".into();
                    approval.redeemed = None;
                    approval.tool_use_id = None;
                }
            }
            Record::ApprovalEnded(ended) => {
                if let Some(approval) = found.get_mut(ended.id.as_str()) {
                    approval.state = end(ended.why).into();
                }
            }
            _ => {}
        }
    }
    let mut found: Vec<Approval> = found.into_values().collect();
    found.sort_by_key(|approval| approval.asked);
    found
}

fn end(why: ApprovalEnd) -> &'static str {
    match why {
        ApprovalEnd::Expired => "expired",
        ApprovalEnd::PolicyChanged => "policy_changed",
        ApprovalEnd::Refused => "refused",
        ApprovalEnd::MovedToRun => "moved_to_run",
    }
}
