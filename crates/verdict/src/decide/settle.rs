//! Settling a context from its transcript, when its hooks didn't.

use super::Plan;
use super::pre_compact::open_epoch;
use crate::{
    BoundariesAccounted, Boundary, Check, CompactionAbandoned, ContextId, Disposition, Facts, History,
    Record, SummaryChecked, SummaryFacts, SummarySource, TranscriptFacts, Verdict, failed_checks,
    restore_gate::LINT_CHECK, run_restore_gate,
};

/// The reason recorded for a boundary that has no summary row.
const SUMMARY_MISSING: &str = "summary_missing";

/// Takes what the transcript holds into account: boundaries of known summaries are noted, others are linted, and a
/// pending compaction that left no trace before this call's own row is abandoned.
pub(super) fn settle(plan: &mut Plan, context: &ContextId, transcript: &TranscriptFacts, facts: &Facts) {
    let Some(now) = plan.context(context).filter(|now| now.verdict != Verdict::Flagged) else { return };
    let (known, unknown): (Vec<&Boundary>, Vec<&Boundary>) =
        transcript.boundaries.iter().partition(|boundary| {
            now.accounts_for(&boundary.uuid, boundary.summary.as_ref().map(|summary| summary.digest.as_str()))
        });
    let pending = now.verdict == Verdict::Pending && now.history == History::Known;
    let passing = now.verdict == Verdict::Pass;
    let epoch = now.epoch;
    let fresh: Vec<String> =
        known.iter().map(|b| b.uuid.clone()).filter(|uuid| !now.boundaries.contains(uuid)).collect();
    if !fresh.is_empty() {
        let accounted = BoundariesAccounted { context: context.clone(), boundaries: fresh };
        plan.push(Record::BoundariesAccounted(accounted));
    }
    if !transcript.own_row {
        // Rows that belong together may still be on their way, so this compaction can't be judged yet; that there was
        // one is certain.
        let suspect = |boundary: &&&Boundary| {
            boundary.summary.as_ref().is_some_and(|summary| !summary.flags.is_empty())
        };
        if let Some(boundary) = unknown.iter().find(suspect) {
            lint_row(plan, context, boundary, facts);
        } else if passing && !unknown.is_empty() {
            open_epoch(plan, context, "Transcript", None, facts);
        }
        return;
    }
    if unknown.is_empty() {
        if pending {
            plan.push(Record::CompactionAbandoned(CompactionAbandoned { context: context.clone(), epoch }));
        }
        return;
    }
    for boundary in unknown {
        lint_row(plan, context, boundary, facts);
    }
}

fn lint_row(plan: &mut Plan, context: &ContextId, boundary: &Boundary, facts: &Facts) {
    super::approvals::drop_unbound(plan, facts);
    let Some(now) = plan.context(context) else { return };
    let checks = run_restore_gate(&plan.after.authority, Some(now), boundary.summary.as_ref(), facts);
    let open = now.checkpoint.as_ref();
    // Without an open epoch all hooks of this compaction were lost: it is one more.
    let epoch = if open.is_some() { now.epoch } else { now.epoch.saturating_add(1) };
    let nonce = open.map(|checkpoint| checkpoint.nonce.clone());
    let was_flagged = now.verdict == Verdict::Flagged;
    let mut record =
        checked(context, epoch, boundary.summary.as_ref(), &failed_beside_lint(&checks), was_flagged);
    if was_flagged {
        // An earlier boundary of the same look has flagged the context: its reasons stay.
        record.findings = now.reasons.iter().chain(&record.findings).cloned().collect();
        record.disposition = now.disposition;
    } else if record.verdict == Verdict::Pass && now.history != History::Known {
        // This summary is clean, but nothing is known of what came before it.
        record.verdict = Verdict::Pending;
        record.disposition = Disposition::Review;
    }
    plan.push(Record::SummaryChecked(SummaryChecked {
        source: SummarySource::Transcript,
        boundary: Some(boundary.uuid.clone()),
        nonce,
        ..record
    }));
}

/// The record of a checked summary, without its source. A flagged context stays flagged.
pub(super) fn checked(
    context: &ContextId,
    epoch: u32,
    summary: Option<&SummaryFacts>,
    failed: &[String],
    was_flagged: bool,
) -> SummaryChecked {
    let outcome = flagged_by(summary, failed);
    let (verdict, disposition) = match &outcome {
        Some((disposition, _)) => (Verdict::Flagged, *disposition),
        None if was_flagged => (Verdict::Flagged, Disposition::Quarantine),
        None => (Verdict::Pass, Disposition::Review),
    };
    let mut findings: Vec<String> = Vec::new();
    match summary {
        Some(summary) => findings.extend(summary.flags.iter().chain(&summary.notes).cloned()),
        None => findings.push(SUMMARY_MISSING.into()),
    }
    SummaryChecked {
        context: context.clone(),
        epoch,
        source: SummarySource::PostCompact,
        summary: summary.map(|summary| summary.digest.clone()).unwrap_or_default(),
        bytes: summary.map_or(0, |summary| summary.bytes),
        boundary: None,
        findings,
        omitted: summary.map(|summary| summary.omitted.clone()).unwrap_or_default(),
        failed_checks: failed.to_vec(),
        nonce: None,
        verdict,
        disposition,
    }
}

/// The failed checks other than the lint, whose rule ids say more than its name.
pub(super) fn failed_beside_lint(checks: &[Check]) -> Vec<String> {
    let mut failed = failed_checks(checks);
    failed.retain(|check| check != LINT_CHECK);
    failed
}

/// Whether a summary and the failed checks flag a context, and why.
pub(super) fn flagged_by(
    summary: Option<&SummaryFacts>,
    failed: &[String],
) -> Option<(Disposition, Vec<String>)> {
    let missing = [SUMMARY_MISSING.to_owned()];
    let flags: &[String] = summary.map_or(&missing[..], |summary| &summary.flags);
    if !flags.is_empty() {
        return Some((Disposition::Quarantine, flags.iter().chain(failed).cloned().collect()));
    }
    if failed.is_empty() { None } else { Some((Disposition::Rebuild, failed.to_vec())) }
}
