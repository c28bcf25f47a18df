//! The decision receipts of a DECISIONS.md: sections of the form
//!
//! ```text
//! ## DR-7 Rewrite the importer
//! - status: rejected
//! - decision: Don't rewrite the importer in this release.
//! - reason: No tests cover the old one.
//! - enforce: Bash(git rm importer/*), Edit(importer/**)
//! ```
//!
//! Reading never fails; what isn't a receipt is passed over, and [`check()`] says what may have been meant. The file
//! belongs to the repository, so all of it is data. `docs/decisions.md` is the reference for users.

mod check;
mod enforce;

pub use check::{Problem, STATUSES, check};

/// One field of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key in lower case, with `_` between words.
    pub key: String,
    /// What stands behind the colon, and in the indented lines after it.
    pub value: String,
    /// Its line number, from 1.
    pub line: usize,
}

/// One receipt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// `DR-` and what follows up to white space.
    pub id: String,
    /// The rest of the heading.
    pub title: String,
    /// Its fields in the order of the file.
    pub fields: Vec<Field>,
    /// What looks like a field, and has a key that a receipt hasn't.
    pub unknown: Vec<Field>,
    /// Line number of the heading, from 1.
    pub line: usize,
}

impl Receipt {
    /// The first value of a field.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.key == key).map(|field| field.value.as_str())
    }

    /// The permission rules of its `enforce` fields.
    #[must_use]
    pub fn rules(&self) -> Vec<&str> {
        let fields = self.fields.iter().filter(|field| field.key == "enforce");
        fields.flat_map(|field| enforce::rules(&field.value)).collect()
    }

    /// All that it says, in one spelling: moving it, or what stands around it, changes nothing.
    #[must_use]
    pub fn canonical(&self) -> String {
        let fields: Vec<(&str, &str)> =
            self.fields.iter().map(|field| (field.key.as_str(), field.value.as_str())).collect();
        format!("{:?}", (&self.id, &self.title, fields))
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
const KEYS: [&str; 9] =
    ["status", "scope", "decision", "reason", "predicate", "evidence", "superseded_by", "owner", "enforce"];

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
                receipts.push(Receipt { id, title, line: index + 1, ..Receipt::default() });
            }
            continue;
        }
        let Some(receipt) = receipts.last_mut().filter(|_| inside) else { continue };
        let indented = line.starts_with([' ', '\t']);
        match named(line) {
            Some((key, value)) if KEYS.contains(&key.as_str()) => {
                receipt.fields.push(Field { key, value: value.to_owned(), line: index + 1 });
            }
            Some((key, value)) if !indented && check::is_meant_as_key(line, &key, value) => {
                receipt.unknown.push(Field { key, value: value.to_owned(), line: index + 1 });
            }
            _ => {
                if let (Some(field), true) = (receipt.fields.last_mut(), indented) {
                    // A field goes on in indented lines.
                    field.value.push(' ');
                    field.value.push_str(line.trim());
                }
            }
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

/// What stands before and behind a line's first colon.
fn named(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start().trim_start_matches(['-', '*', '+']).trim_start_matches([' ', '*', '_', '`']);
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end_matches([' ', '*', '_', '`']).to_ascii_lowercase().replace([' ', '-'], "_");
    let value = value.trim_start_matches(['*', '_', '`']).trim();
    Some((key, value))
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
