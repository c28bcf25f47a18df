use super::MAX_FIELD_CHARS;
use git_facts::quote;

const MAX_REJECTED: usize = 12;

/// What DECISIONS.md says was decided against.
pub fn section(decisions: Option<&[u8]>) -> String {
    let Some(decisions) = decisions else { return String::new() };
    let receipts = decisions::parse(&String::from_utf8_lossy(decisions));
    let rejected: Vec<_> = receipts.iter().filter(|receipt| receipt.is_rejected()).collect();
    if rejected.is_empty() {
        return String::new();
    }
    let mut text = "Rejected decisions in DECISIONS.md (do not reopen)".to_owned();
    if rejected.len() > MAX_REJECTED {
        text += &format!(", showing {MAX_REJECTED} of {}", rejected.len());
    }
    text += ":\n";
    for receipt in rejected.iter().take(MAX_REJECTED) {
        text += &format!("- {}: {}", quote(&receipt.id, 40), quote(receipt.decision(), MAX_FIELD_CHARS));
        if let Some(reason) = receipt.field("reason").filter(|reason| !reason.is_empty()) {
            text += &format!(" because {}", quote(reason, MAX_FIELD_CHARS));
        }
        text.push('\n');
    }
    text
}
