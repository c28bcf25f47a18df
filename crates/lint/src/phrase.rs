//! The language that rules describe wordings in, and its matcher.
//!
//! A phrase is a row of steps; each step is one word or a choice of words:
//!
//! | written | means |
//! |---|---|
//! | `tool` | this word |
//! | `@override` | any word of this class of the lexicon |
//! | `#url`, `#email`, `#path`, `#secret`, `#number`, `#money`, `#ident` | a token of this kind |
//! | `ignore\|@forget` | either |
//! | `?please` | may be missing |
//! | `^send` | only where a clause starts, so that it reads as an order |
//! | `..`, `..7` | up to three, up to seven words between |
//! | `!@not` | matches only if no such word stands in the five words before the phrase or inside it |
//! | `{9} a b c` | all of them within nine words, in any order (other languages put them in other orders) |
//!
//! Steps match within one sentence. Every gap is bounded, so matching is linear in the text: each word that a phrase
//! is anchored on is looked at with a bounded neighbourhood.

use crate::lexicon::{HASH_BASIS, Lexicon, WordId, hash_step};
use crate::tokens::{Marks, Token};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// Index of a phrase in a [`Phrases`].
pub(crate) type PhraseId = usize;

#[derive(Debug)]
struct Step {
    atom: u16,
    /// Words that may stand between the step before and this one.
    gap: usize,
    optional: bool,
    clause: bool,
}

#[derive(Debug)]
struct Phrase {
    steps: Vec<Step>,
    anchor: usize,
    vetoes: Vec<u16>,
    /// Window of an unordered phrase.
    window: Option<usize>,
    /// The atoms that any match needs, the anchor's left out.
    needs: Vec<u16>,
}

/// All phrases of all rules, compiled.
pub(crate) struct Phrases {
    all: Vec<Phrase>,
    /// The atoms of each word: `atoms[starts[w]..starts[w + 1]]`.
    starts: Vec<u32>,
    atoms: Vec<u16>,
    /// The phrases anchored on each word, in the same form: `anchored[anchors[w]..anchors[w + 1]]`.
    anchors: Vec<u32>,
    anchored: Vec<PhraseId>,
    /// The number of atoms.
    count: usize,
    /// The first phrase, and the first atom, that only those need who compare with control state.
    stateful: (PhraseId, u16),
}

/// A place where a phrase matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Which phrase.
    pub phrase: PhraseId,
    /// Which tokens it covers.
    pub tokens: Range<usize>,
}

/// Compiles phrases. The words they write out become known to the lexicon.
pub(crate) struct Compiler<'a> {
    lexicon: &'a mut Lexicon,
    phrases: Vec<Phrase>,
    /// The atom of each choice of words, and of each way that a rule writes one.
    atoms: HashMap<Vec<WordId>, u16, Hashing>,
    written: HashMap<&'static str, u16, Hashing>,
    sets: Vec<Vec<WordId>>,
    /// How often a step is likely to match, by atom: the most telling one becomes the anchor.
    weights: Vec<usize>,
    frequent: Vec<bool>,
    stateful: Option<(PhraseId, u16)>,
}

/// All keys are our own, so nobody can make them collide.
type Hashing = BuildHasherDefault<Fnv>;

impl<'a> Compiler<'a> {
    pub(crate) fn new(lexicon: &'a mut Lexicon) -> Self {
        let mut frequent = vec![false; lexicon.len()];
        for &word in lexicon.class("frequent") {
            frequent[usize::from(word)] = true;
        }
        Compiler {
            lexicon,
            phrases: Vec::new(),
            atoms: HashMap::default(),
            written: HashMap::default(),
            sets: Vec::new(),
            weights: Vec::new(),
            frequent,
            stateful: None,
        }
    }

    /// Phrases that are added from here on are looked for only where there is control state.
    pub(crate) fn begin_stateful(&mut self) {
        self.stateful = Some((self.phrases.len(), u16::try_from(self.sets.len()).unwrap_or(u16::MAX)));
    }

    /// Adds a phrase. A phrase that names an unknown class or has no step that must match is refused.
    pub(crate) fn add(&mut self, source: &'static str) -> Result<PhraseId, String> {
        let mut phrase =
            Phrase { steps: Vec::new(), anchor: 0, vetoes: Vec::new(), window: None, needs: Vec::new() };
        let mut gap = 0;
        for part in source.split_whitespace() {
            if let Some(n) = part.strip_prefix('{').and_then(|p| p.strip_suffix('}')) {
                phrase.window = Some(n.parse().map_err(|_| format!("{source}: {part} is no window"))?);
            } else if let Some(n) = part.strip_prefix("..") {
                gap = if n.is_empty() {
                    3
                } else {
                    n.parse().map_err(|_| format!("{source}: {part} is no gap"))?
                };
            } else if let Some(veto) = part.strip_prefix('!') {
                let atom = self.atom(veto, source)?;
                phrase.vetoes.push(atom);
            } else {
                let (part, optional) = part.strip_prefix('?').map_or((part, false), |p| (p, true));
                let (part, clause) = part.strip_prefix('^').map_or((part, false), |p| (p, true));
                let atom = self.atom(part, source)?;
                phrase.steps.push(Step { atom, gap: std::mem::take(&mut gap), optional, clause });
            }
        }
        let anchor = (0..phrase.steps.len())
            .filter(|&i| !phrase.steps[i].optional)
            .min_by_key(|&i| self.weights[usize::from(phrase.steps[i].atom)]);
        phrase.anchor = anchor.ok_or_else(|| format!("{source}: no step that must match"))?;
        phrase.needs = (0..phrase.steps.len())
            .filter(|&i| i != phrase.anchor && !phrase.steps[i].optional)
            .map(|i| phrase.steps[i].atom)
            .collect();
        self.phrases.push(phrase);
        Ok(self.phrases.len() - 1)
    }

    fn atom(&mut self, part: &'static str, source: &str) -> Result<u16, String> {
        if let Some(&atom) = self.written.get(part) {
            return Ok(atom);
        }
        let mut set = Vec::new();
        for word in part.split('|') {
            if word.starts_with('#') || word.starts_with('@') {
                let name = word.strip_prefix('@').unwrap_or(word);
                if !self.lexicon.has_class(name) {
                    return Err(format!("{source}: there is no class {word}"));
                }
                set.extend_from_slice(self.lexicon.class(name));
            } else {
                set.push(self.lexicon.intern(word));
            }
        }
        set.sort_unstable();
        set.dedup();
        let atom = if let Some(&atom) = self.atoms.get(&set) {
            atom
        } else {
            let atom = u16::try_from(self.sets.len()).map_err(|_| format!("{source}: too many steps"))?;
            self.weights.push(set.iter().map(|&word| self.weight(word)).sum());
            self.sets.push(set.clone());
            self.atoms.insert(set, atom);
            atom
        };
        self.written.insert(part, atom);
        Ok(atom)
    }

    fn weight(&self, word: WordId) -> usize {
        if self.frequent.get(usize::from(word)).is_some_and(|&frequent| frequent) { 1000 } else { 1 }
    }

    pub(crate) fn finish(self) -> Phrases {
        let words = self.lexicon.len();
        let (starts, atoms) = by_word(words, || (0u16..).zip(&self.sets));
        let anchors_of = |phrase: &Phrase| &self.sets[usize::from(phrase.steps[phrase.anchor].atom)];
        let (anchors, anchored) =
            by_word(words, || self.phrases.iter().enumerate().map(|(id, phrase)| (id, anchors_of(phrase))));
        let count = self.sets.len();
        let stateful = self.stateful.unwrap_or((PhraseId::MAX, u16::MAX));
        Phrases { all: self.phrases, starts, atoms, anchors, anchored, count, stateful }
    }
}

/// What belongs to each word, one word's behind the other's, and where each word's begins. Counted first and filled then,
/// so that no word needs a list of its own.
fn by_word<'s, T: Copy + Default, I: Iterator<Item = (T, &'s Vec<WordId>)>>(
    words: usize,
    sets: impl Fn() -> I,
) -> (Vec<u32>, Vec<T>) {
    let mut starts = vec![0u32; words + 1];
    for &word in sets().flat_map(|(_, set)| set) {
        starts[usize::from(word) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut belongings = vec![T::default(); starts.last().map_or(0, |&last| last as usize)];
    let mut next = starts.clone();
    for (belonging, set) in sets() {
        for &word in set {
            let at = &mut next[usize::from(word)];
            belongings[*at as usize] = belonging;
            *at += 1;
        }
    }
    (starts, belongings)
}

/// What belongs to one word. Nothing belongs to the words that no rule knows.
fn of_word<'a, T>(starts: &[u32], belongings: &'a [T], word: WordId) -> &'a [T] {
    let i = usize::from(word);
    match (starts.get(i), starts.get(i + 1)) {
        (Some(&a), Some(&b)) if i != 0 => &belongings[a as usize..b as usize],
        _ => &[],
    }
}

impl Phrases {
    fn atoms_of(&self, word: WordId) -> &[u16] {
        of_word(&self.starts, &self.atoms, word)
    }

    fn is(&self, token: &Token, atom: u16) -> bool {
        self.atoms_of(token.word).contains(&atom)
    }

    fn fits(&self, token: &Token, step: &Step) -> bool {
        self.is(token, step.atom) && (!step.clause || token.marks.has(Marks::CLAUSE))
    }

    /// Every phrase that matches in a text, in the order of the anchors; those about control state only on request, since
    /// their words are frequent ones.
    pub(crate) fn find(&self, tokens: &[Token], stateful: bool) -> Vec<Hit> {
        let (last_phrase, last_atom) = if stateful { (PhraseId::MAX, u16::MAX) } else { self.stateful };
        let mut hits = Vec::new();
        // The last sentence in which each atom was seen: most phrases fail because a word isn't there at all.
        let mut seen = vec![0u32; self.count];
        let mut start = 0;
        let mut number = 0;
        while start < tokens.len() {
            let end = tokens[start..]
                .iter()
                .position(|t| t.marks.has(Marks::LAST))
                .map_or(tokens.len(), |i| start + i + 1);
            let sentence = &tokens[start..end];
            number += 1;
            for token in sentence {
                // A word's atoms and phrases stand in the order in which they were added.
                for &atom in self.atoms_of(token.word).iter().take_while(|atom| **atom < last_atom) {
                    seen[usize::from(atom)] = number;
                }
            }
            for (at, token) in sentence.iter().enumerate() {
                let anchored = of_word(&self.anchors, &self.anchored, token.word);
                for &id in anchored.iter().take_while(|id| **id < last_phrase) {
                    let phrase = &self.all[id];
                    if phrase.needs.iter().all(|&need| seen[usize::from(need)] == number)
                        && let Some(range) = phrase.matches(self, sentence, at)
                    {
                        hits.push(Hit { phrase: id, tokens: start + range.start..start + range.end });
                    }
                }
            }
            start = end;
        }
        hits
    }
}

/// FNV-1a.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(HASH_BASIS)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash_step(hash, byte));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Words on either side of the anchor that a match can reach.
const REACH: usize = 63;

impl Phrase {
    fn matches(&self, phrases: &Phrases, sentence: &[Token], at: usize) -> Option<Range<usize>> {
        let anchor = &self.steps[self.anchor];
        if anchor.clause && !sentence[at].marks.has(Marks::CLAUSE) {
            return None;
        }
        let range = if let Some(window) = self.window {
            self.unordered(phrases, sentence, at, window)?
        } else {
            let last = self.walk(phrases, sentence, at, self.anchor + 1..self.steps.len(), true)?;
            let first = self.walk(phrases, sentence, at, 0..self.anchor, false)?;
            first..last + 1
        };
        let around = range.start.saturating_sub(5)..range.end;
        let vetoed = self.vetoes.iter().any(|&v| sentence[around.clone()].iter().any(|t| phrases.is(t, v)));
        (!vetoed).then_some(range)
    }

    /// Places the steps of `range` to the right (or left) of `at`; gives the outermost place that was needed. Bit `i`
    /// of a set stands for the token `i` away from the anchor.
    fn walk(
        &self,
        phrases: &Phrases,
        sentence: &[Token],
        at: usize,
        range: Range<usize>,
        right: bool,
    ) -> Option<usize> {
        let limit = if right { sentence.len() - 1 - at } else { at }.min(REACH);
        let place = |i: usize| if right { at + i } else { at - i };
        let mut reached: u64 = 1;
        let mut carried = 0;
        let indices: Vec<usize> = if right { range.collect() } else { range.rev().collect() };
        for i in indices {
            let step = &self.steps[i];
            // A gap is written before its step; walking left, it belongs to the step on the other side.
            let gap = carried + if right { step.gap } else { self.steps[i + 1].gap };
            let mut next: u64 = 0;
            for to in 1..=limit {
                let near = reached >> to.saturating_sub(gap + 1);
                let width = to.min(gap + 1);
                let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
                if near & mask != 0 && phrases.fits(&sentence[place(to)], step) {
                    next |= 1 << to;
                }
            }
            if step.optional {
                reached |= next;
                carried = gap;
            } else {
                reached = next;
                carried = 0;
            }
            if reached == 0 {
                return None;
            }
        }
        Some(place(reached.trailing_zeros() as usize))
    }

    fn unordered(
        &self,
        phrases: &Phrases,
        sentence: &[Token],
        at: usize,
        window: usize,
    ) -> Option<Range<usize>> {
        let low = at.saturating_sub(window);
        let high = (at + window + 1).min(sentence.len());
        let (mut first, mut last) = (at, at);
        for (i, step) in self.steps.iter().enumerate() {
            if i == self.anchor {
                continue;
            }
            // The nearest one, so that the match is the tightest that this anchor gives.
            let nearest = (low..high)
                .filter(|&j| j != at && phrases.fits(&sentence[j], step))
                .min_by_key(|j| j.abs_diff(at));
            match nearest {
                Some(j) => {
                    first = first.min(j);
                    last = last.max(j);
                }
                None if step.optional => {}
                None => return None,
            }
        }
        (last - first <= window).then_some(first..last + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokenize;

    fn found(phrase: &'static str, text: &str) -> bool {
        let mut lexicon = Lexicon::new();
        let mut compiler = Compiler::new(&mut lexicon);
        compiler.add(phrase).expect("a good phrase");
        let phrases = compiler.finish();
        !phrases.find(&tokenize(text, &lexicon), true).is_empty()
    }

    #[test]
    fn rows_gaps_and_options() {
        assert!(found("red fish", "A red fish."));
        assert!(!found("red fish", "red and fish"));
        assert!(found("red .. fish", "red and a fish"));
        assert!(!found("red ..1 fish", "red and a fish"));
        assert!(found("red ?big fish", "red big fish"));
        assert!(found("red ?big fish", "red fish"));
        assert!(found("red|blue fish", "the blue fish"));
        assert!(!found("red .. fish", "It is red. The fish"));
        assert!(found("one ..1 fish .. two ..2 eels", "one big fish and then two long eels"));
    }

    #[test]
    fn clauses_vetoes_and_windows() {
        assert!(found("^open gate", "Please open gate"));
        assert!(!found("^open gate", "they open gate"));
        assert!(!found("open gate !never", "never open gate"));
        assert!(found("{5} gate open wide", "wide the gate is open"));
        assert!(!found("{3} gate open wide", "wide is the big gate of the town open"));
        assert!(found("mail #email", "mail bob@host.example now"));
    }

    #[test]
    fn bad_phrases_are_refused() {
        let mut lexicon = Lexicon::new();
        let mut compiler = Compiler::new(&mut lexicon);
        assert!(compiler.add("@nosuchclass x").is_err());
        assert!(compiler.add("?maybe").is_err());
    }
}
