//! The policy's settings beside its rules: lint levels, the checkpoint's life, sessions of unknown past.

use policy::{Level, OnChange, OnDoubt, Policy};
use verdict::{Boundary, Event, Facts, OnGitChange, SummaryFacts};

/// Puts the settings into the facts, and the lint's findings at the levels that the policy gives their rules.
pub fn settle(policy: &Policy, event: &mut Event, facts: &mut Facts) {
    facts.checkpoint_ttl = i64::try_from(policy.ttl().seconds()).ok();
    facts.on_git_change = match policy.on_change() {
        OnChange::Operator => OnGitChange::Operator,
        OnChange::Descendant => OnGitChange::Descendant,
        OnChange::Note => OnGitChange::Note,
    };
    facts.flag_unknown_history = policy.unknown_history() == OnDoubt::Flag;
    facts.settle_lost_state = policy.lost_state() == OnDoubt::Settle;
    if let Event::PostCompact { summary, .. } = event {
        at_levels(policy, summary);
    }
    let transcript = facts.transcript.iter_mut().flat_map(|transcript| &mut transcript.boundaries);
    let history = facts.history.iter_mut().flat_map(|history| &mut history.boundaries);
    for summary in transcript.chain(history).filter_map(|Boundary { summary, .. }| summary.as_mut()) {
        at_levels(policy, summary);
    }
}

fn at_levels(policy: &Policy, summary: &mut SummaryFacts) {
    let found = std::mem::take(&mut summary.flags).into_iter().map(|rule| (rule, Level::Deny));
    let found = found.chain(std::mem::take(&mut summary.notes).into_iter().map(|rule| (rule, Level::Note)));
    for (rule, shipped) in found.collect::<Vec<_>>() {
        match policy.lint_level(&rule, shipped) {
            Level::Deny => summary.flags.push(rule),
            Level::Note => summary.notes.push(rule),
            Level::Off => {}
        }
    }
}
