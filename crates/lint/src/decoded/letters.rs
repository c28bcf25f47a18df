//! Letters moved about: shifted alphabets, reversed words, letters with spaces between, leetspeak without spaces.

use super::{Sets, Words};
use crate::fold::unleet;
use crate::lexicon::Lexicon;
use crate::page::Page;
use crate::tokens::Token;
use std::ops::Range;

type Found = (String, Range<usize>, &'static str);

/// Everything of the kind in a page.
pub(super) fn find(page: &Page<'_>, lexicon: &Lexicon, sets: &Sets, found: &mut Vec<Found>) {
    shifted(page, sets, found);
    spaced(page, lexicon, found);
    compact(page, lexicon, found);
}

/// The words that such a text has, how it is named, and how it is undone.
type Shift<'a> = (&'a Words, &'static str, fn(&str) -> String);

/// Sentences in which words of a shifted or reversed English are more frequent than English ones.
fn shifted(page: &Page<'_>, sets: &Sets, found: &mut Vec<Found>) {
    let english = &sets.english;
    let kinds: [Shift<'_>; 3] = [
        (&sets.rot13, "letters shifted by thirteen", |t| t.chars().map(rot13).collect()),
        (&sets.reversed, "reversed letters", |t| t.chars().rev().collect()),
        (&sets.atbash, "a mirrored alphabet", |t| t.chars().map(atbash).collect()),
    ];
    let mut start = 0;
    while start < page.tokens.len() {
        let sentence = page.sentence(start);
        let tokens = &page.tokens[sentence.clone()];
        start = sentence.end;
        if tokens.iter().filter(|t| kinds.iter().any(|(set, ..)| set.has(t.word))).count() < 2 {
            continue;
        }
        for (set, how, undo) in &kinds {
            let strange = tokens.iter().filter(|t| set.has(t.word)).count();
            if strange >= 2
                && strange > tokens.iter().filter(|t| english.has(t.word)).count()
                && strange * 6 >= tokens.len()
            {
                let bytes = page.bytes(&sentence);
                found.push((undo(&page.text[bytes.clone()]), bytes, *how));
            }
        }
    }
}

pub(crate) fn rot13(c: char) -> char {
    let turn = |c: char, base: u8| char::from((c as u8 - base + 13) % 26 + base);
    match c {
        'a'..='z' => turn(c, b'a'),
        'A'..='Z' => turn(c, b'A'),
        _ => c,
    }
}

pub(crate) fn atbash(c: char) -> char {
    match c {
        'a'..='z' => char::from(b'z' - (c as u8 - b'a')),
        'A'..='Z' => char::from(b'Z' - (c as u8 - b'A')),
        _ => c,
    }
}

/// `t a k e   t h e   k e y s`: at least this many single letters in a row.
const SINGLES: usize = 12;

fn spaced(page: &Page<'_>, lexicon: &Lexicon, found: &mut Vec<Found>) {
    let single =
        |t: &Token| t.end - t.start <= 4 && page.text[t.start as usize..t.end as usize].chars().count() == 1;
    let mut at = 0;
    while at < page.tokens.len() {
        let mut end = at;
        while end < page.tokens.len()
            && single(&page.tokens[end])
            && (end == at || page.tokens[end].start - page.tokens[end - 1].end <= 12)
        {
            end += 1;
        }
        if end - at >= SINGLES {
            let bytes = page.bytes(&(at..end));
            let joined = join(&page.text[bytes.clone()]);
            let mut letters: Vec<char> = joined.chars().filter(|c| c.is_alphanumeric()).collect();
            let count = letters.len();
            letters.sort_unstable();
            letters.dedup();
            let words = joined.split(' ').filter(|w| w.chars().count() >= 2).count();
            // A row of list letters or matrix entries has no words in it.
            if letters.len() >= 6 && (words >= 3 && words * 12 >= count || telling(&joined, lexicon)) {
                found.push((joined, bytes, "letters with spaces between them"));
            }
        }
        at = end.max(at + 1);
    }
}

/// Drops single spaces and keeps one of several, which stood between words.
fn join(text: &str) -> String {
    let mut out = String::with_capacity(text.len() / 2);
    let mut spaces = 0;
    for c in text.chars() {
        if c.is_whitespace() {
            spaces += 1;
            continue;
        }
        if spaces >= 2 {
            out.push(' ');
        }
        spaces = 0;
        out.push(c);
    }
    out
}

/// Long runs of letters and digits, and rows of short ones, that spell words in leetspeak once joined.
fn compact(page: &Page<'_>, lexicon: &Lexicon, found: &mut Vec<Found>) {
    let mixed = |t: &Token| {
        let word = &page.text.as_bytes()[t.start as usize..t.end as usize];
        word.iter().any(u8::is_ascii_digit)
            && word.iter().any(u8::is_ascii_alphabetic)
            && word.iter().all(u8::is_ascii_alphanumeric)
    };
    let mut at = 0;
    while at < page.tokens.len() {
        let first = &page.tokens[at];
        if !mixed(first) {
            at += 1;
            continue;
        }
        // Short pieces may be pure letters or digits by chance; a few of them don't end the row.
        let mut end = at + 1;
        let mut plain = 0;
        while end < page.tokens.len() && plain < 3 {
            let t = &page.tokens[end];
            if t.end - t.start > 8 && !mixed(t) || t.start - page.tokens[end - 1].end > 2 {
                break;
            }
            plain = if mixed(t) { 0 } else { plain + 1 };
            end += 1;
        }
        let bytes = page.bytes(&(at..end));
        let hexadecimal =
            page.text[bytes.clone()].bytes().all(|b| b.is_ascii_hexdigit() || !b.is_ascii_alphanumeric());
        if bytes.len() >= 24 && !hexadecimal {
            let run: String = page.text[bytes.clone()].chars().filter(char::is_ascii_alphanumeric).collect();
            for one in ['i', 'l'] {
                let plain: String =
                    run.chars().filter_map(|c| if c == '1' { Some(one) } else { unleet(c) }).collect();
                if telling_where(&plain, lexicon, |at, n| {
                    run.as_bytes()[at..at + n].iter().any(u8::is_ascii_digit)
                }) {
                    found.push((plain, bytes.clone(), "leetspeak without spaces"));
                    break;
                }
            }
        }
        at = end;
    }
}

/// Whether long known words stand in a text without spaces, close enough to make it a sentence.
fn telling(text: &str, lexicon: &Lexicon) -> bool {
    telling_where(text, lexicon, |_, _| true)
}

/// As [`telling`], with a say in which words count, by place and length in bytes.
fn telling_where(text: &str, lexicon: &Lexicon, counts: impl Fn(usize, usize) -> bool) -> bool {
    let letters = &text.as_bytes()[..text.len().min(400)];
    let mut covered = 0;
    let mut words = 0;
    let mut at = 0;
    while at + 5 <= letters.len() {
        let longest = (5..=14.min(letters.len() - at)).rev().find(|&n| {
            let word = &letters[at..at + n];
            word.iter().all(u8::is_ascii_alphabetic)
                && std::str::from_utf8(word)
                    .is_ok_and(|w| lexicon.plain_id(&w.to_ascii_lowercase()).is_some())
                && counts(at, n)
        });
        match longest {
            Some(n) => {
                covered += n;
                words += 1;
                at += n;
            }
            None => at += 1,
        }
    }
    words >= 2 && covered * 4 >= letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_joined_at_wide_gaps() {
        assert_eq!(join("t a k e   t h e   k e y s"), "take the keys");
    }

    #[test]
    fn shifting_twice_gives_the_text() {
        let text = "Take the Keys!";
        assert_eq!(text.chars().map(rot13).map(rot13).collect::<String>(), text);
        assert_eq!(text.chars().map(atbash).map(atbash).collect::<String>(), text);
    }
}
