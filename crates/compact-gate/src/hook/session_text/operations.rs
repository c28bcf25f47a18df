use super::listing::listed;
use crate::clock;
use git_facts::quote;
use verdict::{Authority, Operation, OperationStatus};

const MAX_SHOWN: usize = 12;
/// So much of the room is for the heading.
const HEADING_CHARS: usize = 150;

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
    let lines = open.into_iter().take(MAX_SHOWN).map(|(id, operation)| {
        let what = if operation.status == OperationStatus::Started { "started" } else { "unknown" };
        format!(
            "- {id}: {what}, {} {}, since {}\n",
            quote(&operation.tool_name, 80),
            quote(&operation.target, 120),
            clock::rfc3339(operation.started_at)
        )
    });
    let heading =
        "Unresolved operations (whether they had their effect isn't known; don't repeat or assume them)";
    listed(heading, lines, total, room.saturating_sub(HEADING_CHARS))
}
