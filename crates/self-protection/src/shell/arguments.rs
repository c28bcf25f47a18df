//! Which protected places the words of a command name.

use shell_syntax::Word;

use super::evaluation::{Evaluation, Look};
use super::inside;
use super::pattern;
use super::program::{self, Class};
use crate::What;

/// The first protected place that an argument names.
pub(super) fn named(words: &[Word], class: Class, look: Look, evaluation: &Evaluation) -> Option<What> {
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
        if let Some(text) = word.literal() {
            let found = text_names(text, look, git, evaluation);
            if found.is_some() {
                return found;
            }
            continue;
        }
        for reading in evaluation.readings(word) {
            let found = match pattern::known(&reading) {
                Some(text) => text_names(&text, look, git, evaluation),
                None => evaluation.reading_relation(&reading, look).and_then(inside),
            };
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn text_names(text: &str, look: Look, git: bool, evaluation: &Evaluation) -> Option<What> {
    // An option is no path, though its value may be.
    let whole =
        if text.starts_with('-') { None } else { evaluation.text_relation(text, look).and_then(inside) };
    let within = |value: &str| evaluation.text_relation(value, look).and_then(inside);
    whole.or_else(|| values(text, git).into_iter().find_map(within))
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
