//! Which changes aren't committed, as one digest.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::git::Git;
use crate::head::HeadFacts;
use crate::location::Location;
use crate::options::Options;
use crate::unknown::Unknown;
use crate::{filters, text, untracked_content};

/// Where HEAD is, and SHA-256 over what differs from it: the diff against HEAD, and behind it the content of untracked
/// files that aren't ignored. Four git processes, one more on an unborn branch. Neither the diff nor a file is held in
/// memory. A digest is of everything or unknown: there is none of the part that was read until the deadline.
pub fn head_and_patch(
    cwd: &Path,
    options: &Options,
) -> Result<(HeadFacts, Result<String, Unknown>), Unknown> {
    let git = Git::new(cwd, options)?;
    let location = Location::of(&git)?;
    let head = HeadFacts::read(&git, &location)?;
    let patch = head
        .oid
        .as_deref()
        .ok_or_else(|| Unknown::failed("there is no commit yet"))
        .and_then(|oid| digest(&git, &location, oid));
    Ok((head, patch))
}

fn digest(git: &Git, location: &Location, oid: &str) -> Result<String, Unknown> {
    let mut hash = Sha256::new();
    let overrides = filters::neutralised(git)?;
    let mut arguments = DIFF.to_vec();
    arguments.extend([oid, "--"]);
    git.stream(&overrides, &arguments, &mut |piece| {
        hash.update(piece);
        true
    })?;
    untracked_content::hash(git, &location.worktree, &mut hash)?;
    Ok(text::hexadecimal(&hash.finalize()))
}

/// Every setting that has a say in how a difference is written is spelled out, so that the digest is up to the
/// difference alone. With whole object ids the content of a binary file counts without being printed.
const DIFF: &[&str] = &[
    "-c",
    "core.quotePath=true",
    "-c",
    "diff.relative=false",
    "-c",
    "diff.suppressBlankEmpty=false",
    "diff",
    "--patch",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-renames",
    "--indent-heuristic",
    "--diff-algorithm=myers",
    "--full-index",
    "--unified=3",
    "--inter-hunk-context=0",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    // What a submodule is at counts; its own files would be another git's to look at.
    "--submodule=short",
    "--ignore-submodules=dirty",
    // As no order file.
    "-O/dev/null",
];
