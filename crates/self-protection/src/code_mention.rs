//! Whether a piece of code, or a text that can't be parsed, mentions something protected.

use crate::{Protected, Violation, What, shell};

fn contains(text: &str, needle: &str) -> bool {
    !needle.is_empty() && memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some()
}

/// What the code of an interpreter would touch, judged by the names in it: it may put paths together from
/// parts, so that the parts count.
pub(crate) fn in_code(text: &str, protected: &Protected) -> Option<Violation> {
    let command = |what| Some(Violation::Command { what });
    for (path, what) in [
        (Some(&protected.state_dir), What::StateDirectory),
        (protected.policy.as_ref(), What::Policy),
        (protected.binary.as_ref(), What::Binary),
    ]
    .into_iter()
    .chain(protected.settings.iter().map(|path| (Some(path), What::HookSettings)))
    {
        let Some(path) = path.and_then(|path| path.to_str()).filter(|path| path.len() > 1) else { continue };
        let home = protected.home.as_ref().and_then(|home| home.to_str());
        let in_home = home.and_then(|home| path.strip_prefix(home)).filter(|rest| rest.starts_with('/'));
        if contains(text, path) || in_home.is_some_and(|rest| contains(text, &rest[1..])) {
            return command(what);
        }
    }
    if contains(text, "/etc/claude-code") || contains(text, ".claude/plugins") {
        return command(What::HookSettings);
    }
    if contains(text, ".claude") {
        let settings = contains(text, "settings.json")
            || contains(text, "settings.local.json")
            || contains(text, ".claude/settings")
            || (contains(text, "'settings") || contains(text, "\"settings"));
        let removes = [
            "rmtree", "rename", "replace(", "move", "remove", "unlink", "symlink", "rmSync", "rmdir",
            "rm_rf", "delete",
        ];
        let whole = [".claude'", ".claude\"", ".claude/'", ".claude/\"", ".claude`"];
        if settings
            || (whole.iter().any(|end| contains(text, end))
                && removes.iter().any(|verb| contains(text, verb)))
        {
            return command(What::HookSettings);
        }
    }
    if contains(text, "compact-gate") {
        if contains(text, ".local") && contains(text, "state") {
            return command(What::StateDirectory);
        }
        if let Some(verb) = shell::operator_verb_in_text(text) {
            return Some(Violation::OperatorVerb { verb });
        }
    }
    None
}

/// Whether a command line that can't be parsed mentions anything protected, quotes and backslashes aside.
pub(crate) fn in_unreadable(text: &str, protected: &Protected) -> bool {
    let plain: String = text.chars().filter(|character| !matches!(character, '\'' | '"' | '\\')).collect();
    [".claude", "compact-gate", "claude-code", "hooks.json"].iter().any(|name| contains(&plain, name))
        || in_code(&plain, protected).is_some()
        || [Some(&protected.state_dir), protected.policy.as_ref(), protected.binary.as_ref()]
            .into_iter()
            .flatten()
            .chain(&protected.settings)
            .filter_map(|path| path.file_name()?.to_str())
            .any(|name| name.len() > 4 && name != "settings.json" && contains(&plain, name))
}
