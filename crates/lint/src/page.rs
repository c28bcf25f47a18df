//! One text as the rules see it: words, and the places where a declared wording matches.

use crate::finding::{Finding, Severity};
use crate::tokens::{Marks, Token};
use std::ops::Range;

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Stands in the original from this byte on.
    Plain(usize),
    /// Was made readable by us; every finding in it points at its carrier in the original.
    Carried {
        /// The carrier's bytes in the original.
        range: Range<usize>,
        /// How it was hidden, in words that follow "in".
        how: &'static str,
    },
}

/// A wording that some rule declared, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Match {
    /// Index of the rule in the registry.
    pub rule: usize,
    /// Index of the group in the rule's `phrases`.
    pub group: usize,
    /// Which wording of all.
    pub phrase: usize,
    /// The tokens it covers.
    pub tokens: Range<usize>,
    /// Stands in a sentence that speaks about such wordings rather than using them.
    pub reported: bool,
}

/// A text, its words and its matches.
pub(crate) struct Page<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    /// By the first word they cover.
    pub matches: Vec<Match>,
    pub origin: Origin,
}

/// So many words before and behind a word can belong to its sentence. Real sentences, lists without full stops included,
/// have fewer.
const NEAR: usize = 256;

impl Page<'_> {
    /// Bytes of this page's text covered by some tokens.
    pub(crate) fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        match (self.tokens.get(tokens.start), self.tokens.get(tokens.end.saturating_sub(1))) {
            (Some(a), Some(b)) => a.start as usize..(b.end as usize).max(a.start as usize),
            _ => 0..0,
        }
    }

    /// The tokens of the sentence in which a token stands, as far as they are near it: a text without any sentences
    /// must not be read from end to end for each of its words.
    pub(crate) fn sentence(&self, token: usize) -> Range<usize> {
        let ends = |t: &Token| t.marks.has(Marks::LAST);
        let low = token.saturating_sub(NEAR);
        let high = self.tokens.len().min(token + NEAR);
        let start = self.tokens[low..token].iter().rposition(ends).map_or(low, |i| low + i + 1);
        let end = self.tokens[token..high].iter().position(ends).map_or(high, |i| token + i + 1);
        start..end
    }

    /// The matches of one group of a rule, those in reporting sentences left out.
    pub(crate) fn of(&self, rule: usize, group: usize) -> impl Iterator<Item = &Match> {
        self.matches.iter().filter(move |m| m.rule == rule && m.group == group && !m.reported)
    }
}

/// Findings a rule may make in one text before it falls silent: more of the same tells nobody anything.
const ENOUGH: usize = 8;

/// Collects findings.
#[derive(Default)]
pub(crate) struct Sink {
    pub findings: Vec<Finding>,
    /// Something is said of git's changes or upstream, and they aren't known.
    pub asks_for_git_changes: bool,
}

impl Sink {
    /// Adds a finding about bytes of a page.
    pub(crate) fn add(
        &mut self,
        rule: &'static str,
        severity: Severity,
        origin: &Origin,
        bytes: Range<usize>,
        message: &str,
    ) {
        let (range, message) = match origin {
            Origin::Plain(offset) => (offset + bytes.start..offset + bytes.end, message.to_owned()),
            Origin::Carried { range, how } => (range.clone(), format!("{message}, in {how}")),
        };
        let mut same = 0;
        for f in &mut self.findings {
            if f.rule != rule {
                continue;
            }
            same += 1;
            if f.range.start <= range.end && range.start <= f.range.end && f.severity >= severity {
                return;
            }
        }
        if same < ENOUGH {
            self.findings.push(Finding { rule, severity, range, message });
        }
    }
}
