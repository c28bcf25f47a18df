//! Whether a rule that forbids, asks or marks speaks of a command line: one of its commands is enough.

use super::units::Unit;
use super::{CommandPattern, Line};
use crate::verdict_on_rule::{Doubt, Match};

impl Line<'_> {
    /// Whether any simple command is one of these, or can be.
    pub(crate) fn any(&self, pattern: &CommandPattern) -> Match {
        let Ok(script) = &self.script else { return Match::Possible(Doubt::Unparsable) };
        let mut answer = Match::No;
        for variants in self.variants(script) {
            let assigned = variants.with_assignments.iter().filter(|_| pattern.assigns());
            for units in variants.plain.iter().chain(assigned) {
                if !pattern.may_match(units) {
                    continue;
                }
                if units.iter().all(|unit| matches!(unit, Unit::Char(_) | Unit::Gap | Unit::Blank))
                    || pattern.surely_matches(units)
                {
                    return Match::Yes;
                }
                answer = Match::Possible(Doubt::UnknownPart);
            }
            if variants.opaque && answer == Match::No {
                answer = Match::Possible(Doubt::UnknownCode);
            }
        }
        answer
    }
}
