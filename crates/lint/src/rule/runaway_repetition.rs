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
use std::ops::Range;

const LONGEST_PERIOD: usize = 8;
const REPEATS: usize = 24;
/// Less than the shortest run less its first period.
const STRIDE: usize = 16;
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

/// The words and single signs of a text, white space left out, in columns: the search reads hashes only.
struct Pieces {
    bytes: Vec<Range<u32>>,
    hashes: Vec<u64>,
}

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    let text = reply.summary.body;
    let pieces = pieces(text);
    let hashes = &pieces.hashes;
    let same = |i: usize, period: usize| i >= period && i < hashes.len() && hashes[i] == hashes[i - period];
    // Every run is longer than the stride, so looking at one piece in a stride finds them all.
    let mut done = [0; LONGEST_PERIOD + 1];
    for i in (0..hashes.len()).step_by(STRIDE) {
        for (period, done) in done.iter_mut().enumerate().skip(1) {
            if i < *done || !same(i, period) {
                continue;
            }
            let last = (i..hashes.len()).take_while(|&j| same(j, period)).last().unwrap_or(i);
            let first = (0..=i).rev().take_while(|&j| same(j, period)).last().unwrap_or(i) - period;
            let starts = |piece: &Range<u32>| text[piece.start as usize..].chars().next();
            let telling = pieces.bytes[first..first + period].iter().any(|p| starts(p).is_some_and(telling));
            let bytes = pieces.bytes[first].start as usize..pieces.bytes[last].end as usize;
            if telling && last + 1 - first >= period * REPEATS && bytes.len() >= BYTES {
                let at = Origin::Plain(reply.summary.offset);
                sink.add(RULE.id, Severity::Deny, &at, bytes, "one pattern is repeated over and over");
            }
            *done = last + 1;
        }
    }
}

fn pieces(text: &str) -> Pieces {
    const PRIME: u64 = 0x0100_0000_01b3;
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    let expected = text.len() / 4;
    let mut pieces = Pieces { bytes: Vec::with_capacity(expected), hashes: Vec::with_capacity(expected) };
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let (c, word) = if byte.is_ascii() {
            (char::from(byte), byte.is_ascii_alphanumeric())
        } else {
            let Some(c) = text[at..].chars().next() else { break };
            (c, c.is_alphanumeric())
        };
        at += c.len_utf8();
        // Quote marks at a line's start would break a pattern that was indented.
        if c == '>' || c.is_whitespace() {
            continue;
        }
        let mut hash = (BASIS ^ u64::from(c)).wrapping_mul(PRIME);
        if word {
            let rest = &bytes[at..];
            let rest = &rest[..rest.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len())];
            at += rest.len();
            // Eight bytes at a time: each step waits for the one before.
            for chunk in rest.chunks(8) {
                let eight = chunk.iter().rfold(0, |eight, b| eight << 8 | u64::from(*b));
                hash = (hash ^ eight).wrapping_mul(PRIME);
            }
        }
        let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(at)) else { break };
        pieces.bytes.push(start..end);
        pieces.hashes.push(hash);
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
