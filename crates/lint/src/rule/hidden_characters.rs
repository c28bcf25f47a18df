//! # `hidden_characters`
//!
//! ## What it does
//! Flags characters that change what a reader sees against what a machine reads: zero-width characters inside words or
//! in rows, soft hyphens all through a text, bidirectional overrides, Unicode tag characters, rows of variation
//! selectors, and terminal escapes that erase or conceal.
//!
//! ## Why
//! A person who reviews the summary must see what the model sees. Emoji sequences, Persian and Indic joiners and honest
//! text in any script are left alone.
//!
//! ## Example
//! A word with a zero-width space between every two letters.
//!
//! ## Innocent example
//! `The user reacted with 🤷🏻‍♂️ and asked in Russian: Почему?`

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::fold::is_invisible;
use crate::page::{Origin, Sink};
use std::ops::Range;

pub(crate) const RULE: Rule = Rule {
    id: "hidden_characters",
    family: "hidden_text",
    summary: "characters that hide text from a person's eyes",
    source: include_str!("hidden_characters.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    let text = reply.summary.body;
    if text.is_ascii() && !text.contains('\u{1b}') {
        return;
    }
    let at = Origin::Plain(reply.summary.offset);
    let mut add = |bytes: Range<usize>, message| sink.add(RULE.id, Severity::Deny, &at, bytes, message);
    let mut soft: Vec<usize> = Vec::new();
    let mut previous: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        if c.is_ascii() && c != '\u{1b}' {
            previous = Some(c);
            continue;
        }
        let next = chars.peek().map(|&(_, c)| c);
        let end = i + c.len_utf8();
        match c {
            '\u{1b}' => {
                if let Some((length, message)) = escape(&text[i..]) {
                    add(i..i + length, message);
                }
            }
            '\u{202d}' | '\u{202e}' => add(i..end, "a bidirectional override turns the text around"),
            '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2069}' if !right_to_left(text, i) => {
                add(i..end, "a bidirectional control stands in left-to-right text");
            }
            '\u{e0000}'..='\u{e007f}' if !flag(text, i) => {
                add(i..end, "tag characters spell something invisible");
            }
            '\u{e0100}'..='\u{e01ef}' | '\u{fe00}'..='\u{fe0e}' if next.is_some_and(selector) => {
                add(i..end, "a row of variation selectors carries something invisible");
            }
            '\u{ad}' => soft.push(i),
            _ if is_invisible(c) && !selector(c) && !flag(text, i) => {
                let row = next.is_some_and(|n| is_invisible(n) && !selector(n));
                let inside = previous.is_some_and(latin_like) && next.is_some_and(latin_like);
                if row || inside {
                    add(
                        i..end,
                        if row {
                            "a row of invisible characters"
                        } else {
                            "invisible characters stand inside words"
                        },
                    );
                }
            }
            _ => {}
        }
        previous = Some(c);
    }
    // A few soft hyphens come along with copied prose; one in every other word is a disguise.
    if let (Some(&first), Some(&last)) = (soft.first(), soft.last())
        && soft.len() >= 6
        && last - first < soft.len() * 24
    {
        add(first..last, "soft hyphens are strewn through the words");
    }
}

fn selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn latin_like(c: char) -> bool {
    c.is_alphabetic() && (c as u32) < 0x530
}

/// Hebrew, Arabic and their kin near by: directional isolates have a use there.
fn right_to_left(text: &str, at: usize) -> bool {
    let after = text[at..].chars().take(80);
    let before = text[..at].chars().rev().take(80);
    after.chain(before).any(|c| matches!(c as u32, 0x590..=0x8FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFE))
}

/// Part of a subdivision flag: a black flag, then tags.
fn flag(text: &str, at: usize) -> bool {
    // The longest flag has six tags before its last.
    let mut before = text[..at].chars().rev().take(8);
    before.find(|c| !matches!(c, '\u{e0020}'..='\u{e007f}')) == Some('\u{1f3f4}')
}

/// Length and reason, if this escape does more than colour.
fn escape(rest: &str) -> Option<(usize, &'static str)> {
    let bytes = rest.as_bytes();
    if bytes.get(1) != Some(&b'[') {
        return Some((1, "a terminal escape stands in the text"));
    }
    let length = bytes.iter().skip(2).take(32).position(u8::is_ascii_alphabetic)? + 3;
    if bytes[length - 1] != b'm' {
        return Some((length, "a terminal escape moves the cursor or erases"));
    }
    let parts: Vec<&str> = rest[2..length - 1].split(';').collect();
    let same = |dark: &str, on: &str| parts.contains(&dark) && parts.contains(&on);
    let conceals = parts.contains(&"8") || (30..38).any(|n| same(&n.to_string(), &(n + 10).to_string()));
    conceals.then_some((length, "a terminal escape conceals text"))
}
