use super::{Event, shown};
use crate::packet::{Check, Evidence};
use verdict::{CheckState, Record, State, WorkTree};

/// The checks that the session's contracts require, and behind them the others that were run.
pub fn of(state: &State, events: &[Event], now: Option<&WorkTree>) -> Option<Evidence> {
    let mut names: Vec<(&String, bool)> = Vec::new();
    let required = state.authority.contracts.iter().flat_map(|contract| &contract.required_checks);
    for (name, required) in
        required.map(|name| (name, true)).chain(state.receipts.keys().map(|it| (it, false)))
    {
        if !names.iter().any(|(known, _)| *known == name) {
            names.push((name, required));
        }
    }
    if names.is_empty() {
        return None;
    }
    let nothing = WorkTree::default();
    let now = now.unwrap_or(&nothing);
    let check = |(name, required): (&String, bool)| {
        let receipt = state.receipts.get(name);
        let stands = CheckState::of(receipt, now);
        let is_run = |event: &&Event| matches!(&event.record, Record::CheckRan(ran) if ran.check == *name);
        Check {
            name: shown(name),
            required,
            holds: stands == CheckState::Holds,
            state: stands.to_string(),
            ran: events.iter().rev().find(is_run).map(|event| event.seq),
            rule: receipt.map(|receipt| shown(&receipt.rule)),
            head: receipt.and_then(|receipt| receipt.head.as_deref()).map(shown),
            patch: receipt.and_then(|receipt| receipt.patch.as_deref()).map(shown),
        }
    };
    Some(Evidence {
        head: now.head.as_deref().map(shown),
        patch: now.patch.as_deref().map(shown),
        checks: names.into_iter().map(check).collect(),
    })
}
