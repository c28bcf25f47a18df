//! What is wrong with a policy file.

use std::fmt;

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key, as in `tools.deny`; empty where the file isn't TOML.
    pub key: String,
    /// What is wrong.
    pub what: String,
    /// How to put it right.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(formatter, "{}: ", self.key)?;
        }
        write!(formatter, "{}; {}", self.what, self.remedy)
    }
}

impl std::error::Error for Problem {}
