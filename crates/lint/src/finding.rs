//! What the lint reports.

use std::ops::Range;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth a look; doesn't flag the summary.
    Note,
    /// Flags the summary.
    Deny,
}

impl Severity {
    /// The word used in reports: `note` or `deny`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Deny => "deny",
        }
    }
}

/// One passage that a rule objects to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id, as in [`crate::rules`].
    pub rule: &'static str,
    /// Whether the finding flags the summary.
    pub severity: Severity,
    /// Bytes of the original text, on character boundaries. Empty for findings about the text as a whole.
    pub range: Range<usize>,
    /// Why, in words. Never holds the summary's own text, so it can be logged.
    pub message: String,
}

/// Everything the lint found in one text, in the order of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The findings, sorted by position.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether any finding denies.
    #[must_use]
    pub fn flagged(&self) -> bool {
        self.findings.iter().any(|f| f.severity == Severity::Deny)
    }
}
