use super::MAX_FIELD_CHARS;
use super::listing::listed;
use crate::hook::decision_file::DecisionFile;
use git_facts::quote;
use verdict::RejectedDecision;

const MAX_REJECTED: usize = 12;
/// So much of the room is for the heading, and for what is said of rules that can't be read.
const HEADING_CHARS: usize = 200;
const MAX_ID_CHARS: usize = 40;

/// What was decided against, in at most about `room` characters. What the file says is only compared with.
pub fn section(in_force: &[(&str, &RejectedDecision)], file: &DecisionFile, room: usize) -> String {
    let unbound =
        file.rejected.iter().filter(|(id, _)| !in_force.iter().any(|(known, _)| known == id)).count();
    let total = in_force.len() + unbound + file.total.saturating_sub(file.rejected.len());
    if total == 0 {
        return String::new();
    }
    let now = file.digests();
    let mut in_order: Vec<_> = in_force.to_vec();
    // Those that no longer stand in the file first: nobody finds them there.
    let changed = |id: &str, decision: &RejectedDecision| now.get(id) != Some(&decision.digest);
    in_order.sort_by_key(|(id, decision)| (!changed(id, decision), number(id)));
    let lines = in_order.into_iter().take(MAX_REJECTED).map(|(id, decision)| {
        let mut line =
            format!("- {}: {}", quote(id, MAX_ID_CHARS), quote(&decision.decision, MAX_FIELD_CHARS));
        if !decision.reason.is_empty() {
            line += &format!(" because {}", quote(&decision.reason, MAX_FIELD_CHARS));
        }
        if !decision.enforce.is_empty() {
            line += ", enforced";
        }
        if changed(id, decision) {
            line += " (DECISIONS.md here says otherwise now; this stands until the operator accepts that)";
        }
        line + "\n"
    });
    let heading = "Rejected decisions in force (do not reopen)";
    let mut text = listed(heading, lines, total, room.saturating_sub(HEADING_CHARS));
    if let Some(first) = file.unreadable.first() {
        text += &format!(
            "Rules to enforce of {} rejected decisions, {} first, can't be read and hold nothing back.\n",
            file.unreadable.len(),
            quote(first, MAX_ID_CHARS)
        );
    }
    text
}

/// Receipts are numbered, mostly: `DR-10` comes behind `DR-9`.
fn number(id: &str) -> (u64, String) {
    let digits: String =
        id.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u64::MAX), id.to_owned())
}
