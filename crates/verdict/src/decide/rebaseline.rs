use super::Plan;
use crate::restore_gate::GIT_CHECK;
use crate::{Context, Disposition, Rebaselined, Record, Verdict};

/// Takes another place as the one that the session is bound to, if the context is still as the operator saw it, and nothing
/// else stands against it. Otherwise nothing is recorded.
pub(super) fn decide(plan: &mut Plan, accepted: Rebaselined) {
    let Some(now) = plan.context(&accepted.context) else { return };
    if now.is_at(accepted.epoch, accepted.summary.as_deref()) && is_settled_by_git(now) {
        plan.push(Record::Rebaselined(accepted));
    }
}

/// Whether a new baseline is all that a context needs: it is open, or waits, or is closed because of git and nothing else.
#[must_use]
pub fn is_settled_by_git(context: &Context) -> bool {
    context.verdict != Verdict::Flagged
        || context.disposition == Disposition::Rebuild && context.reasons == [GIT_CHECK]
}
