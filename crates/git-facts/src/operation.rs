use crate::git::Git;
use crate::head::branch_name;
use crate::location::Location;
use crate::state_file::{exists, read};

/// Something that was begun in the work tree and isn't finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `git rebase`, of this branch if it was on one.
    Rebase {
        /// The branch that is being rebased.
        branch: Option<String>,
        /// How far it is.
        step: Option<Step>,
    },
    /// `git am`.
    ApplyMailbox {
        /// How far it is.
        step: Option<Step>,
    },
    /// `git merge`.
    Merge,
    /// `git cherry-pick`.
    CherryPick,
    /// `git revert`.
    Revert,
    /// `git bisect`.
    Bisect,
}

/// A step of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which one, from 1.
    pub at: u32,
    /// Of how many.
    pub of: u32,
}

/// These files hold a number, a name, or a list of which only the first word counts.
const STATE_LIMIT: u64 = 4 * 1024;

/// What is in progress, by the files that git itself goes by. A rebase picks and reverts commits; only the
/// rebase is reported then.
pub(crate) fn in_progress(git: &Git, location: &Location) -> Vec<Operation> {
    let dir = &location.git_dir;
    let step = |at: &str, of: &str| Some(Step { at: number(location, at)?, of: number(location, of)? });
    let mut operations = Vec::new();
    if exists(&dir.join("rebase-merge")) {
        operations.push(Operation::Rebase {
            branch: rebased_branch(location, "rebase-merge/head-name"),
            step: step("rebase-merge/msgnum", "rebase-merge/end"),
        });
    } else if exists(&dir.join("rebase-apply/applying")) {
        operations.push(Operation::ApplyMailbox { step: step("rebase-apply/next", "rebase-apply/last") });
    } else if exists(&dir.join("rebase-apply")) {
        operations.push(Operation::Rebase {
            branch: rebased_branch(location, "rebase-apply/head-name"),
            step: step("rebase-apply/next", "rebase-apply/last"),
        });
    }
    let replays = !operations.is_empty();
    if exists(&dir.join("MERGE_HEAD")) {
        operations.push(Operation::Merge);
    }
    if !replays {
        operations.extend(sequence(git, location));
    }
    if exists(&dir.join("BISECT_LOG")) {
        operations.push(Operation::Bisect);
    }
    operations
}

/// A cherry-pick or revert, stopped at a conflict, or between two commits of several.
fn sequence(git: &Git, location: &Location) -> Option<Operation> {
    let dir = &location.git_dir;
    let (mut picks, mut reverts) = (exists(&dir.join("CHERRY_PICK_HEAD")), exists(&dir.join("REVERT_HEAD")));
    if !picks && !reverts && exists(&location.common_dir.join("reftable")) {
        // There these two are refs without a file. The question is as old as the format.
        let question =
            ["for-each-ref", "--include-root-refs", "--format=%(refname)", "CHERRY_PICK_HEAD", "REVERT_HEAD"];
        let answer = git.answer(&[], &question).map(|output| output.stdout).unwrap_or_default();
        picks = answer.starts_with(b"CHERRY_PICK_HEAD");
        reverts = answer.starts_with(b"REVERT_HEAD");
    }
    if !picks && !reverts {
        let todo = read(&dir.join("sequencer/todo"), STATE_LIMIT)?;
        let command = todo.split(u8::is_ascii_whitespace).next()?;
        picks = matches!(command, b"pick" | b"p");
        reverts = command == b"revert";
    }
    if picks { Some(Operation::CherryPick) } else { reverts.then_some(Operation::Revert) }
}

fn number(location: &Location, name: &str) -> Option<u32> {
    let bytes = read(&location.git_dir.join(name), STATE_LIMIT)?;
    str::from_utf8(&bytes).ok()?.trim().parse().ok()
}

fn rebased_branch(location: &Location, name: &str) -> Option<String> {
    let bytes = read(&location.git_dir.join(name), STATE_LIMIT)?;
    // Otherwise it says "detached HEAD".
    bytes.starts_with(b"refs/").then(|| branch_name(bytes.trim_ascii_end()))
}
