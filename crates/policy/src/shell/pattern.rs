//! The pattern of a command: its words, `*` standing for any text.

use super::matching::{self, Certainty};
use super::units::Unit;
use crate::rule::Malformed;

/// One piece of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// This character.
    Char(char),
    /// Between two words.
    Gap,
    /// Any text, several words included.
    Star,
}

/// A command's pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandPattern {
    pub(super) pieces: Vec<Piece>,
    /// Where its first `*` stands; behind the end if there is none.
    pub(super) first_star: usize,
    /// It ends in ` *` or `:*`, so that the command may also end before that.
    pub(super) open_end: bool,
}

impl CommandPattern {
    /// Reads words as a shell would, but for `*`.
    pub(crate) fn parse(inside: &str) -> Result<Self, Malformed> {
        let (body, legacy) = match inside.strip_suffix(":*") {
            Some(body) => (body, true),
            None => (inside, false),
        };
        let mut pieces = Vec::with_capacity(body.len() + 2);
        let mut quote = None;
        let mut characters = body.chars();
        while let Some(c) = characters.next() {
            match (quote, c) {
                (_, '*') => star(&mut pieces),
                (Some(open), c) if c == open => quote = None,
                (Some(_), c) => pieces.push(Piece::Char(c)),
                (None, '\'' | '"') => quote = Some(c),
                (None, '\\') => match characters.next() {
                    Some(escaped) => pieces.push(Piece::Char(escaped)),
                    None => return Err(Malformed::new("a backslash at the end", "double it")),
                },
                (None, '|' | '&' | ';' | '<' | '>' | '\n') => {
                    return Err(Malformed::new(
                        "a rule is compared with each simple command of a line, and none holds an operator",
                        "write a rule for each command, or quote the character",
                    ));
                }
                (None, c) if c.is_whitespace() => gap(&mut pieces),
                (None, c) => pieces.push(Piece::Char(c)),
            }
        }
        if quote.is_some() {
            return Err(Malformed::new("a quote isn't closed", "close it, or write a backslash before it"));
        }
        if legacy {
            gap(&mut pieces);
            star(&mut pieces);
        }
        Self::new(pieces)
    }

    /// Reads a name, in which nothing but `*` is special.
    pub(crate) fn parse_name(inside: &str) -> Result<Self, Malformed> {
        let (body, legacy) = match inside.strip_suffix(":*") {
            Some(body) => (body, true),
            None => (inside, false),
        };
        let mut pieces = Vec::with_capacity(body.len() + 2);
        for c in body.chars() {
            match c {
                '*' => star(&mut pieces),
                c if c.is_whitespace() => gap(&mut pieces),
                c => pieces.push(Piece::Char(c)),
            }
        }
        if legacy {
            gap(&mut pieces);
            star(&mut pieces);
        }
        Self::new(pieces)
    }

    fn new(mut pieces: Vec<Piece>) -> Result<Self, Malformed> {
        while pieces.last() == Some(&Piece::Gap) {
            pieces.pop();
        }
        if pieces.is_empty() {
            return Err(Malformed::new(
                "the pattern holds no command",
                "write the command, or the bare tool",
            ));
        }
        let first_star = pieces.iter().position(|piece| *piece == Piece::Star).unwrap_or(pieces.len());
        let open_end = pieces.len() > 2 && pieces.ends_with(&[Piece::Gap, Piece::Star]);
        Ok(Self { pieces, first_star, open_end })
    }

    /// Whether its only `*`, if any, stands at its end.
    pub(crate) fn is_prefix(&self) -> bool {
        self.first_star + 1 >= self.pieces.len()
    }

    /// Whether the pattern reads an assignment before the command word.
    pub(super) fn assigns(&self) -> bool {
        let first = self.pieces.iter().take_while(|piece| **piece != Piece::Gap);
        first.into_iter().any(|piece| *piece == Piece::Char('='))
    }

    /// Whether the command can be one of these.
    pub(crate) fn may_match(&self, units: &[Unit]) -> bool {
        matching::run(self, units, Certainty::Possible)
    }

    /// Whether the command is one of these, whatever its unknown parts turn out to be.
    pub(crate) fn surely_matches(&self, units: &[Unit]) -> bool {
        matching::run(self, units, Certainty::Certain)
    }

    /// Whether every command of `other` is one of this.
    pub(crate) fn includes(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        let mut units: Vec<Unit> = Vec::with_capacity(other.pieces.len());
        for piece in &other.pieces {
            units.push(match piece {
                Piece::Char(c) => Unit::Char(*c),
                Piece::Gap => Unit::Gap,
                Piece::Star => Unit::Words,
            });
        }
        let short = other.pieces.len().saturating_sub(2);
        self.surely_matches(&units) && (!other.open_end || self.surely_matches(&units[..short]))
    }
}

fn gap(pieces: &mut Vec<Piece>) {
    if !pieces.is_empty() && pieces.last() != Some(&Piece::Gap) {
        pieces.push(Piece::Gap);
    }
}

fn star(pieces: &mut Vec<Piece>) {
    if pieces.last() != Some(&Piece::Star) {
        pieces.push(Piece::Star);
    }
}
