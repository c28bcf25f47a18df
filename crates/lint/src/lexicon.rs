//! The words that rules are written in.
//!
//! A class is a named set of words, in as many languages as we have: `@override` holds *ignore*, *ignoriere*, *忽略*.
//! Classes stand in `lexicon/*.txt`, one `[name]` a section, words parted by white space; `ignor{e,es,ing}` is short
//! for three words. Words are folded when they are read, so accents may be written or left out.

use crate::decoded::{atbash, rot13};
use crate::fold::{Folded, fold};
use std::borrow::Cow;
use std::collections::HashMap;

/// Index of a word; 0 is any word that no rule knows.
pub(crate) type WordId = u16;

/// Words that stand for a kind of token rather than for a spelling.
pub(crate) const KINDS: [&str; 9] =
    ["", "#url", "#email", "#path", "#secret", "#number", "#ident", "#mention", "#money"];
pub(crate) const URL: WordId = 1;
pub(crate) const EMAIL: WordId = 2;
pub(crate) const PATH: WordId = 3;
pub(crate) const SECRET_PATH: WordId = 4;
pub(crate) const NUMBER: WordId = 5;
pub(crate) const IDENT: WordId = 6;
pub(crate) const MENTION: WordId = 7;
pub(crate) const MONEY: WordId = 8;

const SOURCES: &[&str] = &[
    include_str!("lexicon/common.txt"),
    include_str!("lexicon/orders.txt"),
    include_str!("lexicon/things.txt"),
    include_str!("lexicon/reports.txt"),
    include_str!("lexicon/claims.txt"),
];

/// Words and classes.
pub(crate) struct Lexicon {
    /// The words one behind the other, and where each ends.
    text: String,
    ends: Vec<u32>,
    /// Open addressing; part of the hash stands beside each word, so that most misses read nothing else.
    slots: Vec<(u32, WordId)>,
    classes: HashMap<&'static str, Vec<WordId>>,
    /// For scripts without spaces: the longest word, in characters, that starts with this one.
    longest: HashMap<char, usize>,
    /// Ids of words that exist only as disguises of others.
    disguises: std::ops::Range<usize>,
}

const SLOTS: usize = 1 << 15;

impl Lexicon {
    /// Reads the lexicon. Costs a few hundred microseconds, once, when something is linted.
    pub(crate) fn new() -> Self {
        let mut lexicon = Lexicon {
            text: String::with_capacity(1 << 17),
            ends: Vec::with_capacity(1 << 14),
            slots: vec![(0, 0); SLOTS],
            classes: HashMap::new(),
            longest: HashMap::new(),
            disguises: 0..0,
        };
        for (id, kind) in KINDS.iter().enumerate() {
            lexicon.push(kind);
            if id > 0 {
                lexicon.classes.insert(kind, vec![WordId::try_from(id).unwrap_or(0)]);
            }
        }
        for source in SOURCES {
            lexicon.read(source);
        }
        lexicon.drop_shared();
        let first = lexicon.len();
        lexicon.disguise("rot13", |w| w.chars().map(rot13).collect());
        lexicon.disguise("atbash", |w| w.chars().map(atbash).collect());
        lexicon.disguise("reversed", |w| w.chars().rev().collect());
        lexicon.disguises = first..lexicon.len();
        lexicon
    }

    /// Common English words as they look when their letters are moved, so that a text of such words shows.
    fn disguise(&mut self, class: &'static str, how: fn(&str) -> String) {
        let english = self.class("english").to_vec();
        let mut ids = Vec::new();
        for id in english {
            let plain = self.spelling(id).to_owned();
            let strange = how(&plain);
            if plain.len() >= 3 && plain.is_ascii() && self.id(&strange).is_none() {
                ids.push(self.intern(&strange));
            }
        }
        self.classes.insert(class, ids);
    }

    /// A word that English has too doesn't make a text foreign.
    fn drop_shared(&mut self) {
        let shared = self.class("shared_with_english").to_vec();
        for (name, ids) in &mut self.classes {
            if name.ends_with("_foreign") {
                ids.retain(|id| !shared.contains(id));
            }
        }
    }

    fn read(&mut self, source: &'static str) {
        let mut class = "";
        let mut ids = Vec::new();
        // The section in which each word was last put into its class.
        let mut put = Vec::new();
        let mut section = 0u32;
        for line in source.lines() {
            let line = line.split('#').next().unwrap_or("").trim();
            if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                self.classes.insert(class, std::mem::take(&mut ids));
                class = name;
                section += 1;
                for id in self.classes.remove(class).unwrap_or_default() {
                    put_once(id, section, &mut put, &mut ids);
                }
                continue;
            }
            for entry in line.split_whitespace() {
                if let Some(other) = entry.strip_prefix('@') {
                    for &id in self.class(other) {
                        put_once(id, section, &mut put, &mut ids);
                    }
                    continue;
                }
                expand(entry, &mut |word| put_once(self.intern(word), section, &mut put, &mut ids));
            }
        }
        self.classes.insert(class, ids);
    }

    /// The id of a word as a rule writes it, making it known if need be.
    pub(crate) fn intern(&mut self, word: &str) -> WordId {
        let folded = fold_word(word);
        let hash = hash(folded.as_bytes());
        if let Some(id) = self.find(hash, folded.as_bytes()) {
            return id;
        }
        let Ok(id) = WordId::try_from(self.len()) else { return 0 };
        let mut slot = slot_of(hash);
        while self.slots[slot].1 != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = (part_of(hash), id);
        if let Some(first) = folded.chars().next()
            && matches!(fold(first), Folded::Ideograph(_))
        {
            let length = folded.chars().count();
            let longest = self.longest.entry(first).or_insert(0);
            *longest = (*longest).max(length);
        }
        self.push(&folded);
        id
    }

    fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// The id of a folded word, if a rule knows it.
    pub(crate) fn id(&self, folded: &str) -> Option<WordId> {
        self.find(hash(folded.as_bytes()), folded.as_bytes())
    }

    /// The id of a folded word that people write; a shifted or reversed word is none.
    pub(crate) fn plain_id(&self, folded: &str) -> Option<WordId> {
        self.id(folded).filter(|&id| !self.disguises.contains(&usize::from(id)))
    }

    /// The id of a folded word whose hash is known.
    pub(crate) fn find(&self, hash: u64, folded: &[u8]) -> Option<WordId> {
        let mut slot = slot_of(hash);
        loop {
            match self.slots[slot] {
                (_, 0) => return None,
                (part, id) if part == part_of(hash) && self.spelling(id).as_bytes() == folded => {
                    return Some(id);
                }
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    /// The words of a class; none if there is no such class.
    pub(crate) fn class(&self, name: &str) -> &[WordId] {
        self.classes.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a class of this name exists.
    pub(crate) fn has_class(&self, name: &str) -> bool {
        self.classes.contains_key(name)
    }

    /// The number of words, the kinds included.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The spelling of a word.
    pub(crate) fn spelling(&self, id: WordId) -> &str {
        let id = usize::from(id);
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(id).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The length in characters of the longest word that starts with this ideograph.
    pub(crate) fn longest_from(&self, first: char) -> usize {
        self.longest.get(&first).copied().unwrap_or(0)
    }
}

/// FNV-1a, taken byte by byte while a word is read. The table holds only our own words, so nobody can make it long.
pub(crate) const HASH_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// One step of the hash.
pub(crate) fn hash_step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(HASH_BASIS, |h, &b| hash_step(h, b))
}

fn part_of(hash: u64) -> u32 {
    (hash & 0xFFFF_FFFF) as u32
}

fn slot_of(hash: u64) -> usize {
    usize::try_from(hash >> 40).unwrap_or(0) % SLOTS
}

/// A word as [`crate::tokens`] would spell it.
fn fold_word(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return Cow::Borrowed(word);
    }
    word.chars()
        .filter_map(|c| match fold(c) {
            Folded::Letter(c) | Folded::Styled(c) | Folded::Ideograph(c) => Some(c),
            Folded::Nothing => None,
            Folded::Separator => Some(c),
        })
        .collect()
}

/// Adds a word to the class that `section` is about, if it isn't there yet.
fn put_once(id: WordId, section: u32, put: &mut Vec<u32>, ids: &mut Vec<WordId>) {
    let at = usize::from(id);
    if put.len() <= at {
        put.resize(at + 1, 0);
    }
    if put[at] != section {
        put[at] = section;
        ids.push(id);
    }
}

/// Calls back with each form of `pre{a,b}post`.
fn expand(entry: &str, each: &mut dyn FnMut(&str)) {
    let Some((before, rest)) = entry.split_once('{') else { return each(entry) };
    let Some((choices, after)) = rest.split_once('}') else { return each(entry) };
    let mut form = String::with_capacity(entry.len());
    for choice in choices.split(',') {
        form.clear();
        form.extend([before, choice, after]);
        each(&form);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_forms() {
        let lexicon = Lexicon::new();
        let ignoring = lexicon.id("ignoring").expect("a form of a word in a class");
        assert!(lexicon.class("override").contains(&ignoring));
        assert_eq!(lexicon.id("qqqq"), None);
    }

    #[test]
    fn every_word_is_found_again() {
        let lexicon = Lexicon::new();
        for id in KINDS.len()..lexicon.len() {
            let id = WordId::try_from(id).expect("fits");
            assert_eq!(lexicon.id(lexicon.spelling(id)), Some(id));
        }
    }
}
