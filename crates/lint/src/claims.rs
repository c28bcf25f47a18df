//! What a summary says about one record of control state.
//!
//! A record is recognised by its id, by its target, or by enough of the words of its target. What is said about it is
//! what stands in the sentence that names it and in those behind it on the same line, up to the next record.

use crate::page::Page;
use crate::rule::CLAIM;
use crate::tokens::Marks;
use std::ops::Range;

/// A page cut into sentences, for looking up what is said about records.
pub(crate) struct Claims<'p> {
    page: &'p Page<'p>,
    lower: String,
    sentences: Vec<Range<usize>>,
}

/// What names a record.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Each of these is enough.
    whole: Vec<String>,
    /// Two of these are enough, or one that has a digit or a sign in it.
    parts: Vec<String>,
    /// Half of these are enough, as starts of words.
    stems: Vec<String>,
    /// One of two stems is enough.
    loose: bool,
    /// Head and number of an id that may stand in a range.
    numbered: Option<(String, u32)>,
}

/// Words that many targets have.
const PLAIN: &[&str] = &[
    "bash", "list", "make", "apply", "head", "order", "create", "upgrade", "system", "main", "push", "http",
    "https", "with", "from", "into", "data", "mcp", "read", "edit", "write", "delete", "update", "under",
    "test", "tests", "file", "files", "must", "stay", "never", "before", "without", "user",
];

impl Names {
    /// Names by an id and by what the record is aimed at.
    pub(crate) fn new(id: &str, target: &str) -> Self {
        let mut names = Names::default();
        let target = target.to_lowercase();
        for whole in [id.to_lowercase(), target.clone()] {
            if whole.chars().count() >= 2 {
                names.whole.push(whole);
            }
        }
        names.parts = words(&target);
        // A path or an address within a command names it as well as the whole command does.
        let paths = target.split_whitespace().map(|word| word.trim_matches(['"', '\'', '`']));
        names.whole.extend(paths.filter(|word| word.len() >= 6 && word.contains('/')).map(str::to_owned));
        names
    }

    /// Names by what a sentence says: half of its words, whatever their endings.
    pub(crate) fn by_words(sentence: &str) -> Self {
        const IDLE: &[&str] = &[
            "never", "not", "must", "always", "only", "before", "without", "under", "below", "above", "fall",
            "stay", "keep", "don't", "with", "from", "into", "nunca", "previa", "siempre", "immer", "que",
            "new", "ask", "user", "file", "files", "com", "del", "des", "les", "los", "las", "por", "una",
            "para", "der", "die", "das", "the", "and", "any", "all", "are", "for", "use", "make",
        ];
        let lower = sentence.to_lowercase();
        let mut stems = Vec::new();
        for word in lower.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !IDLE.contains(w)) {
            let letters: Vec<char> = word.chars().collect();
            if letters.first().is_some_and(|c| (*c as u32) > 0x3000) {
                stems.extend(letters.chunks_exact(2).map(|pair| pair.iter().collect::<String>()));
            } else if letters.len() >= 3 && letters[0].is_alphabetic() {
                // Endings are lost: "dependency" and "dependencies", "push" and "pushed".
                stems.push(letters[..letters.len().min(5)].iter().collect());
            }
        }
        Names { stems, ..Names::default() }
    }

    /// Names by the id, and by what a sentence says if that has more than one word to be known by.
    pub(crate) fn by_id_or_words(id: &str, sentence: &str) -> Self {
        let mut names = Names::by_words(sentence);
        if names.stems.len() < 2 {
            names.stems.clear();
        }
        names.with_id(id)
    }

    /// Names by nothing but the whole name.
    pub(crate) fn of_name(name: &str) -> Self {
        Names { whole: vec![name.to_lowercase()], ..Names::default() }
    }

    /// The same, where something else must be said of the record to be taken for it, such as a number with its unit.
    pub(crate) fn loosely(mut self) -> Self {
        self.loose = true;
        self
    }

    /// Also names by an id.
    pub(crate) fn with_id(mut self, id: &str) -> Self {
        self.whole.push(id.to_lowercase());
        self
    }

    /// Also names an id that is not written out, because it stands in a range: "op-3 to op-6" names `op-5`.
    pub(crate) fn or_in_range(mut self, id: &str) -> Self {
        self.numbered = id
            .to_lowercase()
            .rsplit_once('-')
            .and_then(|(head, n)| Some((format!("{head}-"), n.parse().ok()?)));
        self
    }

    fn in_range(&self, lower: &str) -> bool {
        let Some((head, number)) = &self.numbered else { return false };
        let numbers: Vec<(usize, u32)> = lower
            .match_indices(head.as_str())
            .filter_map(|(at, _)| {
                let digits = lower[at + head.len()..].split(|c: char| !c.is_ascii_digit()).next()?;
                Some((at, digits.parse().ok()?))
            })
            .collect();
        numbers.windows(2).any(|pair| {
            let between = &lower[pair[0].0..pair[1].0];
            let range =
                [" to ", " through ", " bis ", "..", "–", "至", "から"].iter().any(|w| between.contains(w));
            range && pair[1].0 - pair[0].0 < 24 && (pair[0].1..=pair[1].1).contains(number)
        })
    }

    /// Whether a text names the record.
    pub(crate) fn named_in(&self, lower: &str) -> bool {
        if self.whole.iter().any(|w| contains_word(lower, w)) || self.in_range(lower) {
            return true;
        }
        if !self.stems.is_empty() {
            let found = self.stems.iter().filter(|s| meant_in(lower, s)).count();
            let enough = if self.loose { 1 } else { 2.min(self.stems.len()) };
            return found * 2 >= self.stems.len() && found >= enough;
        }
        let found = self.parts.iter().filter(|p| contains_word(lower, p)).count();
        let telling = |p: &&String| {
            p.chars().any(|c| c.is_ascii_digit() || matches!(c, '-' | '_' | '.')) && p.len() >= 5
        };
        found >= 2
            || found == 1
                && (self.parts.len() == 1
                    || self.parts.iter().filter(telling).any(|p| contains_word(lower, p)))
    }
}

/// The words of a text that could name something, lower case.
pub(crate) fn words(lower: &str) -> Vec<String> {
    lower
        .split(|c: char| {
            c.is_whitespace()
                || matches!(c, '/' | ':' | '@' | '(' | ')' | '=' | ',' | '"' | '`' | '\'' | ';' | '#')
        })
        .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|w| (w.len() >= 4 || w.len() >= 3 && !w.is_ascii()) && !PLAIN.contains(w))
        .map(str::to_owned)
        .collect()
}

/// Starts of words that say the same of a rule: who may not "edit" a file may not "patch" it either.
const ALIKE: &[&[&str]] = &[
    &["edit", "modif", "chang", "touch", "patch", "rewri", "alter", "adjus", "amend", "clean"],
    &["push", "commi", "merge"],
    &["insta", "add", "addin", "added", "intro", "bring"],
    &["depen", "packa", "libra", "crate"],
    &["log", "logge", "loggi", "print", "recor"],
    &["delet", "remov", "drop", "wipe", "purge", "erase"],
    &["deplo", "relea", "ship", "rollo", "publi"],
    &["secre", "crede", "passw", "token"],
    &["backu", "snaps", "dump"],
    &["reque", "call", "calls"],
];

/// Whether a text has a word that starts so, or one that says the same.
fn meant_in(lower: &str, stem: &str) -> bool {
    let alike = ALIKE.iter().find(|family| family.contains(&stem));
    starts_a_word(lower, stem) || alike.is_some_and(|family| family.iter().any(|s| starts_a_word(lower, s)))
}

fn starts_a_word(lower: &str, stem: &str) -> bool {
    let dense = stem.chars().next().is_some_and(|c| (c as u32) > 0x3000);
    lower.match_indices(stem).any(|(at, _)| {
        let inside = lower[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        // A short word is no start of a longer one, but for its own endings.
        let whole = stem.chars().count() > 4 || is_ending(&lower[at + stem.len()..], stem);
        dense || !inside && whole
    })
}

/// Whether what follows a word is the word's end, or an ending of it: "drops", "dropped", "dropping".
fn is_ending(rest: &str, stem: &str) -> bool {
    let doubled = stem.chars().next_back().and_then(|last| rest.strip_prefix(last));
    let ended = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let endings = ["s", "ed", "ing", "d"];
    ended(rest)
        || endings.iter().any(|ending| rest.strip_prefix(ending).is_some_and(ended))
        || doubled.is_some_and(|rest| endings[1..3].iter().any(|e| rest.strip_prefix(*e).is_some_and(ended)))
}

/// Whether a word stands in a text, not as part of a longer one. Scripts without spaces have no longer ones.
pub(crate) fn contains_word(lower: &str, word: &str) -> bool {
    let inside = |c: Option<char>| {
        c.is_some_and(|c| c.is_ascii_alphanumeric() || c.is_alphabetic() && (c as u32) < 0x600)
    };
    lower.match_indices(word).any(|(at, _)| {
        let before = lower[..at].chars().next_back();
        let after = lower[at + word.len()..].chars().next();
        let opens = word.chars().next().is_some_and(char::is_alphanumeric);
        let closes = word.chars().next_back().is_some_and(char::is_alphanumeric);
        !(opens && inside(before) || closes && inside(after))
    })
}

impl<'p> Claims<'p> {
    pub(crate) fn new(page: &'p Page<'p>) -> Self {
        let mut sentences = Vec::new();
        let mut start = 0;
        for (i, token) in page.tokens.iter().enumerate() {
            if token.marks.has(Marks::LAST) {
                sentences.push(start..i + 1);
                start = i + 1;
            }
        }
        Claims { page, lower: page.text.to_ascii_lowercase(), sentences }
    }

    /// The sentences, as ranges of tokens.
    pub(crate) fn sentences(&self) -> &[Range<usize>] {
        &self.sentences
    }

    /// The text of some tokens, up to the next token, in lower case as far as it is ASCII.
    pub(crate) fn text(&self, tokens: &Range<usize>) -> &str {
        let start = self.page.tokens.get(tokens.start).map_or(0, |t| t.start as usize);
        let end = self.page.tokens.get(tokens.end).map_or(self.lower.len(), |t| t.start as usize);
        self.lower.get(start..end.max(start)).unwrap_or("")
    }

    /// A sentence with the one behind it, if that stands on the same line.
    pub(crate) fn with_next(&self, sentence: &Range<usize>) -> Range<usize> {
        let fresh = |token: usize| self.page.tokens.get(token).is_none_or(|t| t.marks.has(Marks::LINE));
        if fresh(sentence.end) {
            sentence.clone()
        } else {
            sentence.start..self.page.sentence(sentence.end).end
        }
    }

    /// A sentence with the one before it, if it stands on the same line.
    pub(crate) fn with_previous(&self, sentence: &Range<usize>) -> Range<usize> {
        let fresh = self.page.tokens[sentence.start].marks.has(Marks::LINE) || sentence.start == 0;
        if fresh { sentence.clone() } else { self.page.sentence(sentence.start - 1).start..sentence.end }
    }

    /// Every stretch that speaks about a record: from a sentence that names it, on the same line, to one that names
    /// something else.
    pub(crate) fn about(&self, names: &Names, others: &[Names]) -> Vec<Range<usize>> {
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for (i, sentence) in self.sentences.iter().enumerate() {
            if stretches.last().is_some_and(|s| s.end > sentence.start)
                || !names.named_in(self.text(sentence))
            {
                continue;
            }
            let mut end = sentence.end;
            for next in self.sentences[i + 1..].iter().take(3) {
                let fresh_line = self.page.tokens[next.start].marks.has(Marks::LINE);
                if fresh_line || others.iter().any(|o| o.named_in(self.text(next))) {
                    break;
                }
                end = next.end;
            }
            stretches.push(sentence.start..end);
        }
        stretches
    }

    /// The first match of a rule's group in a stretch, what is quoted left out.
    pub(crate) fn says(&self, rule: usize, group: usize, stretch: &Range<usize>) -> Option<Range<usize>> {
        self.all(rule, group, stretch).next()
    }

    /// The first match of `claim` that no match of `answer` takes back: what a stretch says last is what it says.
    pub(crate) fn unanswered(
        &self,
        rule: usize,
        claim: usize,
        answer: usize,
        stretch: &Range<usize>,
    ) -> Option<Range<usize>> {
        let answers: Vec<Range<usize>> = self.all(rule, answer, stretch).collect();
        let takes_back = |a: &Range<usize>, claim: &Range<usize>| a.end >= claim.end || a.start > claim.start;
        self.all(rule, claim, stretch).find(|claim| !answers.iter().any(|a| takes_back(a, claim)))
    }

    /// Whether a match begins within quotation marks.
    pub(crate) fn quoted(&self, tokens: &Range<usize>) -> bool {
        self.page.tokens[tokens.start].marks.has(Marks::QUOTED)
    }

    /// All of them.
    pub(crate) fn all(
        &self,
        rule: usize,
        group: usize,
        stretch: &Range<usize>,
    ) -> impl Iterator<Item = Range<usize>> {
        let stretch = stretch.clone();
        let matches = &self.page.matches;
        let first = matches.partition_point(|m| m.tokens.start < stretch.start);
        let behind = matches.partition_point(|m| m.tokens.start < stretch.end);
        // A claim that stands in talk about texts is none; a true report may stand anywhere.
        matches[first..behind.max(first)]
            .iter()
            .filter(move |m| m.rule == rule && m.group == group && !(m.reported && group == CLAIM))
            .filter(move |m| m.tokens.end <= stretch.end)
            .filter(move |m| group != CLAIM || !self.quoted(&m.tokens))
            .map(|m| m.tokens.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_named_by_id_target_or_enough_words() {
        let names = Names::new("deny-56", "npm publish @orrin/toolkit");
        assert!(names.named_in("deny-56 still blocks us"));
        assert!(!names.named_in("deny-560 still blocks us"));
        assert!(names.named_in("the publish of the toolkit"));
        assert!(!names.named_in("publish the notes"));
    }
}
