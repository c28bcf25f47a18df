use super::listing::listed;
use crate::clock;
use crate::hook::check_runs::Checks;
use crate::hook::contract_files::InForce;
use git_facts::quote;
use std::collections::BTreeMap;
use verdict::{CheckReceipt, CheckState};

const MAX_SHOWN: usize = 16;
const MAX_NAME_CHARS: usize = 80;

/// Whether the checks that the contracts require still hold, and behind them the others that were run, in at most about
/// `room` characters.
pub fn section(
    contracts: &[InForce],
    receipts: &BTreeMap<String, CheckReceipt>,
    checks: &Checks,
    room: usize,
) -> String {
    let mut required: Vec<&String> = Vec::new();
    for name in contracts.iter().filter_map(|it| it.contract.as_ref()).flat_map(|it| &it.required_checks) {
        if !required.contains(&name) {
            required.push(name);
        }
    }
    let others: Vec<&String> = receipts.keys().filter(|name| !required.contains(name)).collect();
    let total = required.len() + others.len();
    if total == 0 {
        return String::new();
    }
    let line = |name: &String, required: &str| {
        let receipt = receipts.get(name);
        let mut line =
            format!("- {}{required}: {}", quote(name, MAX_NAME_CHARS), CheckState::of(receipt, &checks.now));
        match receipt {
            Some(receipt) => line += &format!(" (run ended {})", clock::rfc3339(receipt.at)),
            None if checks.named.as_ref().is_some_and(|named| !named.contains(name)) => {
                line += ", and no rule of the policy's [evidence] names its commands";
            }
            None => line += " in this session",
        }
        line + "\n"
    };
    let lines = required.iter().map(|name| line(name, ""));
    let lines = lines.chain(others.iter().map(|name| line(name, " (not required)"))).take(MAX_SHOWN);
    listed(
        "Checks, by their last run and the work tree of now (required unless said otherwise)",
        lines,
        total,
        room,
    )
}
