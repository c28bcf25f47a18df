use super::{Event, shown};
use crate::packet::{Moment, Tone};
use verdict::{CheckOutcome, ContextId, Record, Verdict};

/// A record in a few words.
pub fn of(event: &Event) -> Moment {
    let (tone, context, text) = said(&event.record);
    Moment {
        seq: event.seq,
        at: event.at.clone(),
        kind: event.kind.clone(),
        tone,
        context: context.filter(|context| !context.is_main()).map(|context| shown(&context.to_string())),
        text: text.unwrap_or_else(|| event.kind.replace('_', " ")),
    }
}

/// How to take a record, whose context it is about, and what it says; without words its kind is said.
type Said<'a> = (Tone, Option<&'a ContextId>, Option<String>);

fn said(record: &Record) -> Said<'_> {
    of_context(record).or_else(|| of_authority(record)).or_else(|| of_operation(record)).unwrap_or((
        Tone::Plain,
        None,
        None,
    ))
}

/// What becomes of a session and its contexts.
fn of_context(record: &Record) -> Option<Said<'_>> {
    Some(match record {
        Record::SessionStarted(started) => {
            let source = shown(&String::from(started.source.clone()));
            (Tone::Plain, None, Some(format!("Session start: {source}")))
        }
        Record::ContextOpened(opened) => {
            let tone = if opened.verdict == Verdict::Flagged { Tone::Bad } else { Tone::Plain };
            let text = format!("Subagent of type {} begins at {}", shown(&opened.agent_type), opened.verdict);
            (tone, Some(&opened.context), Some(text))
        }
        Record::CheckpointTaken(taken) => {
            let trigger =
                taken.trigger.as_deref().map_or(String::new(), |trigger| format!(", {}", shown(trigger)));
            let text = format!("Epoch {} begins{trigger}: checkpoint taken, tools closed", taken.epoch);
            (Tone::Open, Some(&taken.context), Some(text))
        }
        Record::SummaryChecked(checked) => {
            let tone = match checked.verdict {
                Verdict::Pass => Tone::Good,
                Verdict::Flagged => Tone::Bad,
                Verdict::Pending => Tone::Open,
            };
            let because: Vec<String> =
                checked.findings.iter().chain(&checked.failed_checks).map(|why| shown(why)).collect();
            let because =
                if because.is_empty() { String::new() } else { format!(": {}", because.join(", ")) };
            let text = format!(
                "Epoch {} settled: {} ({}){because}",
                checked.epoch, checked.verdict, checked.disposition
            );
            (tone, Some(&checked.context), Some(text))
        }
        Record::CompactionAbandoned(abandoned) => {
            let text = format!(
                "Epoch {}: the compaction came to nothing, the verdict before it holds",
                abandoned.epoch
            );
            (Tone::Plain, Some(&abandoned.context), Some(text))
        }
        Record::RestoreGateFailed(failed) => {
            let checks: Vec<String> = failed.failed_checks.iter().map(|check| shown(check)).collect();
            (Tone::Bad, Some(&failed.context), Some(format!("Restore gate failed: {}", checks.join(", "))))
        }
        Record::HistoryResolved(resolved) => {
            let tone = if resolved.main.verdict == Verdict::Flagged { Tone::Bad } else { Tone::Plain };
            (tone, None, Some(format!("Beginning made out: the context stands at {}", resolved.main.verdict)))
        }
        Record::Released(released) => {
            let text = format!("Opened again at epoch {} by {}", released.epoch, shown(&released.operator));
            (Tone::Operator, Some(&released.context), Some(text))
        }
        Record::PermissionDenied(denied) => {
            let text = format!("{} refused by the client itself", shown(&denied.tool_name));
            (Tone::Plain, Some(&denied.context), Some(text))
        }
        Record::Rebaselined(bound) => {
            let text =
                format!("Bound to where git stands at epoch {} by {}", bound.epoch, shown(&bound.operator));
            (Tone::Operator, Some(&bound.context), Some(text))
        }
        Record::SettingsChanged(changed) => {
            let end = if changed.blocked {
                "; it was blocked"
            } else {
                "; settings that are managed can't be kept"
            };
            let text = format!("A change of {} {}{end}", shown(&changed.file), changed.threat.what());
            (Tone::Bad, None, Some(text))
        }
        Record::SessionEnded(ended) => {
            (Tone::Plain, None, Some(format!("Session end: {}", shown(&ended.reason))))
        }
        Record::BoundariesAccounted(accounted) => (Tone::Plain, Some(&accounted.context), None),
        _ => return None,
    })
}

/// Who may do what.
fn of_authority(record: &Record) -> Option<Said<'_>> {
    Some(match record {
        Record::Denied(denied) => {
            let text = format!(
                "{} denied: {} ({})",
                shown(&denied.tool_name),
                denied.code.as_str(),
                shown(&denied.event_id)
            );
            (Tone::Bad, Some(&denied.context), Some(text))
        }
        Record::DenialStands(stands) => {
            let denial = &stands.denial;
            let text = format!(
                "Denial {} stands from here on, by the rule {}",
                shown(&denial.event_id),
                shown(&denial.rule)
            );
            (Tone::Plain, None, Some(text))
        }
        Record::PolicyBound(bound) => {
            let digest: String = shown(&bound.policy.digest).chars().take(12).collect();
            (Tone::Plain, None, Some(format!("Bound to the policy {digest}… ({})", shown(&bound.why))))
        }
        Record::PolicyAccepted(accepted) => {
            (Tone::Operator, None, Some(format!("Policy accepted by {}", shown(&accepted.operator))))
        }
        Record::DenialLifted(lifted) => {
            let text = format!("Denial {} lifted by {}", shown(&lifted.event_id), shown(&lifted.operator));
            (Tone::Operator, None, Some(text))
        }
        Record::ContractIssued(issued) => {
            let (task, operator) = (shown(&issued.contract.task_id), shown(&issued.contract.operator));
            (Tone::Operator, None, Some(format!("Contract {task} issued by {operator}")))
        }
        Record::ContractAltered(_) => {
            (Tone::Bad, None, Some("The contract was seen to say something else".into()))
        }
        Record::DecisionsBound(bound) => {
            let ids: Vec<String> = bound.receipts.keys().map(|id| shown(id)).collect();
            (Tone::Plain, None, Some(format!("Rejected decisions bound: {}", ids.join(", "))))
        }
        Record::Proposed(proposed) => {
            let text =
                format!("The model left itself a note of {} bytes, which decides nothing", proposed.bytes);
            (Tone::Plain, None, Some(text))
        }
        Record::UpdateRefused(refused) => {
            let names: Vec<String> = refused.names.iter().map(|name| shown(name)).collect();
            let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
            (
                Tone::Bad,
                None,
                Some(format!("A note of the model was refused, {}{names}", shown(&refused.why))),
            )
        }
        Record::DecisionsAccepted(accepted) => (
            Tone::Operator,
            None,
            Some(format!("Rejected decisions accepted as they are by {}", shown(&accepted.operator))),
        ),
        _ => return None,
    })
}

/// What was done outside of the workspace, and what ran against a denial.
fn of_operation(record: &Record) -> Option<Said<'_>> {
    Some(match record {
        Record::OperationStarted(started) => {
            let text =
                format!("Operation {} started: {}", shown(&started.id), shown(&started.operation.tool_name));
            (Tone::Open, Some(&started.operation.context), Some(text))
        }
        Record::OperationEnded(ended) => {
            let tone = match (&ended.operator, ended.status.is_unresolved()) {
                (Some(_), _) => Tone::Operator,
                (None, true) => Tone::Bad,
                (None, false) => Tone::Good,
            };
            let by = ended.operator.as_deref().unwrap_or(&ended.cause);
            let text = format!(
                "Operation {}: {}, by {}",
                shown(&ended.id),
                ended.status.as_str().replace('_', " "),
                shown(by)
            );
            (tone, None, Some(text))
        }
        Record::OperationHeardLate(late) => {
            let text = format!(
                "Operation {}: {} came late and changes nothing",
                shown(&late.id),
                shown(&late.event)
            );
            (Tone::Plain, None, Some(text))
        }
        Record::CheckRan(ran) => {
            let tone = match ran.receipt.outcome {
                CheckOutcome::Passed => Tone::Good,
                CheckOutcome::Failed => Tone::Bad,
                CheckOutcome::Unknown => Tone::Open,
            };
            let text = format!("Check {} was run: {}", shown(&ran.check), ran.receipt.outcome.as_str());
            (tone, None, Some(text))
        }
        Record::BypassDetected(bypass) => {
            let text = format!(
                "{} ran although it was denied ({})",
                shown(&bypass.tool_name),
                shown(&bypass.event_id)
            );
            (Tone::Bad, Some(&bypass.context), Some(text))
        }
        _ => return None,
    })
}
