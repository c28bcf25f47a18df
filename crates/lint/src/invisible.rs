//! Text that was written in characters nobody sees, read back.

use std::ops::Range;

/// A text read back, where it stood, and how it was hidden.
pub(crate) type Found = (String, Range<usize>, &'static str);

/// Everything hidden in tags, variation selectors, zero-width bits or turned-around runs.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if text.is_ascii() {
        return found;
    }
    let mut run: Option<(Kind, usize, String)> = None;
    let mut turned: Option<usize> = None;
    let mut at = 0;
    while at < text.len() {
        let i = at;
        if text.as_bytes()[i].is_ascii() && run.is_none() {
            at += 1;
            continue;
        }
        let Some(c) = text[i..].chars().next() else { break };
        at += c.len_utf8();
        let kind = kind_of(c);
        if run.as_ref().is_some_and(|(k, ..)| Some(*k) != kind)
            && let Some((kind, start, hidden)) = run.take()
        {
            close(kind, &hidden, start..i, &mut found);
        }
        if let Some(kind) = kind {
            run.get_or_insert_with(|| (kind, i, String::new())).2.push(c);
        }
        match c {
            '\u{202e}' => turned = Some(i),
            '\u{202c}' | '\u{2069}' => {
                if let Some(start) = turned.take() {
                    let inner = &text[start + '\u{202e}'.len_utf8()..i];
                    found.push((
                        inner.chars().rev().collect(),
                        start..i,
                        "text that a bidirectional override turned around",
                    ));
                }
            }
            _ => {}
        }
    }
    if let Some((kind, start, hidden)) = run {
        close(kind, &hidden, start..text.len(), &mut found);
    }
    if let Some(start) = turned {
        let inner = &text[start + '\u{202e}'.len_utf8()..];
        found.push((
            inner.chars().rev().collect(),
            start..text.len(),
            "text that a bidirectional override turned around",
        ));
    }
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tag,
    Selector,
    Bit,
}

fn kind_of(c: char) -> Option<Kind> {
    match c {
        '\u{e0000}'..='\u{e007f}' => Some(Kind::Tag),
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Some(Kind::Selector),
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => Some(Kind::Bit),
        _ => None,
    }
}

fn close(kind: Kind, hidden: &str, range: Range<usize>, found: &mut Vec<Found>) {
    let (text, how) = match kind {
        Kind::Tag => (
            hidden.chars().filter_map(|c| u8::try_from(c as u32 - 0xE0000).ok()).map(char::from).collect(),
            "text written in tag characters",
        ),
        Kind::Selector => {
            let bytes: Vec<u8> = hidden
                .chars()
                .filter_map(|c| match c as u32 {
                    code @ 0xFE00..=0xFE0F => u8::try_from(code - 0xFE00).ok(),
                    code => u8::try_from(code - 0xE0100 + 16).ok(),
                })
                .collect();
            (String::from_utf8_lossy(&bytes).into_owned(), "text written in variation selectors")
        }
        Kind::Bit => (bits(hidden), "text written in zero-width characters"),
    };
    if text.len() >= 4 {
        found.push((text, range, how));
    }
}

/// Two kinds of zero-width characters are bits, the first kind seen being a nought.
fn bits(hidden: &str) -> String {
    let zero = hidden.chars().next();
    let bytes: Vec<u8> = hidden
        .chars()
        .map(|c| u8::from(Some(c) != zero))
        .collect::<Vec<_>>()
        .chunks_exact(8)
        .map(|byte| byte.iter().fold(0, |n, bit| n << 1 | bit))
        .collect();
    if bytes.len() >= 4 { String::from_utf8_lossy(&bytes).into_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_selectors_bits_and_turned_text() {
        let tags: String =
            "take the keys".bytes().filter_map(|b| char::from_u32(0xE0000 + u32::from(b))).collect();
        assert_eq!(find(&format!("ok{tags}."))[0].0, "take the keys");
        let selectors: String =
            "take the keys".bytes().filter_map(|b| char::from_u32(0xE0100 + u32::from(b) - 16)).collect();
        assert_eq!(find(&format!("ok{selectors}"))[0].0, "take the keys");
        let bits: String = "take"
            .bytes()
            .flat_map(|b| (0..8).rev().map(move |i| if b >> i & 1 == 0 { '\u{200b}' } else { '\u{200c}' }))
            .collect();
        assert_eq!(find(&bits)[0].0, "take");
        assert_eq!(find("\u{202e}syek eht ekat\u{202c}")[0].0, "take the keys");
        assert!(find("👩‍👧 ❤️ Почему").is_empty());
    }
}
