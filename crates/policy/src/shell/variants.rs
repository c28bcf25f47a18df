//! The spellings of one command.

use shell_syntax::{Part, Script, SimpleCommand, Word};

use super::resolution::Resolution;
use super::units::{Unit, push_known};

/// Rows of alternatives beyond these are folded into one with unknown parts.
const MAX_ROWS: usize = 16;
/// Places where a subcommand may start, and units of all spellings. Beyond these any operands are assumed: what is
/// too long to look at must not go unseen.
const MAX_STARTS: usize = 64;
const MAX_UNITS: usize = 1 << 16;

/// One command in every spelling that a rule may mean.
pub(super) struct Variants {
    /// Its words.
    pub(super) plain: Vec<Vec<Unit>>,
    /// With the assignments before it.
    pub(super) with_assignments: Option<Vec<Unit>>,
    /// It runs code that the text doesn't hold.
    pub(super) opaque: bool,
}

type Row = Vec<Vec<Unit>>;

/// A command as a rule that forbids sees it: variables that the line sets are filled in, and beside the command
/// itself there is the program without its folder, and without the options before the subcommand.
pub(super) fn of(script: &Script, index: usize, resolution: &Resolution<'_>) -> Variants {
    let command = &script.commands[index];
    let input = Input::of(script, command);
    let mut rows: Vec<Row> = vec![Vec::new()];
    for word in &command.words {
        let choices =
            if input.replaces(word) { vec![vec![Unit::Words]] } else { resolution.alternatives(word) };
        let choices = if rows.len() * choices.len() > MAX_ROWS { vec![vec![Unit::Words]] } else { choices };
        rows = choices
            .iter()
            .flat_map(|choice| rows.iter().map(|row| [row.as_slice(), std::slice::from_ref(choice)].concat()))
            .collect();
    }
    let mut plain = Vec::new();
    for row in &mut rows {
        if input.appended {
            row.push(vec![Unit::Words]);
        }
        spellings(row, resolution, &mut plain);
    }
    let mut with_assignments = None;
    if !command.assignments.is_empty() {
        let mut units = Vec::new();
        assignments(command, &mut units, |word| resolution.alternatives(word).pop().unwrap_or_default());
        if let Some(first) = plain.first() {
            units.extend_from_slice(first);
        }
        with_assignments = Some(units);
    }
    if command.words.is_empty() {
        plain.clear();
    }
    Variants { plain, with_assignments, opaque: command.opaque }
}

/// A command as a rule that permits sees it.
pub(super) fn as_written(script: &Script, index: usize) -> Vec<Unit> {
    let command = &script.commands[index];
    let input = Input::of(script, command);
    let mut row: Row = command
        .words
        .iter()
        .map(|word| if input.replaces(word) { vec![Unit::Words] } else { written(word) })
        .collect();
    if input.appended {
        row.push(vec![Unit::Words]);
    }
    joined(&row)
}

/// The assignments before a command, then a gap.
pub(super) fn written_assignments(command: &SimpleCommand) -> Vec<Unit> {
    let mut units = Vec::new();
    assignments(command, &mut units, written);
    units
}

fn assignments(command: &SimpleCommand, units: &mut Vec<Unit>, value: impl Fn(&Word) -> Vec<Unit>) {
    for assignment in &command.assignments {
        push_known(units, &assignment.name);
        units.push(Unit::Char('='));
        units.extend(value(&assignment.value));
        units.push(Unit::Gap);
    }
    if command.words.is_empty() {
        units.pop();
    }
}

fn written(word: &Word) -> Vec<Unit> {
    let mut units = Vec::new();
    for part in &word.parts {
        match part {
            Part::Literal(text) => push_known(&mut units, text),
            Part::Tilde(user) => {
                units.push(Unit::Char('~'));
                push_known(&mut units, user);
            }
            _ => units.push(Unit::Words),
        }
    }
    units
}

/// What a command gets from the one that runs it.
struct Input {
    /// Words that the text doesn't hold come behind its own.
    appended: bool,
    /// Stands for such words where it occurs.
    placeholder: Option<String>,
}

impl Input {
    fn of(script: &Script, command: &SimpleCommand) -> Self {
        let none = Self { appended: false, placeholder: None };
        let Some(caller) = command.caller.and_then(|index| script.commands.get(index)) else { return none };
        let braces = Some("{}".to_owned());
        match caller.program() {
            Some("xargs" | "gxargs") => match replacement(&caller.words) {
                Some(text) => Self { appended: false, placeholder: Some(text) },
                None => Self { appended: true, placeholder: None },
            },
            Some("find") => Self { appended: false, placeholder: braces },
            Some("parallel" | "fd" | "fdfind") => Self { appended: true, placeholder: braces },
            _ => none,
        }
    }

    fn replaces(&self, word: &Word) -> bool {
        self.placeholder.as_ref().is_some_and(|text| word.text_with_holes().contains(text.as_str()))
    }
}

/// What `xargs -I` replaces.
fn replacement(words: &[Word]) -> Option<String> {
    let texts: Vec<String> = words.iter().map(Word::text_with_holes).collect();
    for (at, text) in texts.iter().enumerate().skip(1) {
        if text == "-I" || text == "--replace" || text == "-i" {
            let next = texts.get(at + 1).filter(|_| text == "-I");
            return Some(next.map_or_else(|| "{}".to_owned(), Clone::clone));
        }
        let attached = ["-I", "-i", "--replace="].iter().find_map(|option| text.strip_prefix(option));
        if let Some(attached) = attached.filter(|attached| !attached.is_empty()) {
            return Some(attached.to_owned());
        }
    }
    None
}

fn spellings(row: &Row, resolution: &Resolution<'_>, out: &mut Vec<Vec<Unit>>) {
    let Some((program, operands)) = row.split_first() else { return };
    out.push(joined(row));
    let name_starts = program.iter().rposition(|unit| *unit == Unit::Char('/')).map_or(0, |at| at + 1);
    let name = &program[name_starts..];
    let known: Option<String> =
        name.iter().map(|unit| if let Unit::Char(c) = unit { Some(*c) } else { None }).collect();
    let mut named: Row = vec![name.to_vec()];
    named.extend_from_slice(operands);
    if name_starts > 0 {
        out.push(joined(&named));
    }
    let starts = subcommands(known.as_deref(), operands);
    let length: usize = row.iter().map(|word| word.len() + 1).sum();
    let spent: usize = out.iter().map(Vec::len).sum();
    if starts.len() + 1 >= MAX_STARTS || (starts.len() + 1) * length + spent > MAX_UNITS.max(length * 2) {
        named.truncate(1);
        named.push(vec![Unit::Words]);
        out.push(joined(&named));
    } else {
        for start in starts {
            let mut short: Row = vec![name.to_vec()];
            short.extend_from_slice(&operands[start..]);
            out.push(joined(&short));
        }
    }
    for value in known.iter().flat_map(|name| resolution.alias(name)) {
        let mut replaced: Row =
            value.split_whitespace().map(|word| word.chars().map(Unit::Char).collect()).collect();
        replaced.extend_from_slice(operands);
        out.push(joined(&replaced));
    }
}

/// Options of git that take the next word, so that its subcommand is found behind them.
const GIT_VALUED: [&str; 8] = [
    "-C",
    "-c",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--super-prefix",
    "--config-env",
    "--attr-source",
];

/// Where a subcommand can start behind leading options. Whether an option takes the next word is known for git;
/// for any other program both are possible.
fn subcommands(program: Option<&str>, operands: &[Vec<Unit>]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut next = 0;
    while let Some(&at) = starts.get(next).filter(|_| starts.len() < MAX_STARTS) {
        next += 1;
        let Some(word) = operands.get(at).filter(|word| is_option(word)) else { continue };
        let attached = word.contains(&Unit::Char('='));
        let (alone, with_next) = if attached || is(word, "--") {
            (true, false)
        } else if program == Some("git") {
            let valued = GIT_VALUED.iter().any(|option| is(word, option));
            (!valued, valued)
        } else {
            (true, true)
        };
        for (applies, start) in [(alone, at + 1), (with_next, at + 2)] {
            if applies && start < operands.len() && !starts.contains(&start) {
                starts.push(start);
            }
        }
    }
    starts.retain(|start| *start > 0);
    starts
}

fn is_option(word: &[Unit]) -> bool {
    word.len() > 1 && word[0] == Unit::Char('-')
}

fn is(word: &[Unit], text: &str) -> bool {
    word.iter().copied().eq(text.chars().map(Unit::Char))
}

/// The words of a row in one, gaps between them.
fn joined(row: &[Vec<Unit>]) -> Vec<Unit> {
    let mut units = Vec::with_capacity(row.iter().map(|word| word.len() + 1).sum());
    for (position, word) in row.iter().enumerate() {
        if position > 0 {
            let vanishes = !row[position - 1].is_empty()
                && row[position - 1].iter().all(|unit| !matches!(unit, Unit::Char(_) | Unit::Blank));
            units.push(if vanishes { Unit::MaybeGap } else { Unit::Gap });
        }
        units.extend_from_slice(word);
    }
    units
}
