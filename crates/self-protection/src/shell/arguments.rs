//! Which protected places the words of a command name.

use shell_syntax::Word;

use super::evaluation::Evaluation;
use super::inside;
use super::pattern;
use super::program::{self, Class};
use crate::What;

/// The first protected place that an argument names.
pub(super) fn named(words: &[Word], class: Class, follow: bool, evaluation: &Evaluation) -> Option<What> {
    let gate = words.first().and_then(Word::program) == Some("compact-gate");
    // What the gate is told about its own places by a verb that isn't the operator's is its own business.
    if gate || class == Class::Wraps {
        return None;
    }
    let git = words.first().and_then(Word::program) == Some("git");
    for (at, word) in words.iter().enumerate().skip(1) {
        if program::is_message(words, at) {
            continue;
        }
        if !is_option(word)
            && let Some(what) = evaluation.relation(word, follow).and_then(inside)
        {
            return Some(what);
        }
        for reading in evaluation.readings(word) {
            let Some(text) = pattern::known(&reading) else { continue };
            let mut hits =
                values(&text, git).into_iter().filter_map(|value| evaluation.text_relation(value, false));
            if let Some(what) = hits.find_map(inside) {
                return Some(what);
            }
        }
    }
    None
}

fn is_option(word: &Word) -> bool {
    word.literal().is_some_and(|text| text.starts_with('-'))
}

/// The paths that can be part of an argument: behind `=`, `@`, `:`, or attached to a short option.
fn values(text: &str, git: bool) -> Vec<&str> {
    let mut found = Vec::new();
    if let Some((_, value)) = text.split_once('=') {
        found.push(value);
    }
    if text.starts_with('-') && !text.starts_with("--") && text.len() > 2 && text.is_char_boundary(2) {
        found.push(&text[2..]);
    }
    if let Some(value) = text.strip_prefix('@') {
        found.push(value);
    }
    if !git && text.contains(':') && text.len() < 4096 {
        found.extend(text.split(':'));
        found.extend(text.starts_with("file:").then_some(text));
    }
    found.retain(|value| value.contains('/') || value.contains('.'));
    found
}
