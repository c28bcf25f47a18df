//! What is wrong with a rule.

/// Why a text is no rule, and what to write instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong.
    pub what: &'static str,
    /// How to put it right.
    pub remedy: &'static str,
}

impl Malformed {
    pub(crate) fn new(what: &'static str, remedy: &'static str) -> Self {
        Self { what, remedy }
    }
}
