//! Whether a pattern fits a command of which parts aren't known.

use super::pattern::{CommandPattern, Piece};
use super::units::Unit;

/// Which answer is wanted where something isn't known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// Whether it can fit. What isn't known can be any text that the pattern reads *before its first `*`*; behind
    /// that it is what the `*` stands for. Else `Bash(git * --force)` would forbid every commit whose message
    /// comes from a substitution.
    Possible,
    /// Whether it fits whatever the unknown parts are: each has to fall to a `*`.
    Certain,
}

pub(super) fn run(pattern: &CommandPattern, units: &[Unit], certainty: Certainty) -> bool {
    // Most patterns part from most commands within their first word.
    let mut at = 0;
    while at < pattern.first_star {
        let fits = match (units.get(at), pattern.pieces[at]) {
            (Some(Unit::Char(c)), Piece::Char(wanted)) => *c == wanted,
            (Some(Unit::Gap), Piece::Gap) => true,
            (Some(Unit::Char(_) | Unit::Gap), _) => false,
            _ => break,
        };
        if !fits {
            return false;
        }
        at += 1;
    }
    let mut places =
        Places { pattern, certainty, live: vec![false; pattern.pieces.len() + 1], old: Vec::new() };
    places.live[at] = true;
    places.open_stars();
    let last = pattern.pieces.len();
    for unit in units.get(at..).unwrap_or_default() {
        // A pattern that ends in `*` takes whatever comes.
        if places.live[last] && pattern.pieces.last() == Some(&Piece::Star) {
            return true;
        }
        if !places.step(*unit) {
            return false;
        }
    }
    places.live[last] || (pattern.open_end && places.live[last - 2])
}

/// The places in the pattern that a command may have come to.
struct Places<'p> {
    pattern: &'p CommandPattern,
    certainty: Certainty,
    live: Vec<bool>,
    /// Those before the last unit; kept so that a unit costs no allocation.
    old: Vec<bool>,
}

impl Places<'_> {
    /// A `*` may stand for nothing.
    fn open_stars(&mut self) {
        for (at, piece) in self.pattern.pieces.iter().enumerate() {
            if self.live[at] && *piece == Piece::Star {
                self.live[at + 1] = true;
            }
        }
    }

    /// Takes one unit; false if nothing fits any longer.
    fn step(&mut self, unit: Unit) -> bool {
        let pieces = &self.pattern.pieces;
        let possible = self.certainty == Certainty::Possible;
        self.old.clone_from(&self.live);
        self.live.fill(false);
        for (at, piece) in pieces.iter().enumerate().filter(|(at, _)| self.old[*at]) {
            if *piece == Piece::Star {
                self.live[at] = true;
                continue;
            }
            let fits = match unit {
                Unit::Char(c) => *piece == Piece::Char(c),
                Unit::Gap => *piece == Piece::Gap,
                Unit::Blank => possible && matches!(piece, Piece::Gap | Piece::Char(' ')),
                Unit::MaybeGap => possible && *piece == Piece::Gap,
                Unit::Text | Unit::Names | Unit::Words => false,
            };
            if fits {
                self.live[at + 1] = true;
            }
        }
        // What may be nothing leaves all places as they are.
        if possible && matches!(unit, Unit::MaybeGap | Unit::Text | Unit::Names | Unit::Words) {
            for (live, old) in self.live.iter_mut().zip(&self.old) {
                *live |= old;
            }
        }
        if possible && matches!(unit, Unit::Text | Unit::Names | Unit::Words) {
            self.guess(unit);
        }
        self.open_stars();
        self.live.contains(&true)
    }

    /// Whatever the pattern reads before its first `*`, an unknown part can be.
    fn guess(&mut self, unit: Unit) {
        let pieces = &self.pattern.pieces;
        for at in (0..self.pattern.first_star).filter(|at| self.old[*at]) {
            let starts_word = at == 0 || pieces[at - 1] == Piece::Gap;
            if unit == Unit::Names && starts_word && pieces[at] == Piece::Char('-') {
                continue;
            }
            let read = pieces[at..self.pattern.first_star].iter();
            let within = read.take_while(|piece| **piece != Piece::Gap || unit == Unit::Words).count();
            self.live[at + 1..=at + within].fill(true);
        }
    }
}
