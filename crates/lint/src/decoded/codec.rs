//! Byte encodings: base64, base32, hexadecimal, binary, decimal codes, percent signs, character references, escapes.

use crate::runs::{Kind, alphanumeric_or, runs};
use std::ops::Range;

/// Takes decoded bytes and how they were encoded; gives the text if it is prose.
type Judge<'a> = dyn FnMut(Vec<u8>, &'static str) -> Option<(String, &'static str)> + 'a;

/// Looks at every run that may be encoded. Linear: runs don't overlap and each is decoded at most three times.
pub(super) fn find(text: &str, judge: &mut Judge<'_>, found: &mut Vec<(String, Range<usize>, &'static str)>) {
    let mut keep = |range: Range<usize>, decoded: Option<(String, &'static str)>| {
        if let Some((text, how)) = decoded {
            found.push((text, range, how));
        }
    };
    let bytes = text.as_bytes();
    for run in runs(bytes, &IN_RUN, 20) {
        keep(run.clone(), run_of_letters(&bytes[run], judge));
    }
    groups(text, judge, &mut keep);
    if memchr::memchr3(b'%', b'&', b'\\', bytes).is_some() {
        escapes(text, judge, &mut keep);
    }
}

/// The characters of base64 in all its forms; the other alphabets are part of it.
static IN_RUN: Kind = alphanumeric_or(b"+/=-_");

fn run_of_letters(run: &[u8], judge: &mut Judge<'_>) -> Option<(String, &'static str)> {
    if run.len() >= 24 && run.len().is_multiple_of(2) && run.iter().all(u8::is_ascii_hexdigit) {
        let bytes: Vec<u8> = run.chunks_exact(2).filter_map(|d| byte_of(d, 16)).collect();
        if let Some(found) = judge(bytes, "hexadecimal") {
            return Some(found);
        }
    }
    if run.len() >= 32 && run.len().is_multiple_of(8) && run.iter().all(|b| matches!(b, b'0' | b'1')) {
        let bytes = run.chunks_exact(8).filter_map(|d| byte_of(d, 2)).collect();
        return judge(bytes, "binary");
    }
    if run.iter().all(|b| b.is_ascii_uppercase() || matches!(b, b'2'..=b'7' | b'=')) {
        return judge(
            radix(run, 5, |b| match b {
                b'A'..=b'Z' => Some(b - b'A'),
                b'2'..=b'7' => Some(b - b'2' + 26),
                _ => None,
            })?,
            "base32",
        );
    }
    let cased = run.iter().any(u8::is_ascii_uppercase) && run.iter().any(u8::is_ascii_lowercase);
    if !cased {
        return None;
    }
    let bytes = radix(run, 6, |b| match b {
        b'A'..=b'Z' => Some(b - b'A'),
        b'a'..=b'z' => Some(b - b'a' + 26),
        b'0'..=b'9' => Some(b - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    })?;
    judge(bytes, "base64")
}

fn byte_of(digits: &[u8], radix: u32) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()
}

/// Digits of `bits` bits each, padding ignored. Stops early where the start is no text.
fn radix(run: &[u8], bits: u32, digit: impl Fn(u8) -> Option<u8>) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(run.len());
    let (mut buffer, mut held) = (0u32, 0);
    for &b in run {
        if b == b'=' {
            break;
        }
        buffer = buffer << bits | u32::from(digit(b)?);
        held += bits;
        if held >= 8 {
            held -= 8;
            let byte = u8::try_from(buffer >> held & 0xFF).unwrap_or(0);
            if out.len() < 12 && byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t') {
                return None;
            }
            out.push(byte);
        }
    }
    Some(out)
}

/// What stands between bytes that are written one by one.
static BETWEEN: Kind = {
    let mut table = [false; 256];
    let mut i = 0;
    let signs = b" \t\n\x0c\r,:";
    while i < signs.len() {
        table[signs[i] as usize] = true;
        i += 1;
    }
    table
};

/// Bytes written one by one with white space or commas between: `49 67 6e`, `0x49, 0x67`, `01001001 01100111`, `73 103`.
fn groups(
    text: &str,
    judge: &mut Judge<'_>,
    keep: &mut dyn FnMut(Range<usize>, Option<(String, &'static str)>),
) {
    let mut run: Vec<&str> = Vec::new();
    let mut start = 0;
    let mut end = 0;
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut close = |run: &mut Vec<&str>, range: Range<usize>| {
        if run.len() >= 12 {
            let decoded = [(2, "binary"), (16, "hexadecimal"), (10, "character codes"), (8, "octal")]
                .into_iter()
                .find_map(|(radix, how)| {
                    let fits = |d: &&str| if radix == 2 { d.len() == 8 } else { d.len() <= 3 };
                    if !run.iter().all(fits) {
                        return None;
                    }
                    let bytes: Option<Vec<u8>> = run.iter().map(|d| byte_of(d.as_bytes(), radix)).collect();
                    judge(bytes?, how)
                });
            keep(range, decoded);
        }
        run.clear();
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if run.is_empty() {
            // Only a digit, or the sign of an escape, starts the code of a letter, in hexadecimal too.
            let starts = |b: &u8| b.is_ascii_digit() || *b == b'\\';
            let Some(skipped) = bytes[at..].iter().position(starts) else { break };
            at += skipped;
            if at > 0 && !BETWEEN[usize::from(bytes[at - 1])] {
                at += 1;
                continue;
            }
        }
        let length = bytes[at..].iter().position(|b| BETWEEN[usize::from(*b)]).unwrap_or(bytes.len() - at);
        let part = &text[at..at + length];
        at += length + 1;
        if length == 0 {
            continue;
        }
        let digits = part.strip_prefix("0x").or_else(|| part.strip_prefix("\\x")).unwrap_or(part);
        if (2..=8).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_hexdigit())
            && (digits.len() <= 3 || digits.len() == 8)
        {
            if run.is_empty() {
                start = place(part);
            }
            end = place(part) + part.len();
            run.push(digits);
        } else if !run.is_empty() {
            close(&mut run, start..end);
        }
    }
    close(&mut run, start..end);
}

/// So many letters that need no escape, and have one, are no accident.
const ENOUGH: usize = 5;

/// `%49%67`, `&#73;&#x67;`, `\u0049\x67`: letters that need no escape and have one.
fn escapes(
    text: &str,
    judge: &mut Judge<'_>,
    keep: &mut dyn FnMut(Range<usize>, Option<(String, &'static str)>),
) {
    for line in text.split('\n') {
        if memchr::memchr3(b'%', b'&', b'\\', line.as_bytes()).is_none() {
            continue;
        }
        let mut out = String::with_capacity(line.len());
        let mut letters = 0;
        let mut spaces = 0;
        let mut first = None;
        let mut last = 0;
        let mut at = 0;
        while let Some(c) = line[at..].chars().next() {
            if let Some((code, length)) = escape(&line[at..]) {
                if code.is_ascii_alphanumeric() {
                    // Nobody writes a letter as a character reference; escapes of addresses and strings have some.
                    letters += if line[at..].starts_with('&') { ENOUGH } else { 1 };
                } else if code == ' ' {
                    spaces += 1;
                }
                first.get_or_insert(at);
                at += length;
                last = at;
                out.push(code);
            } else {
                at += c.len_utf8();
                out.push(c);
            }
        }
        let address = line.contains("://") || line.contains("?q=") || line.contains('=');
        if letters >= ENOUGH || spaces >= 4 && !address {
            let offset = line.as_ptr() as usize - text.as_ptr() as usize;
            keep(offset + first.unwrap_or(0)..offset + last, judge(out.into_bytes(), "escapes"));
        }
    }
}

fn escape(rest: &str) -> Option<(char, usize)> {
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    if rest.starts_with('%') {
        return Some((number(rest.get(1..3)?, 16).filter(char::is_ascii)?, 3));
    }
    if let Some(inner) = rest.strip_prefix("&#") {
        let end = inner.bytes().take(8).position(|b| b == b';')?;
        let digits = &inner[..end];
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => number(hex, 16)?,
            None => number(digits, 10)?,
        };
        return Some((code, end + 3));
    }
    if rest.starts_with("\\u") {
        return Some((number(rest.get(2..6)?, 16)?, 6));
    }
    if rest.starts_with("\\x") {
        return Some((number(rest.get(2..4)?, 16)?, 4));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Option<String> {
        let mut found = Vec::new();
        let mut judge =
            |bytes: Vec<u8>, how| String::from_utf8(bytes).ok().filter(|t| t.contains(' ')).map(|t| (t, how));
        find(text, &mut judge, &mut found);
        found.pop().map(|(t, ..)| t)
    }

    #[test]
    fn encodings_are_read() {
        for encoded in [
            "x dGFrZSB0aGUga2V5cyBub3c= y",
            "74616b6520746865206b657973206e6f77",
            "74 61 6b 65 20 74 68 65 20 6b 65 79 73 20 6e 6f 77",
            "116 97 107 101 32 116 104 101 32 107 101 121 115 32 110 111 119",
            "%74%61%6b%65%20%74%68%65%20%6b%65%79%73%20%6e%6f%77",
            "&#116;&#97;&#107;&#101; the &#107;&#101;ys now",
            "ORQWWZJAORUGKIDLMV4XGIDON53Q====",
        ] {
            let text = first(encoded).unwrap_or_default();
            assert!(text.contains("take the keys now"), "{encoded}: {text}");
        }
    }
}
