//! A word after quote removal and brace expansion.

/// Stands in [`Word::text_with_holes`] for a part that isn't known. No shell word can contain it.
pub const HOLE: char = '\0';

/// One part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that is known. Quotes are removed.
    Literal(String),
    /// An unquoted `~` or `~name` at the start of a word, without the `~`.
    Tilde(String),
    /// An unquoted `*`, `?` or `[...]`, as written.
    Glob(String),
    /// A parameter expansion.
    Parameter {
        /// The name, or the digit or punctuation of a special parameter.
        name: String,
        /// What stands between the name and its argument (`:-`, `%%`, ...); `None` for a plain `$name`.
        operator: Option<String>,
        /// The word behind the operator: a default value, a pattern.
        argument: Option<Box<Word>>,
    },
    /// `$(...)` or backquotes; the commands inside are in the list.
    CommandSubstitution,
    /// `<(...)` or `>(...)`; the commands inside are in the list.
    ProcessSubstitution,
    /// `$((...))`.
    Arithmetic,
    /// A brace range (`{1..9}`), or an expansion to too many words to list.
    Brace,
}

/// A word after quote removal and brace expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The parts in order; neighbouring literals are joined.
    pub parts: Vec<Part>,
    /// Whether any of it was quoted. A quoted word is never a reserved word or an alias.
    pub quoted: bool,
}

impl Word {
    /// A word that is wholly known.
    #[must_use]
    pub fn known(text: &str) -> Self {
        Self { parts: vec![Part::Literal(text.to_owned())], quoted: false }
    }

    /// The whole text, if every part of it is known.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The text with [`HOLE`] for each part that isn't known. Globs and tildes are given as written.
    #[must_use]
    pub fn text_with_holes(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(known) | Part::Glob(known) => text.push_str(known),
                Part::Tilde(user) => {
                    text.push('~');
                    text.push_str(user);
                }
                Part::Parameter { .. }
                | Part::CommandSubstitution
                | Part::ProcessSubstitution
                | Part::Arithmetic
                | Part::Brace => text.push(HOLE),
            }
        }
        text
    }

    /// The last component of a known path: the program that a command word names.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.literal().map(|text| text.rsplit('/').next().unwrap_or(text))
    }
}
