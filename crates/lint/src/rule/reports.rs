//! Talk about attacks, which is no attack.
//!
//! Not a rule: it marks the matches of rules that stand in sentences which report such wordings (a detector's fixture,
//! a pasted page, a text that was not acted on).

use crate::page::Page;
use crate::tokens::Marks;
use std::ops::Range;

/// Group 0: the sentence disowns what it quotes; nothing in it or beside it is an order. Group 1: the sentence speaks
/// about texts; what it quotes is no order. Group 2: the client's own prompt and closing.
pub(crate) const PHRASES: &[&[&str]] = &[
    &[
        "not|didnt|never|havent act|acted|follow|followed|execute|executed|obey|obeyed|comply|complied ?on ?with it|them|that|this|any|those",
        "treated|treat|read|regarded|handled ..3 as ..2 data|content|text|untrusted|quotation",
        "no|without bearing|effect|meaning ..2 on",
        "i|we didnt|refused|declined|ignored|reported|flagged|pointed ..4 user|line|it|that|instruction|out",
        "test|tests data|strings|fixtures|cases|fixture ..3 for|of ..3 classifier|detector|linter|scanner|filter|gate|lint|guard",
        "is|are|as a|an|the fixture|fixtures|sample|specimen",
        "detector|classifier|linter|scanner|filter|lint|gate ..4 flags|flag|flagged|catches|catch|detects|detect|rejects|blocks|matches",
        "strings|string|phrases|phrase|texts|lines like|such|containing|starting|beginning|named",
        "attack|injection strings|string|payload|payloads|phrases|samples|fixtures|text|corpus|patterns|attempt|attempts",
        "told|telling|tells|asks|asking|instructs|instructing ..2 ai|assistants|agents|models|readers",
        "unfortunate|misleading name",
        "@disown_foreign",
    ],
    &[
        "@specimen",
        "@specimen_foreign",
        "@relay",
        "quotes|quote|quoting|cites|citing|lists|listing|documents|mentions",
        "word|words|term|phrase|text|line|sentence|title|called|named|method|function|flag|button|option|message",
    ],
    &[
        "respond with ?plain text ?only",
        "respond with only ?the summary|text",
        "not call any tools",
        "tool calls will be rejected",
        "your entire response must be plain text ..9 summary ?block",
        "your ?current task is to create a ?detailed ?comprehensive summary ?of ?the ?conversation ?so ?far",
        "please provide your summary based on the conversation so far",
        "following this structure and ensuring precision and thoroughness in your response",
        "wrap your analysis in",
        "include direct quotes from the most recent conversation",
        "remember to follow these instructions when creating the above summary",
        "additional summarization instructions ..4 included context",
        "all the context you need in the conversation above",
        "continue ..6 without asking the user ..4 questions",
        "without asking the user ?any ?further questions",
        "read the full transcript",
    ],
];

/// Marks the matches that stand in reports.
pub(crate) fn mark(page: &mut Page<'_>, mut reports: Vec<(usize, Range<usize>)>) {
    reports.sort_unstable_by_key(|(_, report)| report.start);
    let longest = reports.iter().map(|(_, report)| report.len()).max().unwrap_or_default();
    for i in 0..page.matches.len() {
        let at = page.matches[i].tokens.clone();
        let sentence = page.sentence(at.start);
        let quoted = page.tokens[at.start].marks.has(Marks::QUOTED)
            || page.tokens[at.end - 1].marks.has(Marks::QUOTED);
        let before = page.sentence(sentence.start.saturating_sub(1)).start;
        let after = page.sentence(sentence.end.min(page.tokens.len() - 1)).end;
        let touches = |range: &Range<usize>, report: &Range<usize>| {
            report.start < range.end && range.start < report.end
        };
        // Only those that can reach here are asked.
        let near = before.min(at.start).saturating_sub(longest)..after.max(at.end);
        let first = reports.partition_point(|(_, report)| report.start < near.start);
        let behind = reports.partition_point(|(_, report)| report.start < near.end);
        page.matches[i].reported = reports[first..behind].iter().any(|(group, report)| match group {
            0 => {
                touches(&sentence, report) && !overlap(report, &at)
                    || quoted && touches(&(before..after), report)
            }
            1 => quoted && touches(&sentence, report) && !page.tokens[report.start].marks.has(Marks::QUOTED),
            // What goes on behind the client's own words isn't the client's.
            _ => overlap(report, &at) && at.end <= report.end + 1,
        });
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
