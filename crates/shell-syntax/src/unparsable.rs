//! Why a text can't be read as shell.

/// Why a text can't be read as shell. A caller that guards something has to treat every one as the worst case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unparsable {
    /// Nested more deeply than any command that somebody wrote by hand.
    #[error("nested too deeply")]
    TooDeep,
    /// More work than its length justifies.
    #[error("too complex for its length")]
    TooComplex,
    /// A quote that is never closed.
    #[error("unclosed quote")]
    UnclosedQuote,
    /// A substitution, group, loop or condition that is never closed.
    #[error("unclosed substitution, group, loop or condition")]
    UnclosedGroup,
    /// A word or operator where the grammar allows none.
    #[error("unexpected text at byte {at}")]
    Unexpected {
        /// Offset in the text that was being read: the whole, or a nested command line.
        at: usize,
    },
}
