use super::Plan;
use super::pre_compact::begin_unseen;
use super::settle::{checked, failed_beside_lint};
use crate::{
    ContextId, Disposition, Facts, History, Record, Reply, SummaryChecked, SummaryFacts, Verdict,
    run_restore_gate,
};

/// The check that fails when a summary arrives without a checkpoint to compare it with.
const CHECKPOINT_PRESENT: &str = "checkpoint_present";

pub(super) fn decide(plan: &mut Plan, context: &ContextId, summary: &SummaryFacts, facts: &Facts) -> Reply {
    super::operations::unheard(plan, Some(context), "post_compact", facts);
    begin_unseen(plan, facts);
    super::contract::note(plan, facts);
    super::decisions::bind(plan, facts);
    super::subagent::open(plan, context, "");
    let Some(now) = plan.context(context) else { return Reply::Silent };
    let settled_already = now.checkpoint.is_none()
        && now.epoch > 0
        && now.newest_summary.as_deref() == Some(summary.digest.as_str());
    if settled_already {
        return Reply::Silent;
    }
    super::approvals::drop_unbound(plan, facts);
    let Some(now) = plan.context(context) else { return Reply::Silent };
    let checks = run_restore_gate(&plan.after.authority, Some(now), Some(summary), facts);
    let mut failed = failed_beside_lint(&checks);
    let was_flagged = now.verdict == Verdict::Flagged;
    if now.checkpoint.is_none() && !was_flagged {
        failed.push(CHECKPOINT_PRESENT.into());
    }
    let mut record = checked(context, now.epoch, Some(summary), &failed, was_flagged);
    if was_flagged {
        // Sticky: the newest summary is recorded so that a release binds to it, the reason for the flag stays.
        record.disposition = now.disposition;
        record.findings.clone_from(&now.reasons);
        record.failed_checks = Vec::new();
    } else if record.verdict == Verdict::Pass && now.history != History::Known {
        // This summary is clean, but nothing is known of what came before it.
        record.verdict = Verdict::Pending;
        record.disposition = Disposition::Review;
    }
    let nonce = now.checkpoint.as_ref().map(|checkpoint| checkpoint.nonce.clone());
    plan.push(Record::SummaryChecked(SummaryChecked { nonce, ..record }));
    Reply::Silent
}
