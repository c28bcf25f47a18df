//! What variables and aliases are known to hold, because the same text sets them.

use std::collections::HashMap;

use shell_syntax::{Script, Word};

/// More values of one variable than this aren't tried.
const MAX_VALUES: usize = 16;

pub(super) struct Variables<'s> {
    values: HashMap<&'s str, Vec<&'s Word>>,
    aliases: HashMap<&'s str, &'s str>,
}

impl<'s> Variables<'s> {
    pub(super) fn new(script: &'s Script) -> Self {
        let mut variables = Self { values: HashMap::new(), aliases: HashMap::new() };
        for command in &script.commands {
            for assignment in &command.assignments {
                let values = variables.values.entry(&assignment.name).or_default();
                if values.len() < MAX_VALUES {
                    values.push(&assignment.value);
                }
            }
            if command.program() == Some("alias") {
                let definitions = command.words[1..].iter().filter_map(Word::literal);
                variables.aliases.extend(definitions.filter_map(|text| text.split_once('=')));
            }
        }
        variables
    }

    /// Every value that the text gives `name`.
    pub(super) fn values(&self, name: &str) -> &[&'s Word] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn alias(&self, name: &str) -> Option<&'s str> {
        self.aliases.get(name).copied()
    }
}
