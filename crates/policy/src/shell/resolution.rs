//! What a line tells about the variables and aliases in it.

use shell_syntax::{Part, Script, Word};

use super::units::{Unit, push_known};
use crate::call::Places;

/// More alternatives than these, and the part counts as unknown.
const MAX_ALTERNATIVES: usize = 8;

/// The variables and aliases that a line sets.
pub(super) struct Resolution<'s> {
    assigned: Vec<(&'s str, &'s Word)>,
    /// Aliases, and the words that they stand for.
    aliases: Vec<(&'s str, &'s str)>,
    /// Something sets variables in a way that the text doesn't tell: `read`, `set --`, `+=`.
    binds_unknown: bool,
    places: Places<'s>,
}

impl<'s> Resolution<'s> {
    pub(super) fn new(script: &'s Script, text: &str, places: Places<'s>) -> Self {
        let assigned = script.commands.iter().flat_map(|command| &command.assignments);
        let aliases = script.commands.iter().filter(|command| command.program() == Some("alias"));
        Self {
            assigned: assigned.map(|it| (it.name.as_str(), &it.value)).collect(),
            aliases: aliases
                .flat_map(|command| command.words.iter().skip(1))
                .filter_map(|word| word.literal()?.split_once('='))
                .collect(),
            binds_unknown: text.contains("+=") || script.commands.iter().any(binds),
            places,
        }
    }

    /// What an alias of this name stands for.
    pub(super) fn alias(&self, name: &str) -> impl Iterator<Item = &'s str> {
        let name = name.to_owned();
        self.aliases.iter().filter(move |(alias, _)| *alias == name).map(|(_, value)| *value)
    }

    /// The texts that a word can be.
    pub(super) fn alternatives(&self, word: &Word) -> Vec<Vec<Unit>> {
        self.expand(word, 0)
    }

    fn expand(&self, word: &Word, depth: usize) -> Vec<Vec<Unit>> {
        let mut found = vec![Vec::new()];
        for (position, part) in word.parts.iter().enumerate() {
            let choices = self.part(part, position == 0, depth);
            if found.len() * choices.len() > MAX_ALTERNATIVES {
                for units in &mut found {
                    units.push(Unit::Words);
                }
                continue;
            }
            found = choices
                .iter()
                .flat_map(|choice| found.iter().map(|units| [units.as_slice(), choice].concat()))
                .collect();
        }
        found
    }

    fn part(&self, part: &Part, starts_word: bool, depth: usize) -> Vec<Vec<Unit>> {
        let mut units = Vec::new();
        match part {
            Part::Literal(text) if depth == 0 => push_known(&mut units, text),
            // A variable's value may be split into words.
            Part::Literal(text) => {
                units.extend(
                    text.chars().map(|c| if c.is_whitespace() { Unit::Blank } else { Unit::Char(c) }),
                );
            }
            Part::Tilde(user) => {
                units.push(Unit::Char('~'));
                push_known(&mut units, user);
            }
            Part::Glob(_) => units.push(if starts_word { Unit::Names } else { Unit::Text }),
            Part::Parameter { name, operator: None, .. } => return self.variable(name, depth),
            Part::ProcessSubstitution | Part::Arithmetic => units.push(Unit::Text),
            Part::Parameter { .. } | Part::CommandSubstitution | Part::Brace => units.push(Unit::Words),
        }
        vec![units]
    }

    fn variable(&self, name: &str, depth: usize) -> Vec<Vec<Unit>> {
        let values: Vec<&Word> =
            self.assigned.iter().filter(|(assigned, _)| *assigned == name).map(|(_, value)| *value).collect();
        let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !plain || self.binds_unknown || depth > 2 || values.len() > MAX_ALTERNATIVES {
            return vec![vec![if matches!(name, "?" | "$" | "#" | "!") { Unit::Text } else { Unit::Words }]];
        }
        if values.is_empty() {
            let known = match name {
                "HOME" => self.places.home,
                "PWD" => Some(self.places.cwd),
                _ => None,
            };
            let mut units = Vec::new();
            match known {
                Some(path) => push_known(&mut units, &path.to_string_lossy()),
                // The environment's, which no call can set for another.
                None => units.push(Unit::Text),
            }
            return vec![units];
        }
        values.iter().flat_map(|value| self.expand(value, depth + 1)).collect()
    }
}

fn binds(command: &shell_syntax::SimpleCommand) -> bool {
    match command.program() {
        Some("read" | "mapfile" | "readarray" | "getopts" | "let" | "set" | "source" | ".") => true,
        Some("printf") => command.words.get(1).is_some_and(|word| word.text_with_holes().starts_with("-v")),
        // A name that isn't known is set.
        Some("declare" | "typeset" | "local" | "export" | "readonly") => {
            command.words.iter().skip(1).any(|word| word.text_with_holes().starts_with(shell_syntax::HOLE))
        }
        _ => false,
    }
}
