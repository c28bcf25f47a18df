//! What a shell command is judged by.

mod arguments;
mod destination;
mod directories;
mod evaluation;
mod operator_verb;
mod pattern;
mod prescan;
mod program;
mod variables;

use std::path::Path;

use shell_syntax::{Redirection, ScopeKind, Script, SimpleCommand, Word};

use crate::places::{Places, Relation};
use crate::{Protected, Violation, What, code_mention};
use directories::Directories;
use evaluation::{Evaluation, Look};
use program::Class;
use variables::Variables;

pub use operator_verb::OPERATOR_VERBS;
pub(crate) use operator_verb::in_text as operator_verb_in_text;

/// Why the command line `text` must not run in `cwd`.
pub(crate) fn check(text: &str, cwd: &Path, protected: &Protected) -> Option<Violation> {
    if !prescan::may_matter(text, cwd, protected) {
        return None;
    }
    let Ok(script) = shell_syntax::parse(text) else {
        return code_mention::in_unreadable(text, protected).then_some(Violation::UnreadableCommand);
    };
    let places = Places::new(protected);
    let variables = Variables::new(&script);
    Judge { script: &script, protected, places: &places, variables: &variables }
        .judge(cwd, text.contains("dotglob"))
}

/// Commands before an interpreter in a pipeline that are looked at for the code that it reads.
const MAX_FEEDERS: usize = 64;

struct Judge<'a> {
    script: &'a Script,
    protected: &'a Protected,
    places: &'a Places,
    variables: &'a Variables<'a>,
}

impl Judge<'_> {
    fn judge(&self, cwd: &Path, dot_glob: bool) -> Option<Violation> {
        let mut directories = Directories::new(cwd);
        let mut named: Option<What> = None;
        let mut only_reads = true;
        let mut wraps = vec![false; self.script.commands.len()];
        for caller in self.script.commands.iter().filter_map(|command| command.caller) {
            wraps[caller] = true;
        }
        for (index, command) in self.script.commands.iter().enumerate() {
            let here = directories.at(self.script, command.scope);
            let evaluation = Evaluation {
                protected: self.protected,
                places: self.places,
                variables: self.variables,
                directories: &here,
                dot_glob,
            };
            let words = self.effective_words(command, &evaluation);
            let class = program::class(&words, command, wraps[index]);
            if let Some(violation) = operator_verb::find(&words, &evaluation) {
                return Some(violation);
            }
            if let Some(what) = written_by_redirection(command, &evaluation) {
                return Some(Violation::Command { what });
            }
            if class == Class::Code
                && let Some(violation) = self.code(index, &words)
            {
                return Some(violation);
            }
            if let Some(what) = destination::hit(&words, &evaluation) {
                return Some(Violation::Command { what });
            }
            let look = if class == Class::Writes { Look::Target } else { Look::Written };
            let hit = arguments::named(&words, class, look, &evaluation);
            named = named.or(hit).or_else(|| assigned(command, &evaluation));
            only_reads &= reads(command, class);
            directories.follow(self.script, index, &words, &evaluation);
        }
        named.filter(|_| !only_reads).map(|what| Violation::Command { what })
    }

    /// The words without what stands for nothing: a command word that isn't known (`$SUDO rm x`), an alias's name.
    fn effective_words<'c>(&self, command: &'c SimpleCommand, evaluation: &Evaluation) -> Vec<Word> {
        let mut words: &'c [Word] = &command.words;
        while words.len() > 1
            && words[0].literal().is_none()
            && evaluation.known(&words[0]).is_none()
            && !evaluation.is_gate_pattern(&words[0])
        {
            words = &words[1..];
        }
        let mut words = words.to_vec();
        if let Some(text) = words.first().and_then(|word| evaluation.known(word)) {
            let target = self.variables.alias(&text).map_or(text.clone(), str::to_owned);
            let mut split = target.split_ascii_whitespace().map(Word::known);
            if let Some(first) = split.next() {
                words.splice(0..1, std::iter::once(first).chain(split));
            }
        }
        words
    }

    /// What an interpreter's code mentions: in its words, in what it is fed, in what a pipe feeds it.
    fn code(&self, index: usize, words: &[Word]) -> Option<Violation> {
        let command = &self.script.commands[index];
        let mention = |text: &Word| code_mention::in_code(&text.text_with_holes(), self.protected);
        let fed = |command: &SimpleCommand| {
            command.redirections.iter().filter_map(Redirection::fed_text).find_map(mention)
        };
        let code = words.iter().skip(1).filter(|word| program::is_code_word(words, word));
        if let Some(found) = code.clone().find_map(mention).or_else(|| fed(command)) {
            return Some(found);
        }
        // The parts of a path may stand in several arguments.
        let joined: Vec<_> = code.map(Word::text_with_holes).collect();
        if joined.len() > 1
            && let Some(found) = code_mention::in_code(&joined.join("\n"), self.protected)
        {
            return Some(found);
        }
        let piped = self.script.enclosing(command.scope).any(|kind| matches!(kind, ScopeKind::Pipeline(1..)));
        self.script.commands[..index].iter().rev().take(if piped { MAX_FEEDERS } else { 0 }).find_map(
            |feeder| {
                let speaks = matches!(feeder.program(), Some("echo" | "printf"));
                fed(feeder).or_else(|| feeder.words.iter().filter(|_| speaks).find_map(mention))
            },
        )
    }
}

/// Whether the command can only read.
fn reads(command: &SimpleCommand, class: Class) -> bool {
    matches!(class, Class::Reads | Class::Wraps)
        && !command.opaque
        && !command.redirections.iter().any(Redirection::writes_file)
}

fn written_by_redirection(command: &SimpleCommand, evaluation: &Evaluation) -> Option<What> {
    let written = command.redirections.iter().filter(|redirection| redirection.writes_file());
    written.filter_map(|redirection| evaluation.relation(&redirection.target, Look::Target)).find_map(inside)
}

/// A protected place as the value of a variable. What becomes of it isn't followed in all ways, so that it counts
/// as named.
fn assigned(command: &SimpleCommand, evaluation: &Evaluation) -> Option<What> {
    let values = command.assignments.iter().map(|assignment| &assignment.value);
    values.filter_map(|value| evaluation.relation(value, Look::Written)).find_map(inside)
}

fn inside((what, relation): crate::places::Hit) -> Option<What> {
    (relation == Relation::Inside).then_some(what)
}
