//! Whether a command line's success is that of the commands it is named for.

use shell_syntax::{Connector, Script, SimpleCommand};

use super::permitted::{is_harmless, is_transparent};
use super::{CommandPattern, Line};
use crate::file::normalized;

impl Line<'_> {
    /// Whether the line does nothing but run commands like these, maybe after `cd` to a folder of the project, and fails
    /// if one of them fails: joined by `&&` alone, not piped, negated, in the background or within anything else. The
    /// first pattern that one of them is like.
    pub(crate) fn succeeds_only_by(&self, patterns: &[&CommandPattern]) -> Option<usize> {
        let script = self.script.as_ref().ok()?;
        let rows = self.exact(script);
        let mut first = None;
        for (index, command) in script.commands.iter().enumerate() {
            if command.opaque || !is_harmless(command) || !stands_plainly(script, index, command) {
                return None;
            }
            let like = patterns.iter().position(|pattern| pattern.surely_matches(&rows[index]));
            if like.is_none() && !self.stays_within(command) && !is_transparent(script, index) {
                return None;
            }
            first = first.or(like);
        }
        // `!` leaves no trace among the commands.
        first.filter(|_| !self.text.split_whitespace().any(|word| word == "!"))
    }

    /// Whether the command is a `cd` to a folder of the project: what runs elsewhere says nothing of this one.
    fn stays_within(&self, command: &SimpleCommand) -> bool {
        let [cd, folder] = command.words.as_slice() else { return false };
        let folder = folder.literal().filter(|folder| *folder != "-" && !folder.starts_with('~'));
        let within = |folder| {
            normalized(&self.places.cwd.join(folder)).starts_with(normalized(self.places.project_root))
        };
        cd.literal() == Some("cd") && folder.is_some_and(within)
    }
}

fn stands_plainly(script: &Script, index: usize, command: &SimpleCommand) -> bool {
    match command.caller {
        Some(caller) => is_transparent(script, caller),
        None => command.scope == 0 && (index == 0 || command.connector == Connector::And),
    }
}
