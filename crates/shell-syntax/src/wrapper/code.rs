//! Shell code that stands in words.

use super::Inner;
use crate::{Part, ScopeKind, Word};

/// `words`, joined by blanks, as shell code.
pub(super) fn joined(words: &[Word], kind: ScopeKind) -> Vec<Inner> {
    if words.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        if !append(&mut text, word) && found.is_empty() {
            found.push(Inner::Unknown);
        }
    }
    found.push(Inner::Code(text, kind));
    found
}

/// The word behind one of `options`, or attached to it, as shell code.
pub(super) fn behind_option(words: &[Word], options: &[&str]) -> Vec<Inner> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate().skip(1) {
        let start = word.text_with_holes();
        if options.contains(&start.as_str()) || is_cluster_ending_in(&start, options) {
            if let Some(code) = words.get(at + 1) {
                found.extend(joined(std::slice::from_ref(code), ScopeKind::ShellCode));
            }
        } else if let Some(code) = options.iter().find_map(|option| {
            let attached = start.strip_prefix(option)?;
            if option.starts_with("--") { attached.strip_prefix('=') } else { Some(attached) }
        }) {
            found.push(Inner::Code(code.replace(crate::HOLE, "${_}"), ScopeKind::ShellCode));
        }
    }
    found
}

/// `-qc` for `-c`.
fn is_cluster_ending_in(text: &str, options: &[&str]) -> bool {
    let letters =
        text.strip_prefix('-').filter(|rest| rest.len() > 1 && rest.bytes().all(|b| b.is_ascii_alphabetic()));
    letters.is_some_and(|rest| {
        options.iter().any(|option| option.strip_prefix('-').is_some_and(|letter| rest.ends_with(letter)))
    })
}

/// Appends the text of `word`, plain parameters as `${name}`, and tells whether all of it is known.
fn append(text: &mut String, word: &Word) -> bool {
    let mut known = true;
    for part in &word.parts {
        match part {
            Part::Literal(literal) | Part::Glob(literal) => text.push_str(literal),
            Part::Tilde(user) => {
                text.push('~');
                text.push_str(user);
            }
            Part::Parameter { name, operator: None, .. } => {
                known = false;
                text.push_str("${");
                text.push_str(name);
                text.push('}');
            }
            _ => {
                known = false;
                text.push_str("${_}");
            }
        }
    }
    known
}
