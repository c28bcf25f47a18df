//! # `several_signals`
//!
//! ## What it does
//! Flags a passage in which several wordings come together that are too weak alone: talk of characters, of limits that
//! don't hold, of what "your answer" must say, of secrets and addresses. Five different signs within sixty words
//! are needed, or six if they are all of one rule.
//!
//! ## Why
//! A long jailbreak says nothing outright, but it can't avoid the vocabulary.
//!
//! ## Example
//! A paragraph about a fictional machine that always answers, never says it is sorry and knows no morals.
//!
//! ## Innocent example
//! `The moderation page shows offensive messages and lets an admin remove them.`

use super::{Check, Rule, STRONG, WEAK};
use crate::finding::Severity;
use crate::page::{Match, Page, Sink};

pub(crate) const RULE: Rule = Rule {
    id: "several_signals",
    family: "jailbreak",
    summary: "a passage with several weak signs at once",
    source: include_str!("several_signals.rs"),
    phrases: &[],
    check: Check::Words(check),
};

/// Words that a passage may have.
const PASSAGE: usize = 60;
/// Signs that it needs, counted once for each rule and wording.
const ENOUGH: usize = 5;
/// Rules that see one; where it is a single rule, one more sign is needed.
const RULES: usize = 2;

fn check(page: &Page<'_>, _rule: usize, sink: &mut Sink) {
    let mut signs: Vec<&Match> =
        page.matches.iter().filter(|m| (m.group == WEAK || m.group == STRONG) && !m.reported).collect();
    signs.sort_by_key(|m| m.tokens.start);
    let mut first = 0;
    for last in 0..signs.len() {
        while signs[last].tokens.start - signs[first].tokens.start > PASSAGE {
            first += 1;
        }
        // The window holds few signs in honest text, and a bounded number of tokens in any.
        let window = &signs[first.max((last + 1).saturating_sub(4 * ENOUGH))..=last];
        let mut seen: Vec<(usize, usize)> = window.iter().map(|m| (m.rule, m.phrase)).collect();
        seen.sort_unstable();
        seen.dedup();
        let mut rules: Vec<usize> = seen.iter().map(|(rule, _)| *rule).collect();
        rules.dedup();
        let one_rule = rules.len() < RULES;
        if seen.len() >= ENOUGH + usize::from(one_rule) {
            let tokens = window[0].tokens.start..signs[last].tokens.end;
            sink.add(
                RULE.id,
                Severity::Deny,
                &page.origin,
                page.bytes(&tokens),
                "several signs of a hostile text come together",
            );
        }
    }
}
