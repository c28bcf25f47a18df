//! Whether a list of rules permits a command line: every simple command has to be permitted.

use std::path::{Path, PathBuf};

use shell_syntax::{Redirection, Script, SimpleCommand};

use super::units::Unit;
use super::variants::written_assignments;
use super::{CommandPattern, Line};
use crate::file::normalized;

/// Variables that change what a program prints, never what it does.
const HARMLESS: [&str; 10] = [
    "LANG",
    "LANGUAGE",
    "TZ",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "COLUMNS",
    "LINES",
    "RUST_BACKTRACE",
    "LC_ALL",
];
/// Programs that only run the command behind them, which is judged by itself.
const TRANSPARENT: [&str; 5] = ["timeout", "nice", "nohup", "stdbuf", "command"];

/// Whether a path may be written.
type WritePermit<'p> = &'p dyn Fn(&Path) -> bool;

/// Whether each command of the line is one of `patterns`, and each file that a redirection writes is permitted.
/// What isn't known has to stand where a pattern has a `*`.
pub(crate) fn permits(line: &Line<'_>, patterns: &[&CommandPattern], may_write: WritePermit<'_>) -> bool {
    let Ok(script) = &line.script else { return false };
    if script.commands.is_empty() {
        return false;
    }
    let folders = Folders::of(line, script);
    let rows = line.exact(script);
    script.commands.iter().enumerate().all(|(index, command)| {
        !command.opaque
            && command
                .redirections
                .iter()
                .filter(|it| it.writes_file())
                .all(|it| folders.permit(it, may_write))
            && (is_transparent(script, index) || is_permitted(command, &rows[index], patterns))
    })
}

fn is_permitted(command: &SimpleCommand, row: &[Unit], patterns: &[&CommandPattern]) -> bool {
    let fits = |units: &[Unit]| patterns.iter().any(|pattern| pattern.surely_matches(units));
    if command.words.is_empty() {
        // A variable of the shell, which no program sees; what programs read is in capitals, or a proxy.
        let local = |name: &str| {
            !name.contains(|c: char| c.is_ascii_uppercase()) && !name.ends_with("_proxy") && name != "path"
        };
        return command.assignments.iter().all(|it| local(&it.name)) || fits(&written_assignments(command));
    }
    let declares = matches!(command.program(), Some("export" | "declare" | "typeset" | "local" | "readonly"));
    if declares || is_harmless(command) {
        return fits(row);
    }
    let mut units = written_assignments(command);
    units.extend_from_slice(row);
    fits(&units)
}

/// Whether the assignments before a command change nothing that it does.
pub(super) fn is_harmless(command: &SimpleCommand) -> bool {
    command.assignments.iter().all(|it| HARMLESS.contains(&it.name.as_str()))
}

/// Whether a command only runs another, which is judged by itself.
pub(super) fn is_transparent(script: &Script, index: usize) -> bool {
    let command = &script.commands[index];
    let named = command.words.first().and_then(|word| word.literal());
    named.is_some_and(|name| TRANSPARENT.contains(&name))
        && command.assignments.is_empty()
        && script.commands.iter().any(|inner| inner.caller == Some(index))
}

/// The folders that a command of the line can run in.
struct Folders {
    known: Vec<PathBuf>,
    unknown: bool,
}

impl Folders {
    fn of(line: &Line<'_>, script: &Script) -> Self {
        let mut folders = Self { known: vec![normalized(line.places.cwd)], unknown: false };
        for command in &script.commands {
            match command.program() {
                Some("cd") if command.words.len() == 2 => {
                    let target = command.words[1].literal().filter(|target| *target != "-");
                    let Some(target) = target.filter(|_| folders.known.len() < 8) else {
                        folders.unknown = true;
                        continue;
                    };
                    let entered: Vec<_> =
                        folders.known.iter().map(|folder| normalized(&folder.join(target))).collect();
                    folders.known.extend(entered);
                    folders.known.dedup();
                }
                Some("cd" | "pushd" | "popd") | None => folders.unknown |= !command.words.is_empty(),
                Some(_) => {}
            }
        }
        folders
    }

    /// Whether what a redirection writes is permitted wherever the line may be by then.
    fn permit(&self, redirection: &Redirection, may_write: WritePermit<'_>) -> bool {
        let Some(target) = redirection.target.literal() else { return false };
        if target.starts_with('/') {
            return may_write(&normalized(Path::new(target)));
        }
        !self.unknown && self.known.iter().all(|folder| may_write(&normalized(&folder.join(target))))
    }
}

impl Line<'_> {
    /// The files that redirections of the line write, as far as its text tells; relative ones from every folder
    /// that the line enters.
    pub(crate) fn written_files(&self) -> Vec<PathBuf> {
        let Ok(script) = &self.script else { return Vec::new() };
        let folders = Folders::of(self, script);
        let written = script.commands.iter().flat_map(|command| &command.redirections);
        let mut files = Vec::new();
        for target in written.filter(|it| it.writes_file()).filter_map(|it| it.target.literal()) {
            files.extend(folders.known.iter().map(|folder| normalized(&folder.join(target))));
        }
        files
    }
}
