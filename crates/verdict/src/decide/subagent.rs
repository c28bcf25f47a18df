use super::Plan;
use crate::{ContextId, ContextOpened, Disposition, Record, Verdict};

/// Makes the context of a subagent that isn't known yet, from the main context's verdict of this moment. Without a
/// main context there is nothing to start from, and the subagent stays absent, which is closed.
pub(super) fn open(plan: &mut Plan, context: &ContextId, agent_type: &str) {
    if context.is_main() || plan.context(context).is_some() {
        return;
    }
    let Some(main) = plan.context(&ContextId::Main) else { return };
    let verdict = main.verdict_for_subagents();
    if verdict == Verdict::Pending {
        return;
    }
    let (disposition, reasons) = match verdict {
        Verdict::Flagged => (main.disposition, main.reasons.clone()),
        Verdict::Pass | Verdict::Pending => (Disposition::Review, Vec::new()),
    };
    plan.push(Record::ContextOpened(ContextOpened {
        context: context.clone(),
        agent_type: agent_type.chars().take(64).collect(),
        verdict,
        disposition,
        reasons,
    }));
}
