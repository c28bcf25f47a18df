//! Hidden and encoded texts, made readable so that they can be linted like the rest.

mod codec;
mod letters;

pub(crate) use letters::{atbash, rot13};

use crate::finding::Severity;
use crate::invisible;
use crate::lexicon::{Lexicon, WordId};
use crate::page::{Origin, Page, Sink};
use crate::rule::encoded_text;
use crate::tokens::tokenize;
use std::ops::Range;

/// A text that something in the summary carried.
pub(crate) struct Carried {
    /// What it says.
    pub text: String,
    /// Its carrier, in bytes of the original.
    pub range: Range<usize>,
    /// How it was hidden, in words that follow "in".
    pub how: &'static str,
    /// Whether the encoding as such is a finding. (Invisible carriers have a rule of their own.)
    encoded: bool,
}

/// Texts taken from one summary; more are not needed to flag it.
const ENOUGH: usize = 12;
/// How often something encoded may be encoded again.
const DEPTH: usize = 3;

/// Finds everything in the original pages that reads as prose once it is decoded.
pub(crate) fn find(pages: &[Page<'_>], lexicon: &Lexicon, sets: &Sets) -> Vec<Carried> {
    let english = &sets.english;
    let mut carried = Vec::new();
    for page in pages {
        let Origin::Plain(offset) = page.origin else { continue };
        for (text, range, how) in invisible::find(page.text) {
            carried.push(Carried {
                text,
                range: offset + range.start..offset + range.end,
                how,
                encoded: false,
            });
        }
        let mut here = Vec::new();
        letters::find(page, lexicon, sets, &mut here);
        codec::find(page.text, &mut |bytes, how| decode(&bytes, how, 0, lexicon, english), &mut here);
        for (text, range, how) in here {
            if carried.len() < ENOUGH {
                carried.push(Carried {
                    text,
                    range: offset + range.start..offset + range.end,
                    how,
                    encoded: true,
                });
            }
        }
    }
    carried
}

/// The encodings themselves are findings.
pub(crate) fn report(carried: &[Carried], sink: &mut Sink) {
    for c in carried.iter().filter(|c| c.encoded) {
        let origin = Origin::Carried { range: c.range.clone(), how: c.how };
        sink.add(encoded_text::RULE.id, Severity::Deny, &origin, 0..0, "prose is encoded");
    }
}

/// Bytes to prose, through further layers if need be.
fn decode(
    bytes: &[u8],
    how: &'static str,
    depth: usize,
    lexicon: &Lexicon,
    english: &Words,
) -> Option<(String, &'static str)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let odd = text.chars().filter(|c| c.is_control() && !c.is_whitespace()).count();
    if odd > 0 {
        return None;
    }
    if is_prose(text, lexicon, english) {
        return Some((text.to_owned(), how));
    }
    if depth + 1 < DEPTH {
        let mut inner = Vec::new();
        codec::find(text, &mut |bytes, how| decode(&bytes, how, depth + 1, lexicon, english), &mut inner);
        if let Some((text, ..)) = inner.pop() {
            return Some((text, how));
        }
    }
    None
}

/// Sentences rather than data: words with spaces between them, English ones among them or letters throughout.
fn is_prose(text: &str, lexicon: &Lexicon, english: &Words) -> bool {
    let words = text.split_whitespace().filter(|w| w.chars().any(char::is_alphabetic)).count();
    let dense = text.chars().filter(|c| matches!(*c as u32, 0x3041..=0x9FFF | 0xAC00..=0xD7A3)).count();
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    if dense >= 5 {
        return true;
    }
    if words < 3 || letters * 10 < text.chars().count() * 6 {
        return false;
    }
    let tokens = tokenize(text, lexicon);
    let known = tokens.iter().filter(|t| english.has(t.word)).count();
    known >= 2 && known * 5 >= tokens.len() || words >= 6 && letters * 10 >= text.chars().count() * 8
}

/// The classes of words that decoding looks at.
pub(crate) struct Sets {
    pub english: Words,
    pub rot13: Words,
    pub reversed: Words,
    pub atbash: Words,
}

impl Sets {
    pub(crate) fn new(lexicon: &Lexicon) -> Self {
        let set = |class| Words::new(lexicon, class);
        Sets {
            english: set("english"),
            rot13: set("rot13"),
            reversed: set("reversed"),
            atbash: set("atbash"),
        }
    }
}

/// A class of words as a set.
pub(crate) struct Words(Vec<bool>);

impl Words {
    pub(crate) fn new(lexicon: &Lexicon, class: &str) -> Self {
        let mut set = vec![false; lexicon.len()];
        for &word in lexicon.class(class) {
            set[usize::from(word)] = true;
        }
        Words(set)
    }

    pub(crate) fn has(&self, word: WordId) -> bool {
        self.0.get(usize::from(word)).copied().unwrap_or(false)
    }
}
