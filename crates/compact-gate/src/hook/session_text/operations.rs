use crate::clock;
use git_facts::quote;
use verdict::{Authority, Operation, OperationStatus};

const MAX_SHOWN: usize = 12;

/// The calls whose outcome isn't known, those of the run's other sessions included, in at most about `room` characters.
/// They are told whatever a summary says of them.
pub fn section(authority: &Authority, of_run: &Authority, room: usize) -> String {
    let known = authority.known_operations(of_run).into_iter();
    let mut open: Vec<(&String, &Operation)> =
        known.filter(|(_, operation)| operation.status.is_unresolved()).collect();
    if open.is_empty() {
        return String::new();
    }
    open.sort_by_key(|(id, operation)| (operation.started_at, *id));
    let total = open.len();
    let mut lines = Vec::new();
    let mut used = 150;
    for (id, operation) in open.into_iter().take(MAX_SHOWN) {
        let what = if operation.status == OperationStatus::Started { "started" } else { "unknown" };
        let line = format!(
            "- {id}: {what}, {} {}, since {}\n",
            quote(&operation.tool_name, 80),
            quote(&operation.target, 120),
            clock::rfc3339(operation.started_at)
        );
        used += line.chars().count();
        if used > room {
            break;
        }
        lines.push(line);
    }
    let mut text =
        "Unresolved operations (whether they had their effect isn't known; don't repeat or assume them)"
            .to_owned();
    if total > lines.len() {
        text += &format!(", showing {} of {total}", lines.len());
    }
    text + ":\n" + &lines.concat()
}
