use crate::head::HeadFacts;
use crate::names::Names;
use crate::operation::Operation;
use crate::tracked::Tracked;
use crate::unknown::Unknown;

/// What git says about a directory. Names and paths are as they are; show them through [`crate::quote()`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The directory that was looked at, as it was given.
    pub cwd: String,
    /// Work tree, repository and HEAD. Without these, the rest is unknown for the same reason.
    pub head: Result<HeadFacts, Unknown>,
    /// The first line of the message of the commit at HEAD.
    pub subject: Option<String>,
    /// The work tree that this one is a submodule of.
    pub superproject: Option<String>,
    /// What is in progress.
    pub operations: Vec<Operation>,
    /// Whether `index.lock` is there: another git is at work, or one crashed.
    pub index_locked: bool,
    /// Changes of tracked files, and the upstream.
    pub tracked: Result<Tracked, Unknown>,
    /// How many stashes there are.
    pub stashes: Result<usize, Unknown>,
    /// Untracked files and directories.
    pub untracked: Result<Names, Unknown>,
}
