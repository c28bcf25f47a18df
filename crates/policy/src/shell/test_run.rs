//! Whether a command line's success is that of the commands it is named for.

use shell_syntax::{Connector, Script, SimpleCommand};

use super::permitted::{is_harmless, is_transparent};
use super::{CommandPattern, Line};

impl Line<'_> {
    /// Whether the line does nothing but run commands like these, maybe after `cd`, and fails if one of them fails:
    /// joined by `&&` alone, not piped, negated, in the background or within anything else.
    pub(crate) fn succeeds_only_by(&self, patterns: &[&CommandPattern]) -> bool {
        let Ok(script) = &self.script else { return false };
        let rows = self.exact(script);
        let mut found = false;
        for (index, command) in script.commands.iter().enumerate() {
            if command.opaque || !is_harmless(command) || !stands_plainly(script, index, command) {
                return false;
            }
            if patterns.iter().any(|pattern| pattern.surely_matches(&rows[index])) {
                found = true;
            } else if command.program() != Some("cd") && !is_transparent(script, index) {
                return false;
            }
        }
        // `!` leaves no trace among the commands.
        found && !self.text.split_whitespace().any(|word| word == "!")
    }
}

fn stands_plainly(script: &Script, index: usize, command: &SimpleCommand) -> bool {
    match command.caller {
        Some(caller) => is_transparent(script, caller),
        None => command.scope == 0 && (index == 0 || command.connector == Connector::And),
    }
}
