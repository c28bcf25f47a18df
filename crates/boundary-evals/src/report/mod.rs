//! What became of all scenarios, for people and for programs.

mod json;
mod junit;
mod table;

use crate::outcome::Outcome;
use crate::scenario::Scenario;
use std::time::Duration;

pub use json::json;
pub use junit::junit;
pub use table::table;

/// A scenario that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Which.
    pub scenario: Scenario,
    /// Its file, as it was named.
    pub file: String,
    /// What came of it.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
}

/// How many passed, and how many didn't.
fn counts(played: &[Played]) -> (usize, usize) {
    let passed = played.iter().filter(|played| played.outcome.passed()).count();
    (passed, played.len() - passed)
}

/// The name of a failure's step.
fn step_name(played: &Played, step: usize) -> String {
    let step = step.checked_sub(1).and_then(|index| played.scenario.steps.get(index));
    step.map_or_else(|| "setup".to_owned(), |step| step.act.name())
}
