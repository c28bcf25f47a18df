use super::Plan;
use crate::{Facts, Record};

/// Takes down which checks a call was a run of; once, however often its end is told.
pub(super) fn note(plan: &mut Plan, facts: &Facts) {
    for ran in &facts.checks_run {
        let known = plan.after.receipts.get(&ran.check);
        let told = ran.receipt.tool_use_id.is_some()
            && known.is_some_and(|known| known.tool_use_id == ran.receipt.tool_use_id);
        // A session that isn't known yet must not seem to be by this.
        if !told && !plan.after.contexts.is_empty() {
            plan.push(Record::CheckRan(ran.clone()));
        }
    }
}
