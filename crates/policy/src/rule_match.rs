//! Whether rules speak of a call.

use crate::host;
use crate::rule::{Rule, Specifier};
use crate::shell::{self, CommandPattern, Line};
use crate::subject::Subject;
use crate::verdict_on_rule::{Doubt, Match};
use crate::wildcard;

impl Rule {
    /// Whether the rule, in a list that forbids, asks or marks, speaks of the call.
    pub(crate) fn concerns(&self, subject: &Subject<'_>) -> Match {
        if !self.is_about(subject.call.tool_name) {
            return self.redirection(subject);
        }
        let unknown = Match::Possible(Doubt::UnknownInput);
        match &self.specifier {
            Specifier::Any => Match::Yes,
            Specifier::Command(pattern) => subject.line().map_or(unknown, |line| line.any(pattern)),
            Specifier::Path(pattern) => {
                let places = &subject.call.places;
                let Some(paths) = subject.paths() else { return unknown };
                let resolved = subject.call.resolved.as_ref();
                yes(paths.iter().any(|path| pattern.may_cover(path, places))
                    || resolved.is_some_and(|it| pattern.may_cover(it.path, &it.places)))
            }
            Specifier::Host(pattern) => {
                let host = subject.field("url").and_then(host::host);
                host.map_or(unknown, |host| yes(pattern.matches(&host)))
            }
            Specifier::Named(pattern) => {
                named(subject).map_or(unknown, |units| yes(pattern.may_match(&units)))
            }
            Specifier::Parameter(name, value) => {
                let Some(input) = subject.input() else { return unknown };
                yes(input
                    .member(name)
                    .and_then(crate::target::scalar)
                    .is_some_and(|it| wildcard::matches(value, &it)))
            }
        }
    }

    /// A rule about changing files also speaks of a shell command that redirects into one.
    fn redirection(&self, subject: &Subject<'_>) -> Match {
        let Specifier::Path(pattern) = &self.specifier else { return Match::No };
        if !subject.runs_shell() || !(self.is_about("Edit") || self.is_about("Write")) {
            return Match::No;
        }
        let places = &subject.call.places;
        let files = subject.line().map(Line::written_files).unwrap_or_default();
        yes(files.iter().any(|file| pattern.may_cover(file, places)))
    }

    /// Whether the rule names commands of Bash.
    pub(crate) fn is_shell_command(&self) -> bool {
        self.is_about("Bash") && matches!(self.specifier, Specifier::Command(_))
    }

    /// Whether the rule alone permits a call that isn't a shell command.
    fn permits_alone(&self, subject: &Subject<'_>) -> bool {
        if !self.is_about(subject.call.tool_name) {
            return false;
        }
        match &self.specifier {
            Specifier::Any => true,
            Specifier::Command(_) => false,
            Specifier::Path(pattern) => {
                let lexical = subject.paths().is_some_and(|paths| {
                    paths.iter().all(|path| pattern.surely_covers(path, &subject.call.places))
                });
                let resolved = subject.call.resolved.as_ref();
                lexical && resolved.is_none_or(|it| pattern.surely_covers(it.path, &it.places))
            }
            Specifier::Host(_) | Specifier::Named(_) | Specifier::Parameter(..) => {
                self.concerns(subject) == Match::Yes
            }
        }
    }

    /// Whether each call that `other` forbids is one that this rule forbids. What isn't known of a command is looked
    /// for before a pattern's first `*` alone, so that only a rule whose `*` stands last surely forbids as much.
    #[must_use]
    pub fn forbids_as_much_as(&self, other: &Self) -> bool {
        let plain = match &self.specifier {
            Specifier::Command(pattern) | Specifier::Named(pattern) => pattern.is_prefix(),
            _ => true,
        };
        self == other || (plain && self.includes(other))
    }

    /// Whether each call that `other` permits is one that this rule permits, as far as the texts tell.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        if !self.tool.includes(&other.tool, self.specifier.is_path()) {
            return false;
        }
        match (&self.specifier, &other.specifier) {
            // A path rule speaks of more tools than its bare one.
            (Specifier::Any, Specifier::Path(_)) => false,
            (Specifier::Any, _) => true,
            (Specifier::Command(own), Specifier::Command(theirs))
            | (Specifier::Named(own), Specifier::Named(theirs)) => own.includes(theirs),
            (Specifier::Path(own), Specifier::Path(theirs)) => own.includes(theirs),
            (Specifier::Host(own), Specifier::Host(theirs)) => own.includes(theirs),
            (Specifier::Parameter(name, own), Specifier::Parameter(other, theirs)) => {
                name == other && wildcard::matches(own, &theirs.replace('*', "\u{1}"))
            }
            _ => false,
        }
    }
}

fn yes(truth: bool) -> Match {
    if truth { Match::Yes } else { Match::No }
}

/// What a call starts: an agent of a type, a skill, a slash command.
fn named(subject: &Subject<'_>) -> Option<Vec<shell::Unit>> {
    subject.input()?;
    let (name, operands) = match subject.call.tool_name {
        // What the client takes where none is named.
        "Agent" | "Task" => (subject.field("subagent_type").unwrap_or("general-purpose"), ""),
        "Skill" => (subject.field("skill")?, subject.field("args").unwrap_or_default()),
        _ => (subject.field("command")?, ""),
    };
    Some(shell::of_name(name, operands))
}

/// The rule of a list that permits the call. Of a shell command every part has to be permitted, maybe by different
/// rules; then it is the first that takes part.
pub(crate) fn permitting<'r>(rules: &'r [Rule], subject: &Subject<'_>) -> Option<&'r Rule> {
    let alone = rules.iter().find(|rule| rule.permits_alone(subject));
    if alone.is_some() || !subject.runs_shell() {
        return alone;
    }
    let mut patterns: Vec<&CommandPattern> = Vec::new();
    let mut first = None;
    for rule in rules.iter().filter(|rule| rule.is_about(subject.call.tool_name)) {
        if let Specifier::Command(pattern) = &rule.specifier {
            patterns.push(pattern);
            first = first.or_else(|| (rule.concerns(subject).counts()).then_some(rule));
        }
    }
    let first = first?;
    let may_write = |path: &std::path::Path| {
        rules.iter().filter(|rule| rule.is_about("Write")).any(|rule| match &rule.specifier {
            Specifier::Any => true,
            Specifier::Path(pattern) => pattern.surely_covers(path, &subject.call.places),
            _ => false,
        })
    };
    let line = subject.line()?;
    shell::permits(line, &patterns, &may_write).then_some(first)
}

/// The first rule that names what a line of Bash runs, if its success is that of what the rules name.
pub(crate) fn run_of<'r>(rules: &'r [Rule], subject: &Subject<'_>) -> Option<&'r Rule> {
    if subject.call.tool_name != "Bash" {
        return None;
    }
    let (named, patterns): (Vec<&Rule>, Vec<&CommandPattern>) = rules
        .iter()
        .filter_map(|rule| match &rule.specifier {
            Specifier::Command(pattern) if rule.is_shell_command() => Some((rule, pattern)),
            _ => None,
        })
        .unzip();
    subject.line()?.succeeds_only_by(&patterns).and_then(|first| named.get(first).copied())
}
