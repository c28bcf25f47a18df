use super::{Event, shown};
use crate::packet::Epoch;
use verdict::{ContextId, Record, SummarySource, Verdict};

/// Each compaction of each context, in the order in which they began.
pub fn all(events: &[Event]) -> Vec<Epoch> {
    let mut epochs: Vec<Epoch> = Vec::new();
    for event in events {
        match &event.record {
            Record::CheckpointTaken(taken) => {
                let trigger = taken.trigger.as_deref().map(shown);
                let epoch = find(&mut epochs, &taken.context, taken.epoch);
                epoch.began = epoch.began.or(Some(event.seq));
                epoch.trigger = epoch.trigger.take().or(trigger);
            }
            Record::SummaryChecked(checked) => {
                let epoch = find(&mut epochs, &checked.context, checked.epoch);
                epoch.settled = Some(event.seq);
                epoch.outcome = checked.verdict.to_string();
                epoch.disposition = Some(checked.disposition.to_string());
                epoch.findings = checked.findings.iter().map(|rule| shown(rule)).collect();
                epoch.failed_checks = checked.failed_checks.iter().map(|check| shown(check)).collect();
                epoch.omitted = checked.omitted.iter().map(|what| shown(what)).collect();
                epoch.summary = (!checked.summary.is_empty()).then(|| shown(&checked.summary));
                epoch.summary_bytes = epoch.summary.is_some().then_some(checked.bytes);
                epoch.summary_source = Some(
                    match checked.source {
                        SummarySource::PostCompact => "post_compact",
                        SummarySource::Transcript => "transcript",
                    }
                    .into(),
                );
            }
            Record::CompactionAbandoned(abandoned) => {
                let epoch = find(&mut epochs, &abandoned.context, abandoned.epoch);
                epoch.settled = Some(event.seq);
                epoch.outcome = "abandoned".into();
            }
            Record::Released(released) => {
                find(&mut epochs, &released.context, released.epoch).released = Some(event.seq);
            }
            Record::Rebaselined(bound) => {
                let epoch = find(&mut epochs, &bound.context, bound.epoch);
                if epoch.outcome == "flagged" {
                    epoch.released = Some(event.seq);
                }
            }
            _ => {}
        }
    }
    // An epoch that only a release names is the beginning of a context, and no compaction.
    epochs.retain(|epoch| epoch.began.is_some() || epoch.settled.is_some());
    epochs
}

fn find<'e>(epochs: &'e mut Vec<Epoch>, context: &ContextId, number: u32) -> &'e mut Epoch {
    let context = shown(&context.to_string());
    let known = epochs.iter().position(|epoch| epoch.context == context && epoch.epoch == number);
    let index = known.unwrap_or_else(|| {
        epochs.push(Epoch {
            context,
            epoch: number,
            trigger: None,
            began: None,
            settled: None,
            outcome: Verdict::Pending.to_string(),
            disposition: None,
            findings: Vec::new(),
            failed_checks: Vec::new(),
            omitted: Vec::new(),
            summary: None,
            summary_bytes: None,
            summary_source: None,
            released: None,
        });
        epochs.len() - 1
    });
    &mut epochs[index]
}
