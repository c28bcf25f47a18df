use super::Plan;
use crate::{Context, ContextId, Disposition, GitBaseline, Rebaselined, Record, Verdict};

/// The check that a new baseline settles.
const CHECK: &str = "git_baseline_matches";

/// What the operator saw of a context.
pub(super) struct Seen<'a> {
    pub(super) context: &'a ContextId,
    pub(super) epoch: u32,
    pub(super) summary: Option<&'a str>,
}

/// Takes another place as the one that the session is bound to, if the context is still as the operator saw it, and nothing
/// else stands against it. Otherwise nothing is recorded.
pub(super) fn decide(plan: &mut Plan, seen: &Seen<'_>, git: &GitBaseline, operator: &str) {
    let Some(now) = plan.context(seen.context) else { return };
    let as_seen = now.epoch == seen.epoch && now.newest_summary.as_deref() == seen.summary;
    if as_seen && is_settled_by_git(now) {
        plan.push(Record::Rebaselined(Rebaselined {
            context: seen.context.clone(),
            epoch: seen.epoch,
            summary: seen.summary.map(str::to_owned),
            git: git.clone(),
            operator: operator.to_owned(),
        }));
    }
}

/// Whether a new baseline is all that a context needs: it is open, or waits, or is closed because of git and nothing else.
#[must_use]
pub fn is_settled_by_git(context: &Context) -> bool {
    context.verdict != Verdict::Flagged
        || context.disposition == Disposition::Rebuild && context.reasons == [CHECK]
}
