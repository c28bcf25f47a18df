//! The part of a compaction reply that reaches the model.

use std::ops::Range;

/// What is linted: the summary proper, inside the reply it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary<'a> {
    /// The trimmed summary.
    pub body: &'a str,
    /// Where `body` starts in the original text, in bytes.
    pub offset: usize,
    /// A tag that was opened and never closed, or closed and never opened.
    pub unclosed: Option<&'static str>,
    /// Ranges of the original text that are part of the reply but not of `body`, the analysis excepted. A reply
    /// has no business saying anything there, and the client may keep it.
    pub outside: Vec<Range<usize>>,
}

const ANALYSIS: (&str, &str) = ("<analysis>", "</analysis>");
const SUMMARY: (&str, &str) = ("<summary>", "</summary>");

/// Takes `<analysis>…</analysis><summary>…</summary>` apart. A text without these tags is its own summary.
///
/// The tags count only where the client writes them, at the start of a line: a summary that quotes `</summary>` in
/// its middle is cut at the last occurrence, so that nothing behind a forged closing tag goes unread.
#[must_use]
pub fn summary_body(raw: &str) -> Summary<'_> {
    let mut start = 0;
    let mut unclosed = None;
    let mut outside = Vec::new();
    let head = raw.len() - raw.trim_start().len();
    if raw[head..].starts_with(ANALYSIS.0) {
        let inner = head + ANALYSIS.0.len();
        // The client drops up to the first closing tag; what stands behind it reaches the model.
        if let Some(i) = raw[inner..].find(ANALYSIS.1) {
            start = inner + i + ANALYSIS.1.len();
        } else {
            unclosed = Some("analysis");
            start = raw[inner..].find(SUMMARY.0).map_or(head, |i| inner + i);
        }
    }
    let mut end = raw.len();
    match find_opening(raw, start) {
        Some(open) => {
            push_prose(raw, start..open, &mut outside);
            start = open + SUMMARY.0.len();
            if let Some(i) = raw[start..].rfind(SUMMARY.1) {
                end = start + i;
                push_prose(raw, end + SUMMARY.1.len()..raw.len(), &mut outside);
            } else {
                unclosed = unclosed.or(Some("summary"));
            }
        }
        None if raw[start..].trim_end().ends_with(SUMMARY.1) => unclosed = unclosed.or(Some("summary")),
        None => {}
    }
    let body = raw[start..end].trim();
    let offset = if body.is_empty() {
        start
    } else {
        start + (raw[start..end].len() - raw[start..end].trim_start().len())
    };
    Summary { body, offset, unclosed, outside }
}

/// The trimmed body whose digest identifies a summary. It is the same for a PostCompact payload and for the
/// transcript row made from it.
#[must_use]
pub fn digest_body(raw: &str) -> &str {
    summary_body(raw).body
}

/// `<summary>` at the start of a line.
fn find_opening(raw: &str, from: usize) -> Option<usize> {
    raw[from..].match_indices(SUMMARY.0).map(|(i, _)| from + i).find(|&i| {
        let before = raw[from..i].trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
        before.is_empty() || before.ends_with('\n')
    })
}

fn push_prose(raw: &str, range: Range<usize>, outside: &mut Vec<Range<usize>>) {
    if !raw[range.clone()].trim().is_empty() {
        outside.push(range);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_stripped() {
        let raw = "<analysis>a\nb</analysis>\n\n<summary>\n1. Go on\n</summary>\n";
        let s = summary_body(raw);
        assert_eq!(s.body, "1. Go on");
        assert_eq!(&raw[s.offset..s.offset + s.body.len()], s.body);
        assert_eq!(s.unclosed, None);
        assert!(s.outside.is_empty());
    }

    #[test]
    fn a_text_without_tags_is_itself() {
        assert_eq!(summary_body(" x ").body, "x");
        assert_eq!(summary_body(" x ").offset, 1);
    }

    #[test]
    fn unclosed_tags_are_reported() {
        assert_eq!(summary_body("<summary>\nx").unclosed, Some("summary"));
        assert_eq!(summary_body("<analysis>x").unclosed, Some("analysis"));
        assert_eq!(summary_body("x</summary>").unclosed, Some("summary"));
    }

    #[test]
    fn a_second_end_of_the_analysis_hides_nothing() {
        let raw = "<analysis>a</analysis>\nPOISON\n</analysis>\n<summary>\nb\n</summary>";
        let s = summary_body(raw);
        assert!(s.outside.iter().any(|range| raw[range.clone()].contains("POISON")));
    }

    #[test]
    fn a_forged_closing_tag_hides_nothing() {
        let s = summary_body("<summary>\na</summary>\nb\n</summary>");
        assert!(s.body.contains('b'));
        assert_eq!(summary_body("<summary>\na</summary>\nb").outside.len(), 1);
    }
}
