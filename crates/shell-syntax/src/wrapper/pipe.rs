//! Shells that read their commands from a pipe.

use super::shell::{self, Source};
use crate::build::Build;
use crate::{ScopeId, ScopeKind, SimpleCommand, Word};

/// For each shell in `found` that reads a pipe: its position, and the code if the text holds that.
pub(super) fn fed_shells(found: &[SimpleCommand], build: &Build) -> Vec<(usize, Option<String>)> {
    let mut fed = Vec::new();
    for (position, command) in found.iter().enumerate() {
        let reads = command.program().is_some_and(shell::is_shell)
            && match shell::source(&command.words) {
                Source::Input => {
                    command.redirections.iter().all(|redirection| redirection.fed_text().is_none())
                }
                Source::File(word) => word.literal() == Some("/dev/stdin"),
                Source::Argument(_) => false,
            };
        let Some((pipeline, place)) = member(command.scope, build).filter(|(_, place)| reads && *place > 0)
        else {
            continue;
        };
        let mut texts = Vec::new();
        let mut next = place;
        for feeder in found[..position].iter().rev() {
            let Some((_, place)) = member_of(feeder.scope, pipeline, build).filter(|(_, at)| *at <= next)
            else {
                break;
            };
            next = place;
            texts.extend(spoken(feeder));
        }
        // Whatever stands between may change it, so that the text is a likely part of it, not all.
        fed.push((position, None));
        texts.reverse();
        fed.extend(texts.into_iter().map(|text| (position, Some(text))));
    }
    fed
}

/// The nearest pipeline that a command is a member of: what that stands in, and its place.
fn member(scope: ScopeId, build: &Build) -> Option<(ScopeId, usize)> {
    let mut at = scope;
    loop {
        let scope = build.scopes.get(at)?;
        let parent = scope.parent?;
        if let ScopeKind::Pipeline(place) = scope.kind {
            return Some((parent, place));
        }
        at = parent;
    }
}

fn member_of(scope: ScopeId, pipeline: ScopeId, build: &Build) -> Option<(ScopeId, usize)> {
    let mut found = member(scope, build)?;
    while found.0 != pipeline {
        found = member(found.0, build)?;
    }
    Some(found)
}

/// What a command writes to a pipe, as far as its words tell.
fn spoken(command: &SimpleCommand) -> Vec<String> {
    match command.program() {
        Some("echo" | "printf") => {
            let words = command.words[1..].iter().filter_map(Word::literal);
            let text: Vec<_> =
                words.filter(|word| !matches!(*word, "-e" | "-n" | "-ne" | "-en" | "%s" | "%s\\n")).collect();
            vec![text.join(" ").replace("\\n", "\n")]
        }
        _ => command
            .redirections
            .iter()
            .filter_map(crate::Redirection::fed_text)
            .filter_map(Word::literal)
            .map(str::to_owned)
            .collect(),
    }
}
