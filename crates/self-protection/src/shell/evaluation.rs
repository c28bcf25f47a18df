//! What a word can stand for, and how that relates to the protected places.

use std::path::{Path, PathBuf};

use shell_syntax::{Part, Word};

use super::pattern::{self, Atom, Component};
use super::variables::Variables;
use crate::places::{Hit, Places, Relation, SETTINGS_FILES, closer};
use crate::{Protected, What, path_text};

/// More readings of one word than this aren't tried.
const MAX_READINGS: usize = 16;
/// Variables that hold variables, so many times.
const MAX_NESTING: usize = 4;

/// How far the file system is asked about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Not, unless it has a name in common with a protected place.
    Written,
    /// About the directories on the way to it: for what acts on a link itself.
    Entry,
    /// About all of it: for what acts on what a link leads to.
    Target,
}

/// All that a word's meaning depends on.
pub(super) struct Evaluation<'a> {
    pub(super) protected: &'a Protected,
    pub(super) places: &'a Places,
    pub(super) variables: &'a Variables<'a>,
    /// The directories that the command may run in.
    pub(super) directories: &'a [PathBuf],
    /// Whether globs may match a leading dot.
    pub(super) dot_glob: bool,
}

impl Evaluation<'_> {
    /// The only thing that `word` can stand for, if that is known.
    pub(super) fn known(&self, word: &Word) -> Option<String> {
        if let Some(text) = word.literal() {
            return Some(text.to_owned());
        }
        self.readings(word).iter().find_map(|reading| pattern::known(reading))
    }

    /// Everything that `word` can stand for, as far as the text tells.
    pub(super) fn readings(&self, word: &Word) -> Vec<Vec<Atom>> {
        self.nested_readings(word, 0)
    }

    fn nested_readings(&self, word: &Word, nesting: usize) -> Vec<Vec<Atom>> {
        let mut readings: Vec<Vec<Atom>> = vec![Vec::new()];
        for part in &word.parts {
            let choices = self.part(part, nesting);
            if let [choice] = choices.as_slice() {
                for reading in &mut readings {
                    reading.extend_from_slice(choice);
                }
            } else {
                readings = readings
                    .iter()
                    .flat_map(|reading| choices.iter().map(|choice| [reading.as_slice(), choice].concat()))
                    .take(MAX_READINGS)
                    .collect();
            }
        }
        readings
    }

    fn part(&self, part: &Part, nesting: usize) -> Vec<Vec<Atom>> {
        let text = |text: &str| vec![vec![Atom::Text(text.to_owned())]];
        let path =
            |path: Option<&Path>| path.and_then(Path::to_str).map_or_else(|| vec![vec![Atom::Unknown]], text);
        match part {
            Part::Literal(known) => text(known),
            Part::Glob(glob) if glob == "*" => vec![vec![Atom::Any]],
            Part::Glob(_) => vec![vec![Atom::One]],
            Part::Tilde(user) if user.is_empty() || self.is_own_home(user) => {
                path(self.protected.home.as_deref())
            }
            Part::Tilde(user) if user == "+" => path(self.directories.first().map(PathBuf::as_path)),
            Part::Parameter { name, operator, argument } => {
                self.parameter(name, operator.as_deref(), argument.as_deref(), nesting)
            }
            Part::Tilde(_)
            | Part::CommandSubstitution
            | Part::ProcessSubstitution
            | Part::Arithmetic
            | Part::Brace => {
                vec![vec![Atom::Unknown]]
            }
        }
    }

    fn is_own_home(&self, user: &str) -> bool {
        self.protected.home.as_ref().and_then(|home| home.file_name()).is_some_and(|name| name == user)
    }

    fn parameter(
        &self,
        name: &str,
        operator: Option<&str>,
        argument: Option<&Word>,
        nesting: usize,
    ) -> Vec<Vec<Atom>> {
        let mut choices = Vec::new();
        if nesting < MAX_NESTING {
            for value in self.variables.values(name) {
                choices.extend(self.nested_readings(value, nesting + 1));
            }
            if let (Some(":-" | "-" | ":=" | "=" | ":+" | "+"), Some(argument)) = (operator, argument) {
                choices.extend(self.nested_readings(argument, nesting + 1));
            }
        }
        let plain =
            operator.is_none_or(|operator| matches!(operator, ":-" | "-" | ":=" | "=" | ":?" | "?" | "[]"));
        let home = self.protected.home.as_ref();
        let path = match name {
            "HOME" => home.cloned(),
            "PWD" => self.directories.first().cloned(),
            "XDG_STATE_HOME" => home.map(|home| home.join(".local/state")),
            "XDG_CONFIG_HOME" => home.map(|home| home.join(".config")),
            _ => None,
        };
        match path.as_ref().and_then(|path| path.to_str()).filter(|_| plain) {
            Some(path) => choices.push(vec![Atom::Text(path.to_owned())]),
            None if choices.is_empty() || operator.is_some() => choices.push(vec![Atom::Unknown]),
            None => {}
        }
        choices.truncate(MAX_READINGS);
        choices
    }

    /// Whether a command word that isn't known can be the gate: `/usr/local/bin/compact-gat?`.
    pub(super) fn is_gate_pattern(&self, word: &Word) -> bool {
        self.readings(word).iter().any(|reading| {
            pattern::components(reading)
                .last()
                .is_some_and(|name| pattern::matches(name, "compact-gate", false))
        })
    }

    /// The closest relation of what `word` can stand for.
    pub(super) fn relation(&self, word: &Word, look: Look) -> Option<Hit> {
        if let Some(text) = word.literal() {
            return self.text_relation(text, look);
        }
        self.readings(word)
            .iter()
            .fold(None, |best, reading| closer(best, self.reading_relation(reading, look)))
    }

    /// The same for a text that is known.
    pub(super) fn text_relation(&self, text: &str, look: Look) -> Option<Hit> {
        self.directories
            .iter()
            .fold(None, |best, directory| closer(best, self.relation_in(text, directory, look)))
    }

    fn relation_in(&self, text: &str, directory: &Path, look: Look) -> Option<Hit> {
        let path = path_text::joined(text, directory, self.protected.home.as_deref())?;
        let normalized = path_text::normalized(&path);
        // A sentence that ends in a path isn't one, unless such a directory exists.
        if text.contains(char::is_whitespace) && !normalized.parent().is_some_and(Path::is_dir) {
            return None;
        }
        match look {
            Look::Written => self.places.relation(&normalized),
            // With a slash at its end it is what the link leads to.
            Look::Entry if !text.ends_with('/') => self.places.relation_of_entry(&normalized),
            Look::Entry | Look::Target => self.places.relation_behind_links(&path),
        }
    }

    /// The relation of one reading.
    pub(super) fn reading_relation(&self, reading: &[Atom], look: Look) -> Option<Hit> {
        if let Some(text) = pattern::known(reading) {
            return self.text_relation(&text, look);
        }
        let own = pattern::components(reading);
        let floats = matches!(reading.first(), Some(Atom::Unknown));
        if floats || own.first().is_some_and(Vec::is_empty) {
            return self.pattern_relation(&own, floats, look);
        }
        self.directories.iter().fold(None, |best, directory| {
            let Some(base) = directory.to_str() else { return best };
            let base = pattern::components(&[Atom::Text(base.to_owned())]);
            closer(best, self.pattern_relation(&[base, own.clone()].concat(), false, look))
        })
    }

    /// How a pattern relates to the places. One that floats begins with something unknown: only the settings
    /// that are protected anywhere can be told.
    fn pattern_relation(&self, components: &[Component], floats: bool, look: Look) -> Option<Hit> {
        let mut pattern: Vec<&Component> = Vec::new();
        for component in components {
            match pattern::known(component).as_deref() {
                Some("" | ".") => {}
                Some("..") => drop(pattern.pop()),
                _ => pattern.push(component),
            }
        }
        let named = |component: &Component, name: &str| pattern::matches(component, name, self.dot_glob);
        if let [.., parent, file] = pattern.as_slice()
            && named(parent, ".claude")
            && SETTINGS_FILES.iter().any(|name| named(file, name))
            && claude_exists(&pattern[..pattern.len() - 1])
        {
            return Some((What::HookSettings, Relation::Inside));
        }
        let mut closest = None;
        if pattern.last().is_some_and(|last| named(last, ".claude")) && claude_exists(&pattern) {
            closest = Some((What::HookSettings, Relation::SettingsDirectory));
        }
        if floats {
            return closest;
        }
        let followed = if look == Look::Written { &[] } else { self.places.followed() };
        for place in self.places.named.iter().chain(followed) {
            let names =
                place.path.components().skip(1).filter_map(|component| component.as_os_str().to_str());
            let names: Vec<_> = names.collect();
            if !names.iter().zip(&pattern).all(|(name, component)| named(component, name)) {
                continue;
            }
            let relation = if pattern.len() < names.len() { Relation::Above } else { Relation::Inside };
            closest = closer(closest, Some((place.what, relation)));
        }
        closest
    }
}

/// Whether a glob for `.claude` would find one. What can't be told counts as found.
fn claude_exists(pattern: &[&Component]) -> bool {
    let Some((last, parents)) = pattern.split_last() else { return false };
    if pattern::known(last).is_some() {
        return true;
    }
    let mut path = PathBuf::from("/");
    for parent in parents {
        match pattern::known(parent) {
            Some(name) => path.push(name),
            None => return true,
        }
    }
    path.join(".claude").symlink_metadata().is_ok()
}
