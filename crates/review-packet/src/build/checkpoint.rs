use super::{Event, shown};
use crate::packet::CheckpointAtEnd;
use verdict::{CheckpointTaken, ContextId, Record, State};

/// The checkpoint of the main context's last compaction. One of an earlier compaction doesn't stand in for it.
pub fn last(state: &State, events: &[Event]) -> CheckpointAtEnd {
    let missing =
        |why: &str| CheckpointAtEnd { missing: true, why: Some(why.into()), ..CheckpointAtEnd::default() };
    let Some(main) = state.contexts.get(&ContextId::Main) else {
        return missing("there is no record of a main context");
    };
    if main.epoch == 0 {
        return missing("no compaction began, so that none was taken");
    }
    let of_last = |taken: &CheckpointTaken| taken.context.is_main() && taken.epoch == main.epoch;
    let taken = events.iter().rev().find_map(|event| match &event.record {
        Record::CheckpointTaken(taken) if of_last(taken) => Some((event, taken)),
        _ => None,
    });
    let Some((event, taken)) = taken else {
        return missing("the last compaction has none: its hooks were lost, or it could not be written");
    };
    let checkpoint = &taken.checkpoint;
    let git = checkpoint.git.clone().unwrap_or_default();
    CheckpointAtEnd {
        missing: false,
        why: None,
        seq: Some(event.seq),
        at: Some(event.at.clone()),
        epoch: Some(taken.epoch),
        branch: git.branch.as_deref().map(shown),
        head: git.head.as_deref().map(shown),
        patch: checkpoint.patch.as_deref().map(shown),
        decisions: checkpoint.decisions.as_deref().map(shown),
        rejected_decisions: checkpoint.rejected.keys().map(|id| shown(id)).collect(),
        task: taken.continuity.as_ref().map(|continuity| shown(&continuity.task_id)),
    }
}
