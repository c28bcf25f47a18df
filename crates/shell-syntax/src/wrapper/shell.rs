//! Shells: `sh -c`, and those that read their commands from a here-document.

use super::{Inner, code, options};
use crate::{ScopeKind, SimpleCommand, Word};

pub(super) fn is_shell(program: &str) -> bool {
    matches!(program, "sh" | "bash" | "dash" | "zsh" | "ksh" | "mksh" | "ash" | "rbash" | "fish" | "yash")
}

/// Where a shell takes its commands from.
pub(super) enum Source<'c> {
    Argument(&'c Word),
    File(&'c Word),
    Input,
}

pub(super) fn source(words: &[Word]) -> Source<'_> {
    const VALUED: [&str; 6] = ["-o", "-O", "--rcfile", "--init-file", "--init-command", "-C"];
    let mut at = 1;
    let mut argument = false;
    let mut input = false;
    while let Some(word) = words.get(at) {
        let Some(text) = word.literal() else { break };
        if text == "--" || text == "-" {
            at += 1;
            break;
        }
        if !text.starts_with(['-', '+']) {
            break;
        }
        if !text.starts_with("--") {
            argument |= text.starts_with('-') && text.contains('c');
            input |= text.starts_with('-') && text.contains('s');
        }
        argument |= text == "--command";
        at += if options::takes_next(&text.replacen('+', "-", 1), &VALUED) { 2 } else { 1 };
    }
    match words.get(at) {
        Some(word) if argument => Source::Argument(word),
        Some(word) if !input => Source::File(word),
        _ => Source::Input,
    }
}

pub(super) fn inner(command: &SimpleCommand) -> Vec<Inner> {
    match source(&command.words) {
        Source::Argument(word) => code::joined(std::slice::from_ref(word), ScopeKind::ShellCode),
        Source::File(word) if word.literal().is_none() => vec![Inner::Unknown],
        Source::File(word) if word.literal() != Some("/dev/stdin") => Vec::new(),
        Source::File(_) | Source::Input => command
            .redirections
            .iter()
            .filter_map(crate::Redirection::fed_text)
            .flat_map(|text| code::joined(std::slice::from_ref(text), ScopeKind::ShellCode))
            .collect(),
    }
}
