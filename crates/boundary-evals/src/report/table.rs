use super::{Played, counts, step_name};

/// A line for each scenario, what went otherwise beneath it, and the sum as the last line.
#[must_use]
pub fn table(played: &[Played]) -> String {
    let width = played.iter().map(|played| played.scenario.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for played in played {
        let result = if played.outcome.passed() { "passed" } else { "FAILED" };
        let steps = played.outcome.steps;
        text += &format!(
            "{result}  {:<width$}  {steps:>2} steps  {}\n",
            played.scenario.name, played.scenario.title
        );
        for failure in &played.outcome.failures {
            let name = step_name(played, failure.step);
            text += &format!("        {}:{}: {name}: {}\n", played.file, failure.line, failure.text);
        }
    }
    let (passed, failed) = counts(played);
    text + &format!("\n{passed} passed, {failed} failed\n")
}
