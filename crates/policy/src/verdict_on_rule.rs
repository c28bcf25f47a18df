//! Whether a rule speaks of a call.

/// Whether a rule speaks of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// It does.
    Yes,
    /// It can: something that the rule reads isn't known before the call runs. For a rule that forbids, asks or
    /// marks that is as good as yes.
    Possible(Doubt),
    /// It doesn't.
    No,
}

impl Match {
    /// Whether a rule that forbids, asks or marks has to be taken to speak of the call.
    #[must_use]
    pub fn counts(self) -> bool {
        self != Self::No
    }
}

/// What isn't known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The command line can't be parsed.
    Unparsable,
    /// It runs code that its text doesn't hold: `eval "$x"`, `curl ... | sh`.
    UnknownCode,
    /// A variable or substitution stands where the rule reads.
    UnknownPart,
    /// The input isn't what this tool takes: no command, path or URL in it, or none that can be told.
    UnknownInput,
}

impl Doubt {
    /// The doubt in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Unparsable => "the command line can't be parsed",
            Self::UnknownCode => "it runs code that its text doesn't hold",
            Self::UnknownPart => "a variable or substitution stands where the rule reads",
            Self::UnknownInput => "the input doesn't tell what the rule reads",
        }
    }
}
