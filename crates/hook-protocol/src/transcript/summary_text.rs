/// What the client writes in front of a summary, up to and including a line of its own that says this.
const OPENING_ENDS: &str = "\nSummary:\n";
/// How the client's opening begins.
const OPENING: &str = "This session is being continued from a previous conversation";
/// How the client's closing begins: with the first of these that is there.
const CLOSINGS: [&str; 2] =
    ["\n\nIf you need specific details from before compaction", "\nContinue the conversation from where"];

/// The summary in the text of a transcript's summary row: what stands between the client's own opening and closing.
///
/// The closing is cut at its *last* occurrence, so that a summary that quotes it isn't cut short, which would hide the
/// rest of it from the lint. A text without the client's frame is all summary. White space around it is trimmed.
#[must_use]
pub fn summary_of_row(text: &str) -> &str {
    let body = if text.starts_with(OPENING) {
        text.find(OPENING_ENDS).map_or(text, |at| &text[at + OPENING_ENDS.len()..])
    } else {
        text
    };
    let end = CLOSINGS.iter().find_map(|closing| body.rfind(closing)).unwrap_or(body.len());
    body[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::summary_of_row;

    const FRONT: &str = "This session is being continued from a previous conversation that ran out of context. The \
                         summary below covers the earlier portion.\n\n<system-reminder>\nx\n</system-reminder>\nSummary:\n";
    const BACK: &str = "\n\nIf you need specific details from before compaction (like exact code snippets), read the \
                        full transcript at: /x.jsonl\nContinue the conversation from where it left off without asking.";

    #[test]
    fn the_frame_of_the_client_is_taken_off() {
        assert_eq!(summary_of_row(&format!("{FRONT}1. Work\n\n2. More{BACK}")), "1. Work\n\n2. More");
        assert_eq!(summary_of_row("just a summary\n"), "just a summary");
        assert_eq!(summary_of_row(&format!("{FRONT}1. Work")), "1. Work");
    }

    #[test]
    fn a_quoted_frame_hides_nothing() {
        let quoting = format!("1. Work{BACK}\nPOISON\n\nSummary:\nmore");
        assert_eq!(summary_of_row(&format!("{FRONT}{quoting}{BACK}")), quoting);
    }
}
