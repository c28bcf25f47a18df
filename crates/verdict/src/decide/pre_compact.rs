use super::{Plan, history, operations, subagent};
use crate::{
    CHECKPOINT_TTL_SECONDS, Checkpoint, CheckpointTaken, ContextId, ContinuityFacts, Facts, History, Record,
    Reply, SessionStarted, Source,
};
use std::collections::BTreeMap;

pub(super) fn decide(
    plan: &mut Plan,
    context: &ContextId,
    agent_type: Option<&str>,
    trigger: Option<&str>,
    facts: &Facts,
) -> Reply {
    operations::unheard(plan, Some(context), "pre_compact", facts);
    history::ensure_main(plan, facts);
    super::decisions::bind(plan, facts);
    subagent::open(plan, context, agent_type.unwrap_or_default());
    let Some(now) = plan.context(context) else { return Reply::Silent };
    // A second PreCompact before the first one's summary belongs to the same epoch, and the first checkpoint holds.
    // One that nobody settled for longer than a checkpoint is good for belongs to a compaction that came to nothing.
    let ttl = facts.checkpoint_ttl.unwrap_or(CHECKPOINT_TTL_SECONDS);
    if now.checkpoint.as_ref().is_none_or(|checkpoint| facts.now - checkpoint.taken_at > ttl) {
        open_epoch(plan, context, "PreCompact", trigger, facts);
    }
    Reply::Silent
}

pub(super) fn open_epoch(
    plan: &mut Plan,
    context: &ContextId,
    event: &str,
    trigger: Option<&str>,
    facts: &Facts,
) {
    let epoch = plan.context(context).map_or(0, |context| context.epoch).saturating_add(1);
    let (continuity, continuity_problem) = match &facts.continuity {
        ContinuityFacts::Absent => (None, None),
        ContinuityFacts::Valid(continuity) => (Some(continuity.clone()), None),
        ContinuityFacts::Invalid(problem) => (None, Some(problem.clone())),
    };
    plan.push(Record::CheckpointTaken(CheckpointTaken {
        context: context.clone(),
        epoch,
        event: event.to_owned(),
        trigger: trigger.map(|trigger| trigger.chars().take(64).collect()),
        checkpoint: Checkpoint {
            taken_at: facts.now,
            nonce: facts.nonce.clone(),
            git: facts.git.clone(),
            patch: facts.patch.clone(),
            receipts: plan.after.receipts.clone(),
            decisions: facts.decisions.clone(),
            rejected: facts.rejected.clone(),
        },
        continuity,
        continuity_problem,
    }));
}

/// Makes the main context of a session whose SessionStart was never heard.
pub(super) fn begin_unseen(plan: &mut Plan, facts: &Facts) {
    if plan.context(&ContextId::Main).is_none() {
        if facts.lost_state() {
            history::close_removed(plan);
        }
        let main = plan.context(&ContextId::Main).is_none().then_some(History::BeganUnseen);
        plan.push(Record::SessionStarted(SessionStarted {
            source: Source::Other("unseen".into()),
            main,
            cwd: facts.cwd.clone(),
            transcript_path: facts.transcript_path.clone(),
            run: facts.run.clone(),
            git: facts.git.clone(),
            replaces: None,
            authority: crate::Authority::default(),
            carried: BTreeMap::new(),
            at: Some(facts.now),
            registered: crate::Registrations::new(),
        }));
    }
}
