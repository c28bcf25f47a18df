use super::{Event, shown};
use crate::packet::{Denial, LiftedDenial};
use verdict::{Record, State};

/// The denials that stand, the oldest first.
pub fn standing(state: &State, events: &[Event]) -> Vec<Denial> {
    let compactions: Vec<u64> = events
        .iter()
        .filter(|event| matches!(&event.record, Record::CheckpointTaken(taken) if taken.context.is_main()))
        .map(|event| event.seq)
        .collect();
    let mut found: Vec<(i64, Denial)> = Vec::new();
    for denial in state.authority.denials.values() {
        let stood = events.iter().find_map(|event| match &event.record {
            Record::DenialStands(stands) if stands.denial.event_id == denial.event_id => Some(event.seq),
            _ => None,
        });
        let restored =
            compactions.iter().filter(|seq| stood.is_none_or(|stood| **seq > stood)).count() as u64;
        found.push((
            denial.at,
            Denial {
                event_id: shown(&denial.event_id),
                tool_name: shown(&denial.tool_name),
                target: shown(&denial.target),
                code: denial.code.as_str().into(),
                rule: shown(&denial.rule),
                policy: shown(&denial.policy.digest),
                restored,
                inherited: stood.is_none(),
            },
        ));
    }
    found.sort_by(|one, other| (one.0, &one.1.event_id).cmp(&(other.0, &other.1.event_id)));
    found.into_iter().map(|(_, denial)| denial).collect()
}

/// The denials that the operator has ended.
pub fn lifted(events: &[Event]) -> Vec<LiftedDenial> {
    let one = |event: &Event| match &event.record {
        Record::DenialLifted(lifted) => Some(LiftedDenial {
            event_id: shown(&lifted.event_id),
            seq: event.seq,
            operator: shown(&lifted.operator),
        }),
        _ => None,
    };
    events.iter().filter_map(one).collect()
}
