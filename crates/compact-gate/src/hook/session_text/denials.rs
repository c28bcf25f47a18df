use super::MAX_FIELD_CHARS;
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
    let mut lines = String::new();
    let mut shown = 0;
    for denial in newest.iter().take(SHOWN) {
        let line = format!(
            "- {}: {} {} by {}\n",
            denial.event_id,
            quote(&denial.tool_name, 80),
            target(&denial.target),
            cut(&denial.rule)
        );
        if lines.chars().count() + line.chars().count() > room {
            break;
        }
        lines += &line;
        shown += 1;
    }
    let of =
        if shown < newest.len() { format!(", showing {shown} of {}", newest.len()) } else { String::new() };
    format!("Denied, and still denied (asking again gives the same answer){of}:\n{lines}")
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
