use super::MAX_FIELD_CHARS;
use git_facts::quote;

const MAX_REJECTED: usize = 12;

/// What DECISIONS.md says was decided against, in at most `room` characters.
pub fn section(decisions: Option<&[u8]>, room: usize) -> String {
    let Some(decisions) = decisions else { return String::new() };
    let receipts = decisions::parse(&String::from_utf8_lossy(decisions));
    let rejected: Vec<_> = receipts.iter().filter(|receipt| receipt.is_rejected()).collect();
    if rejected.is_empty() {
        return String::new();
    }
    let mut lines = Vec::new();
    let mut used = 100;
    for receipt in rejected.iter().take(MAX_REJECTED) {
        let mut line =
            format!("- {}: {}", quote(&receipt.id, 40), quote(receipt.decision(), MAX_FIELD_CHARS));
        if let Some(reason) = receipt.field("reason").filter(|reason| !reason.is_empty()) {
            line += &format!(" because {}", quote(reason, MAX_FIELD_CHARS));
        }
        used += line.chars().count() + 1;
        if used > room {
            break;
        }
        lines.push(line + "\n");
    }
    let mut text = "Rejected decisions in DECISIONS.md (do not reopen)".to_owned();
    if rejected.len() > lines.len() {
        text += &format!(", showing {} of {}", lines.len(), rejected.len());
    }
    text + ":\n" + &lines.concat()
}
