//! # `runaway_repetition`
//!
//! ## What it does
//! Flags a pattern of one to eight words or signs that is repeated without a break, 24 times or more.
//!
//! ## Why
//! Either the summariser ran away and the summary is lost, or somebody pads a text to push what came before out of
//! the reader's attention. Rules, table lines and progress bars (`----`, `| --- |`, `....`) don't count.
//!
//! ## Example
//! `go on go on go on go on go on go on go on …`
//!
//! ## Innocent example
//! `| --- | --- | --- | --- |`

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::page::{Origin, Sink};

const LONGEST_PERIOD: usize = 8;
const REPEATS: usize = 24;
/// A run must be this long in bytes, so that a row of single digits is no runaway.
const BYTES: usize = 72;

pub(crate) const RULE: Rule = Rule {
    id: "runaway_repetition",
    family: "shape",
    summary: "one pattern over and over",
    source: include_str!("runaway_repetition.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

struct Piece {
    start: usize,
    end: usize,
    hash: u64,
    /// Letters or a pictogram, rather than ruling.
    telling: bool,
}

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    let text = reply.summary.body;
    let pieces = pieces(text);
    // The run of equal pieces at each distance, kept for all distances while going through once.
    let mut runs = [0usize; LONGEST_PERIOD + 1];
    let mut reported = 0;
    for i in 0..pieces.len() {
        for period in 1..=LONGEST_PERIOD.min(i) {
            if pieces[i].hash != pieces[i - period].hash {
                runs[period] = 0;
                continue;
            }
            runs[period] += 1;
            let start = i + 1 - runs[period] - period;
            let long = runs[period] >= period * (REPEATS - 1) && pieces[i].end - pieces[start].start >= BYTES;
            let telling = pieces[i + 1 - period..=i].iter().any(|p| p.telling);
            if long && telling && pieces[start].start >= reported {
                let mut end = i;
                while end + 1 < pieces.len() && pieces[end + 1].hash == pieces[end + 1 - period].hash {
                    end += 1;
                }
                reported = pieces[end].end;
                let bytes = pieces[start].start..pieces[end].end;
                let at = Origin::Plain(reply.summary.offset);
                sink.add(RULE.id, Severity::Deny, &at, bytes, "one pattern is repeated over and over");
            }
        }
        if pieces[i].end <= reported {
            runs = [0; LONGEST_PERIOD + 1];
        }
    }
}

/// Words and single signs, white space left out.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(text.len() / 5);
    let mut in_word = false;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        let word = c.is_alphanumeric();
        // Quote marks and list marks at a line's start would break a pattern that was indented.
        if c.is_whitespace() || c == '>' {
            in_word = false;
            continue;
        }
        match pieces.last_mut() {
            Some(last) if word && in_word => {
                last.end = end;
                last.hash = (last.hash ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3);
            }
            _ => pieces.push(Piece {
                start,
                end,
                hash: (0xcbf2_9ce4_8422_2325 ^ u64::from(c)).wrapping_mul(0x0100_0000_01b3),
                telling: telling(c),
            }),
        }
        in_word = word;
    }
    pieces
}

fn telling(c: char) -> bool {
    match c {
        '(' | ')' | '[' | ']' | '{' | '}' => true,
        _ if c.is_ascii() => c.is_ascii_alphabetic(),
        // Box drawing, blocks, arrows and ornaments make tables and bars.
        _ => {
            !matches!(c as u32, 0x2010..=0x27BF | 0x2B00..=0x2BFF | 0xB0..=0xBF | 0x2E00..=0x303F | 0xFE00..=0xFE0F | 0x1F7E0..=0x1F7EB)
        }
    }
}
