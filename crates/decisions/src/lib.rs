//! The decision receipts of a DECISIONS.md: sections of the form
//!
//! ```text
//! ## DR-7 Rewrite the importer
//! - status: rejected
//! - decision: Don't rewrite the importer in this release.
//! - reason: No tests cover the old one.
//! ```
//!
//! Reading never fails; what isn't a receipt is passed over. The file belongs to the repository, so all of it is data.

/// One receipt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// `DR-` and what follows up to white space.
    pub id: String,
    /// The rest of the heading.
    pub title: String,
    /// Its fields in the order of the file: lower-case key and value.
    pub fields: Vec<(String, String)>,
    /// Line number of the heading, from 1.
    pub line: usize,
}

impl Receipt {
    /// The first value of a field.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Whether the receipt says that something was decided against.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        self.field("status").is_some_and(|status| status.trim().eq_ignore_ascii_case("rejected"))
    }

    /// What was decided, in one line: the `decision` field, else the title.
    #[must_use]
    pub fn decision(&self) -> &str {
        self.field("decision").unwrap_or(&self.title)
    }
}

/// The fields that a receipt may have.
const KEYS: [&str; 8] =
    ["status", "scope", "decision", "reason", "predicate", "evidence", "superseded_by", "owner"];

/// Reads the receipts of a DECISIONS.md.
#[must_use]
pub fn parse(text: &str) -> Vec<Receipt> {
    let mut receipts: Vec<Receipt> = Vec::new();
    let mut inside = false;
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        if line.starts_with('#') {
            inside = false;
            if let Some((id, title)) = line.strip_prefix("## ").and_then(receipt_heading) {
                inside = true;
                receipts.push(Receipt { id, title, fields: Vec::new(), line: index + 1 });
            }
            continue;
        }
        let Some(receipt) = receipts.last_mut().filter(|_| inside) else { continue };
        if let Some(field) = field(line) {
            receipt.fields.push(field);
        } else if let (Some((_, value)), true) = (receipt.fields.last_mut(), line.starts_with([' ', '\t'])) {
            // A field goes on in indented lines.
            value.push(' ');
            value.push_str(line.trim());
        }
    }
    receipts
}

fn receipt_heading(heading: &str) -> Option<(String, String)> {
    let heading = heading.trim();
    let (id, title) = heading.split_once(char::is_whitespace).unwrap_or((heading, ""));
    let id = id.trim_end_matches([':', '.', ',']);
    let title = title.trim_start_matches(['-', ':', '–', '—', ' ']).trim();
    (id.len() > 3 && id.starts_with("DR-")).then(|| (id.to_owned(), title.to_owned()))
}

fn field(line: &str) -> Option<(String, String)> {
    let line = line.trim_start().trim_start_matches(['-', '*', '+']).trim_start_matches([' ', '*', '_', '`']);
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end_matches([' ', '*', '_', '`']).to_ascii_lowercase().replace([' ', '-'], "_");
    let value = value.trim_start_matches(['*', '_', '`']).trim();
    KEYS.contains(&key.as_str()).then(|| (key, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Decisions\nstatus: rejected\n\n## DR-1: Use pnpm\n- **Status**: accepted\n- decision: pnpm only\n\n\
        ## DR-2 Rewrite the importer\n* status: Rejected\n* Superseded by:\n* decision: Don't rewrite\n    the importer\n\
        ```\nstatus: accepted\n## DR-9 quoted\n```\n### notes\nstatus: accepted\n## Other\nstatus: rejected\n## DR-3\nstatus: rejected\n";

    #[test]
    fn receipts_are_read_with_their_fields() {
        let receipts = parse(FILE);
        let ids: Vec<(&str, bool, usize)> =
            receipts.iter().map(|r| (r.id.as_str(), r.is_rejected(), r.line)).collect();
        assert_eq!(ids, [("DR-1", false, 4), ("DR-2", true, 8), ("DR-3", true, 21)]);
        assert_eq!(receipts[1].decision(), "Don't rewrite the importer");
        assert_eq!(receipts[1].field("superseded_by"), Some(""));
        assert_eq!(receipts[0].title, "Use pnpm");
    }

    #[test]
    fn anything_is_read_without_failing() {
        for text in
            ["", "##", "## DR-", "## DR-x\n:", "```\n## DR-1", "## DR-1\n\tmore", "\u{0}\u{202e}## DR-1"]
        {
            let _ = parse(text);
        }
    }
}
