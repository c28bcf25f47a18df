use super::MAX_FIELD_CHARS;
use super::listing::few;
use git_facts::quote;
use verdict::ContinuityFacts;

/// What the model handed over to itself: ids only.
pub fn section(facts: &ContinuityFacts) -> String {
    match facts {
        ContinuityFacts::Absent => String::new(),
        ContinuityFacts::Valid(continuity) => {
            let mut text = format!(
                "Continuity (written by the model, ids only): task {}, phase {}, next {}",
                quote(&continuity.task_id, MAX_FIELD_CHARS),
                quote(&continuity.phase, MAX_FIELD_CHARS),
                quote(&continuity.next_action_id, MAX_FIELD_CHARS)
            );
            if !continuity.required_checks.is_empty() {
                text += &format!(", required checks {}", few(&continuity.required_checks, 8, 60));
            }
            text + "\n"
        }
        ContinuityFacts::Invalid(problem) => format!("Continuity file refused: {problem}.\n"),
    }
}
