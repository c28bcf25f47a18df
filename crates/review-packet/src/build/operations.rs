use super::{Event, shown};
use crate::packet::{Bypass, Operation};
use verdict::{Record, State};

/// Unresolved operations first, then in the order in which they began.
pub fn known(state: &State, events: &[Event]) -> Vec<Operation> {
    let seq = |is: &dyn Fn(&Record) -> bool| {
        events.iter().rev().find(|event| is(&event.record)).map(|event| event.seq)
    };
    let mut found: Vec<(i64, Operation)> = Vec::new();
    for (id, operation) in &state.authority.operations {
        let unresolved = operation.status.is_unresolved();
        let ended = seq(&|record| matches!(record, Record::OperationEnded(ended) if ended.id == *id));
        found.push((
            operation.started_at,
            Operation {
                id: shown(id),
                tool_name: shown(&operation.tool_name),
                target: shown(&operation.target),
                status: operation.status.as_str().into(),
                cause: shown(&operation.cause),
                unresolved,
                started: seq(
                    &|record| matches!(record, Record::OperationStarted(started) if started.id == *id),
                ),
                ended: if unresolved { None } else { ended },
                operator: operation.operator.as_deref().map(shown),
            },
        ));
    }
    found.sort_by(|(at, one), (then, other)| {
        (!one.unresolved, at, &one.id).cmp(&(!other.unresolved, then, &other.id))
    });
    found.into_iter().map(|(_, operation)| operation).collect()
}

/// Denied calls that ran all the same.
pub fn bypasses(events: &[Event]) -> Vec<Bypass> {
    let one = |event: &Event| match &event.record {
        Record::BypassDetected(bypass) => Some(Bypass {
            seq: event.seq,
            tool_name: shown(&bypass.tool_name),
            event_id: shown(&bypass.event_id),
        }),
        _ => None,
    };
    events.iter().filter_map(one).collect()
}
