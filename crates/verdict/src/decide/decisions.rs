//! Rejected decisions: the ledger is their authority from when they are first seen.

use super::Plan;
use crate::{DecisionsBound, Facts, Record};

/// Binds the rejected receipts that aren't known yet. One that is known stays as it was bound, whatever the file says
/// of it now.
pub(super) fn bind(plan: &mut Plan, facts: &Facts) {
    let receipts = plan.after.authority.unknown_decisions(&facts.run_authority, &facts.rejected_receipts);
    if !receipts.is_empty() {
        plan.push(Record::DecisionsBound(DecisionsBound { receipts }));
    }
}
