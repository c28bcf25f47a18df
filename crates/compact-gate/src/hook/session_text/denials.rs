use super::MAX_FIELD_CHARS;
use super::listing::listed;
use git_facts::quote;
use verdict::StandingDenial;

/// How many are shown; the newest say most about the work at hand.
const SHOWN: usize = 12;

/// What was denied and stays so, whatever a summary makes of it, in at most so many characters.
pub fn section(standing: &[&StandingDenial], room: usize) -> String {
    if standing.is_empty() {
        return String::new();
    }
    let mut newest: Vec<&&StandingDenial> = standing.iter().collect();
    newest.sort_by_key(|denial| std::cmp::Reverse((denial.at, &denial.event_id)));
    let lines = newest.iter().take(SHOWN).map(|denial| {
        format!(
            "- {}: {} {} by {}\n",
            denial.event_id,
            quote(&denial.tool_name, 80),
            target(&denial.target),
            cut(&denial.rule)
        )
    });
    listed("Denied, and still denied (asking again gives the same answer)", lines, newest.len(), room)
}

/// A digest in full is of no use to a reader; its first digits tell it from others.
fn target(shown: &str) -> String {
    match shown.split_once(" sha256:") {
        Some((kind, digest)) => format!("{kind} sha256:{}", digest.chars().take(12).collect::<String>()),
        None => cut(shown),
    }
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_FIELD_CHARS).collect()
}
