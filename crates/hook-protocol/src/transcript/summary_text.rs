//! From a summariser's reply to what the model reads of it, as the client does it (client 2.1.139 to 2.1.332).

/// How the client's opening begins, in front of a summary.
const OPENING: &str = "This session is being continued from a previous conversation that ran out of context. The summary \
                       below covers the earlier portion of the conversation.";
/// What it may add to that, on a line each.
const REMINDER: [&str; 2] =
    ["<system-reminder>\n<tools-used-before-summary>", "</tools-used-before-summary>\n</system-reminder>"];
/// How the line begins that names the transcript, behind the summary.
const TRANSCRIPT_LINE: &str = "If you need specific details from before compaction (like exact code snippets, error \
                               messages, or content you generated), read the full transcript at: ";
/// The lines that may follow that one.
const CLOSING_LINES: [&str; 2] = [
    "Continue the conversation from where it left off without asking the user any further questions. Resume directly \
     \u{2014} do not acknowledge the summary, do not recap what was happening, do not preface with \"I'll continue\" or \
     similar. Pick up the last task as if the break never happened.",
    "The messages after this summary are the most recent messages from before compaction, kept verbatim. The summary was \
     written without seeing them, so something it says has not happened yet may already have happened in them.",
];

/// What the client keeps of a summariser's reply: without the first `<analysis>` block, with the first `<summary>`
/// block's tags taken off, blank lines folded. Everything else stays, wherever the summariser put it.
///
/// Its digest names a summary, whether it comes with PostCompact or stands in the transcript.
#[must_use]
pub fn kept_of_reply(reply: &str) -> String {
    let mut kept = without_block(reply, "<analysis>", "</analysis>", |_| String::new());
    kept = without_block(&kept, "<summary>", "</summary>", |body| format!("Summary:\n{}", body.trim()));
    normal(&kept)
}

/// The summary in the text of a transcript's summary row: what stands between the client's own opening and closing.
///
/// Only the client's literal lines are taken off, at the very ends, so that nothing that a summariser writes can pass
/// for them and hide what stands before or behind it. A text without them is all summary.
#[must_use]
pub fn summary_of_row(text: &str) -> String {
    let mut body = text;
    if let Some(rest) = text.strip_prefix(OPENING) {
        body = rest.trim_start_matches('\n');
        let reminder = body.strip_prefix(REMINDER[0]).and_then(|rest| rest.split_once(REMINDER[1]));
        if let Some((_, rest)) = reminder.filter(|(tools, _)| tools.chars().all(is_list_of_names)) {
            body = rest;
        }
        while let Some(shorter) = without_closing_line(body) {
            body = shorter;
        }
    }
    normal(body)
}

/// Blank lines folded and the ends trimmed, as the client does; and without the word that it puts in front.
fn normal(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut newlines = 0;
    for c in text.trim().chars() {
        newlines = if c == '\n' { newlines + 1 } else { 0 };
        if newlines <= 2 {
            folded.push(c);
        }
    }
    folded.strip_prefix("Summary:\n").map_or_else(|| folded.clone(), |rest| rest.trim().to_owned())
}

/// The text before its last line, if that is blank or one of the client's.
fn without_closing_line(body: &str) -> Option<&str> {
    let (before, last) = body.rsplit_once('\n')?;
    let path =
        |path: &str| path.strip_suffix(".jsonl").is_some_and(|stem| !stem.contains(char::is_whitespace));
    let known = last.trim().is_empty()
        || CLOSING_LINES.contains(&last)
        || last.strip_prefix(TRANSCRIPT_LINE).is_some_and(path);
    known.then_some(before)
}

fn is_list_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_-, .:".contains(c)
}

/// Replaces the first block between two tags.
fn without_block(text: &str, open: &str, close: &str, with: impl Fn(&str) -> String) -> String {
    let found = text.find(open).and_then(|start| {
        let body = start + open.len();
        text[body..].find(close).map(|length| (start, body, body + length))
    });
    match found {
        Some((start, body, end)) => {
            format!("{}{}{}", &text[..start], with(&text[body..end]), &text[end + close.len()..])
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kept: &str) -> String {
        format!(
            "{OPENING}\n\n{}Bash{}\n{kept}\n\n{TRANSCRIPT_LINE}/home/dev/.claude/projects/-p/s.jsonl\n{}\n\n{}",
            REMINDER[0], REMINDER[1], CLOSING_LINES[0], CLOSING_LINES[1]
        )
    }

    #[test]
    fn reply_and_row_are_the_same_summary() {
        let reply = "<analysis>a</analysis>\n\n<summary>\n1. Work\n\n\n\n2. More\n</summary>";
        assert_eq!(kept_of_reply(reply), "1. Work\n\n2. More");
        assert_eq!(summary_of_row(&row("Summary:\n1. Work\n\n2. More")), kept_of_reply(reply));
        assert_eq!(summary_of_row("just a summary\n"), "just a summary");
        assert_eq!(
            summary_of_row(&format!("{OPENING}\n\nSummary:\n1. Work\n\n{TRANSCRIPT_LINE}/x/s.jsonl")),
            "1. Work"
        );
    }

    #[test]
    fn what_the_client_keeps_is_kept() {
        for reply in [
            "<analysis>a</analysis>\nPOISON\n</analysis>\n<summary>\nb\n</summary>",
            "POISON\n<summary>b</summary>",
            "<summary>b</summary>\nPOISON",
            "<analysis>POISON",
            "POISON\nSummary:\nb",
        ] {
            assert!(kept_of_reply(reply).contains("POISON"), "{reply}");
        }
        assert!(!kept_of_reply("<analysis>POISON</analysis>b").contains("POISON"));
    }

    #[test]
    fn nothing_that_looks_like_the_frame_hides_anything() {
        for kept in [
            "POISON\nSummary:\nb",
            "Summary:\nb\n\nIf you need specific details from before compaction\nPOISON",
            &format!("Summary:\nb\n{TRANSCRIPT_LINE}/x.jsonl POISON"),
            &format!("Summary:\nb\n{}\nPOISON", CLOSING_LINES[0]),
            "<system-reminder>\n<tools-used-before-summary>x</tools-used-before-summary>\n</system-reminder>\nPOISON",
        ] {
            assert!(summary_of_row(&row(kept)).contains("POISON"), "{kept}");
        }
        let in_reminder = format!("{OPENING}\n\n{}POISON! {}\nb", REMINDER[0], REMINDER[1]);
        assert!(summary_of_row(&in_reminder).contains("POISON"));
    }
}
