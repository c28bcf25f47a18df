use std::fmt;

/// Why a scenario can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The scenario's file, as it was named.
    pub file: String,
    /// The line; counts from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.file, self.line, self.what, self.remedy)
    }
}
