use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::git::Git;
use crate::location::Location;
use crate::options::Options;
use crate::text;
use crate::unknown::Unknown;

/// What a checkpoint binds to: which work tree of which repository, and where HEAD is.
///
/// Paths are absolute and without symbolic links. Bytes that aren't UTF-8 are written as `\xNN`. All of it is
/// data of the repository: show it through [`crate::quote()`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadFacts {
    /// The work tree's top level.
    pub worktree: String,
    /// The repository's git directory, the same for all of its work trees.
    pub common_dir: String,
    /// Which branch HEAD is on, if any.
    pub head: Head,
    /// The commit at HEAD; none on an unborn branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oid: Option<String>,
}

/// Which branch HEAD is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Head {
    /// On this branch (its full name, should it be outside `refs/heads/`).
    Branch(String),
    /// On a commit, not on a branch.
    Detached,
    /// On this branch, which has no commit yet.
    Unborn(String),
}

/// The cheap part of [`crate::observe()`] alone: one git process, two on an unborn branch, and the files of the
/// work tree aren't looked at.
pub fn head(cwd: &Path, options: &Options) -> Result<HeadFacts, Unknown> {
    let git = Git::new(cwd, options)?;
    HeadFacts::read(&git, &Location::of(&git)?)
}

impl HeadFacts {
    pub(crate) fn read(git: &Git, location: &Location) -> Result<Self, Unknown> {
        let head = match location.full_name.as_deref() {
            Some(b"HEAD") => Head::Detached,
            Some(name) if !name.is_empty() => Head::Branch(branch_name(name)),
            _ if location.oid.is_some() => return Err(Unknown::failed("HEAD has a commit and no name")),
            _ => {
                let output = git.answer(&[], &["symbolic-ref", "--quiet", "HEAD"])?;
                let name = output.stdout.trim_ascii_end();
                // A crash can leave a branch's file empty. That branch has commits, they just can't be found.
                if location.common_dir.join(OsStr::from_bytes(name)).is_file() {
                    return Err(Unknown::failed("the branch that HEAD is on can't be read"));
                }
                Head::Unborn(branch_name(name))
            }
        };
        Ok(Self {
            worktree: text::from_path(&location.worktree),
            common_dir: text::from_path(&location.common_dir),
            head,
            oid: location.oid.clone(),
        })
    }
}

/// The short name of a branch, as people say it.
pub(crate) fn branch_name(full_name: &[u8]) -> String {
    text::from_bytes(full_name.strip_prefix(b"refs/heads/").unwrap_or(full_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ledger_form() {
        let facts = HeadFacts {
            worktree: "/w".into(),
            common_dir: "/w/.git".into(),
            head: Head::Branch("main".into()),
            oid: Some("a".repeat(40)),
        };
        let json = serde_json::to_string(&facts).unwrap();
        let oid = "a".repeat(40);
        assert_eq!(
            json,
            format!(r#"{{"worktree":"/w","common_dir":"/w/.git","head":{{"branch":"main"}},"oid":"{oid}"}}"#)
        );
        assert_eq!(serde_json::from_str::<HeadFacts>(&json).unwrap(), facts);
        let unborn = r#"{"worktree":"/w","common_dir":"/w/.git","head":{"unborn":"main"}}"#;
        assert_eq!(serde_json::from_str::<HeadFacts>(unborn).unwrap().oid, None);
        assert_eq!(serde_json::to_string(&Head::Detached).unwrap(), r#""detached""#);
    }
}
