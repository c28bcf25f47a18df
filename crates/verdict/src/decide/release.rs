use super::Plan;
use crate::{ContextId, Record, Released, Verdict};

/// Opens a context if it is still as the operator saw it: same epoch, same summary, and closed. Otherwise nothing is
/// recorded, and the caller sees that the verdict hasn't changed.
pub(super) fn decide(
    plan: &mut Plan,
    context: &ContextId,
    epoch: u32,
    summary: Option<&str>,
    reason: &str,
    operator: &str,
) {
    let Some(now) = plan.context(context) else { return };
    if now.is_at(epoch, summary) && now.verdict != Verdict::Pass {
        plan.push(Record::Released(Released {
            context: context.clone(),
            epoch,
            summary: summary.map(str::to_owned),
            reason: reason.to_owned(),
            operator: operator.to_owned(),
        }));
    }
}
