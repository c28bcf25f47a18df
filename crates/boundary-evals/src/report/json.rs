use super::{Played, counts};
use crate::outcome::Failure;
use serde::Serialize;

#[derive(Serialize)]
struct All<'a> {
    scenarios: Vec<One<'a>>,
    passed: usize,
    failed: usize,
}

#[derive(Serialize)]
struct One<'a> {
    name: &'a str,
    title: &'a str,
    file: &'a str,
    passed: bool,
    steps: usize,
    milliseconds: u64,
    failures: &'a [Failure],
}

/// One JSON object.
#[must_use]
pub fn json(played: &[Played]) -> String {
    let (passed, failed) = counts(played);
    let scenarios = played
        .iter()
        .map(|played| One {
            name: &played.scenario.name,
            title: &played.scenario.title,
            file: &played.file,
            passed: played.outcome.passed(),
            steps: played.outcome.steps,
            milliseconds: u64::try_from(played.took.as_millis()).unwrap_or(u64::MAX),
            failures: &played.outcome.failures,
        })
        .collect();
    let all = All { scenarios, passed, failed };
    serde_json::to_string_pretty(&all).map_or_else(|error| error.to_string(), |text| text + "\n")
}
