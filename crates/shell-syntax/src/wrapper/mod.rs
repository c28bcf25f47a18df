//! Commands that run commands.

mod code;
mod options;
mod pipe;
mod prefix;
mod shell;

use crate::build::Build;
use crate::parser::{MAX_DEPTH, Parsed};
use crate::{Assignment, Connector, ScopeKind, SimpleCommand, Unparsable, Word};

/// What a command runs.
pub(crate) enum Inner {
    /// Another command, and what `env` and `sudo` set for it.
    Command(Vec<Assignment>, Vec<Word>),
    /// Shell code, read by a new shell or by this one.
    Code(String, ScopeKind),
    /// Code that the text doesn't hold.
    Unknown,
}

/// Appends `found` to `out`, each command followed by what it runs.
pub(crate) fn unfold(
    found: Vec<SimpleCommand>,
    build: &mut Build,
    out: &mut Vec<SimpleCommand>,
    caller: Option<usize>,
    depth: usize,
) -> Parsed<()> {
    if depth > MAX_DEPTH {
        return Err(Unparsable::TooDeep);
    }
    let fed = pipe::fed_shells(&found, build);
    for (position, mut command) in found.into_iter().enumerate() {
        let mut inner = inner(&command);
        inner.extend(fed.iter().filter(|(shell, _)| *shell == position).map(|(_, code)| match code {
            Some(text) => Inner::Code(text.clone(), ScopeKind::ShellCode),
            None => Inner::Unknown,
        }));
        command.caller = caller;
        let index = out.len();
        let scope = command.scope;
        out.push(command);
        for inner in inner {
            match inner {
                Inner::Unknown => out[index].opaque = true,
                Inner::Command(assignments, words) => {
                    build.spend(words.len() + 1)?;
                    let nested = SimpleCommand {
                        assignments,
                        words,
                        redirections: Vec::new(),
                        scope: build.scope(ScopeKind::Wrapped, scope),
                        connector: Connector::Sequence,
                        caller: None,
                        opaque: false,
                    };
                    unfold(vec![nested], build, out, Some(index), depth + 1)?;
                }
                Inner::Code(text, kind) => {
                    let scope = build.scope(kind, scope);
                    let nested = build.nested(&text, scope, depth + 1)?;
                    unfold(nested, build, out, Some(index), depth + 1)?;
                }
            }
        }
    }
    Ok(())
}

fn inner(command: &SimpleCommand) -> Vec<Inner> {
    let Some(program) = command.program() else { return Vec::new() };
    let words = command.words.as_slice();
    if shell::is_shell(program) {
        return shell::inner(command);
    }
    match program {
        "eval" => code::joined(&words[1..], ScopeKind::Eval),
        "trap" => words
            .get(1)
            .map_or_else(Vec::new, |word| code::joined(std::slice::from_ref(word), ScopeKind::Eval)),
        "source" | "." => {
            let known = words.get(1).is_none_or(|word| word.literal().is_some());
            if known { Vec::new() } else { vec![Inner::Unknown] }
        }
        "find" | "fd" | "fdfind" => prefix::executed_by_find(words),
        "watch" => {
            code::joined(&words[options::end(words, &["-n", "--interval", "-q"])..], ScopeKind::ShellCode)
        }
        "parallel" => prefix::parallel(words),
        "script" | "su" | "runuser" => code::behind_option(words, &["-c", "--command"]),
        _ => prefix::inner(program, words),
    }
}
