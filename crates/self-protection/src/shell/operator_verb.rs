//! Commands to the gate itself.

use shell_syntax::Word;

use super::evaluation::{Evaluation, Look};
use crate::{Violation, path_text};

/// What only the operator says to the gate.
pub const OPERATOR_VERBS: [&str; 11] = [
    "release",
    "approve",
    "refuse",
    "reconcile",
    "rebaseline",
    "lift",
    "denial lift",
    "contract issue",
    "policy accept",
    "decisions accept",
    "handoff accept",
];

/// Options that take the next word, and may stand before the verb.
const VALUED: [&str; 4] = ["--state-dir", "--policy", "--run", "--format"];

/// What `words` would say to the gate, if they are a command to it.
pub(super) fn find(words: &[Word], evaluation: &Evaluation) -> Option<Violation> {
    if !words.first().is_some_and(|word| is_gate(word, words, evaluation)) {
        return None;
    }
    let arguments: Vec<Option<String>> = words[1..].iter().map(|word| evaluation.known(word)).collect();
    let said = said(&arguments);
    let verb = |text: &str| OPERATOR_VERBS.into_iter().find(|verb| *verb == text);
    match said.as_slice() {
        // `compact-gate "$@"`: it can't be told.
        [None, ..] => Some(Violation::OperatorVerb { verb: OPERATOR_VERBS[0] }),
        [] if arguments.is_empty() => forged(&arguments, evaluation),
        [] => {
            let asks = arguments
                .iter()
                .flatten()
                .any(|text| matches!(text.as_str(), "--help" | "-h" | "--version" | "-V"));
            if asks { None } else { forged(&arguments, evaluation) }
        }
        [Some("hook"), ..] => {
            let dry = arguments
                .iter()
                .flatten()
                .any(|text| text == "--dry-run" || text == "--help" || text == "-h");
            if dry { None } else { forged(&arguments, evaluation) }
        }
        [Some(first), rest @ ..] => {
            let pair = rest.first().copied().flatten().map(|second| format!("{first} {second}"));
            let found = verb(first).or_else(|| verb(pair.as_deref()?))?;
            let help = arguments.last().is_some_and(|last| matches!(last.as_deref(), Some("--help" | "-h")));
            let only = help && arguments.len() == found.split(' ').count() + 1;
            (!only).then_some(Violation::OperatorVerb { verb: found })
        }
    }
}

/// The first operands: the verb, and what follows it.
fn said(arguments: &[Option<String>]) -> Vec<Option<&str>> {
    let mut said = Vec::new();
    let mut at = 0;
    while let Some(argument) = arguments.get(at) {
        match argument.as_deref() {
            Some(option) if VALUED.contains(&option) => at += 1,
            Some(option) if option.starts_with('-') => {}
            operand => said.push(operand),
        }
        at += 1;
    }
    said
}

/// An event for the gate that guards this session, rather than for one with a state directory of its own.
fn forged(arguments: &[Option<String>], evaluation: &Evaluation) -> Option<Violation> {
    let directory = arguments.iter().enumerate().find_map(|(at, argument)| {
        let text = argument.as_deref()?;
        match text.strip_prefix("--state-dir=") {
            Some(value) => Some(value.to_owned()),
            None if text == "--state-dir" => arguments.get(at + 1).cloned().flatten(),
            None => None,
        }
    });
    let elsewhere = directory.is_some_and(|text| evaluation.text_relation(&text, Look::Target).is_none());
    (!elsewhere).then_some(Violation::ForgedEvent)
}

/// Whether a command word is the gate: by its name, by its path, or as a link to it.
fn is_gate(word: &Word, words: &[Word], evaluation: &Evaluation) -> bool {
    let Some(text) = evaluation.known(word) else { return evaluation.is_gate_pattern(word) };
    if text.rsplit('/').next() == Some("compact-gate") {
        return true;
    }
    let Some(binary) = evaluation.protected.binary.as_deref() else { return false };
    let speaks = || {
        words
            .iter()
            .filter_map(Word::literal)
            .any(|word| OPERATOR_VERBS.iter().any(|verb| verb.split(' ').any(|part| part == word)))
    };
    let links = &evaluation.places.links;
    text.contains('/')
        && speaks()
        && evaluation.directories.iter().any(|directory| {
            let path = path_text::absolute(&text, directory, evaluation.protected.home.as_deref());
            path.is_some_and(|path| path == binary || links.follow(&path) == links.follow(binary))
        })
}

/// An operator verb behind the gate's name, in code or in a text that can't be parsed.
pub(crate) fn in_text(text: &str) -> Option<&'static str> {
    let (_, behind) = text.split_once("compact-gate")?;
    let said: Vec<&str> = behind
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    // The longer ones first: one ends in the name of another.
    let (pairs, single): (Vec<_>, Vec<_>) = OPERATOR_VERBS.into_iter().partition(|verb| verb.contains(' '));
    pairs.into_iter().chain(single).find(|verb| {
        let parts: Vec<&str> = verb.split(' ').collect();
        said.windows(parts.len()).any(|words| words == parts)
    })
}
