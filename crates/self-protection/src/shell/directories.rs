//! Which directory a command runs in, after the `cd` commands before it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use shell_syntax::{Connector, ScopeId, ScopeKind, Script, Word};

use super::evaluation::Evaluation;
use super::pattern;
use crate::path_text;

/// More possible directories than this aren't kept.
const MAX_DIRECTORIES: usize = 8;

/// The possible directories of each scope that has its own.
pub(super) struct Directories {
    own: HashMap<ScopeId, Vec<PathBuf>>,
}

impl Directories {
    pub(super) fn new(cwd: &Path) -> Self {
        Self { own: HashMap::from([(0, vec![path_text::normalized(cwd)])]) }
    }

    /// The directories that a command in `scope` may run in. A scope that shares its directory has that of the
    /// one around it; another begins with it.
    pub(super) fn at(&mut self, script: &Script, scope: ScopeId) -> Vec<PathBuf> {
        let owner = owner(script, scope);
        let mut at = owner;
        while !self.own.contains_key(&at) {
            match script.scopes.get(at).and_then(|scope| scope.parent) {
                Some(parent) => at = parent,
                None => return Vec::new(),
            }
        }
        let inherited = self.own.get(&at).cloned().unwrap_or_default();
        self.own.entry(owner).or_insert(inherited).clone()
    }

    /// Goes where the command at `index` goes.
    pub(super) fn follow(&mut self, script: &Script, index: usize, words: &[Word], evaluation: &Evaluation) {
        let command = &script.commands[index];
        if !matches!(words.first().and_then(Word::program), Some("cd" | "pushd" | "chdir")) {
            return;
        }
        let is_option =
            |word: &&Word| word.literal().is_some_and(|text| text.starts_with('-') && text != "-");
        let targets: Vec<PathBuf> = match words[1..].iter().find(|word| !is_option(word)) {
            None => evaluation.protected.home.iter().cloned().collect(),
            Some(word) => evaluation
                .readings(word)
                .iter()
                .filter_map(|reading| pattern::known(reading))
                .flat_map(|text| {
                    evaluation.directories.iter().filter_map(move |from| {
                        path_text::absolute(&text, from, evaluation.protected.home.as_deref())
                    })
                })
                .collect(),
        };
        // Behind `&&` it has been gone to. Else it has if it exists, and if this part runs at all.
        let next = script.commands.get(index + 1);
        let proven = next.is_some_and(|next| next.connector == Connector::And && next.scope == command.scope);
        let optional = command.connector == Connector::Or
            || script
                .enclosing(command.scope)
                .any(|kind| matches!(kind, ScopeKind::Conditional | ScopeKind::Function));
        let certain =
            !targets.is_empty() && !optional && (proven || targets.iter().all(|target| target.is_dir()));
        let own = self.own.entry(owner(script, command.scope)).or_default();
        if certain {
            own.clear();
        }
        own.extend(targets);
        own.dedup();
        own.truncate(MAX_DIRECTORIES);
    }
}

fn owner(script: &Script, scope: ScopeId) -> ScopeId {
    let mut at = scope;
    while let Some(scope) = script.scopes.get(at) {
        match scope.parent {
            Some(parent) if scope.kind.shares_directory() => at = parent,
            _ => break,
        }
    }
    at
}
