use std::path::Path;

use crate::facts::Facts;
use crate::filters;
use crate::git::Git;
use crate::head::HeadFacts;
use crate::location::Location;
use crate::operation;
use crate::options::Options;
use crate::stash;
use crate::state_file::exists;
use crate::subject;
use crate::superproject;
use crate::text;
use crate::tracked::Tracked;
use crate::unknown::Unknown;
use crate::untracked;

/// Everything that git says about a directory until the deadline, most important first.
///
/// Five git processes, one more on an unborn branch, below another repository, or with reftables. It never
/// fails: what isn't known says why.
#[must_use]
pub fn observe(cwd: &Path, options: &Options) -> Facts {
    let located = Git::new(cwd, options).and_then(|git| {
        let location = Location::of(&git)?;
        let head = HeadFacts::read(&git, &location)?;
        Ok((git, location, head))
    });
    let (git, location, head) = match located {
        Ok(located) => located,
        Err(unknown) => return nothing(cwd, &unknown),
    };
    // The files of the git directory come first, as they cost next to nothing.
    let operations = operation::in_progress(&git, &location);
    let index_locked = exists(&location.git_dir.join("index.lock"));
    let subject = head.oid.as_ref().and_then(|oid| subject::read(&git, oid));
    let superproject = superproject::read(&git, &location);
    let tracked = filters::neutralised(&git).and_then(|overrides| Tracked::read(&git, &overrides));
    let counted = tracked.as_ref().map(|tracked| tracked.stashes).map_err(Clone::clone);
    let stashes = stash::count(counted, &location.common_dir);
    let untracked = untracked::read(&git);
    Facts {
        cwd: text::from_path(cwd),
        head: Ok(head),
        subject,
        superproject,
        operations,
        index_locked,
        tracked,
        stashes,
        untracked,
    }
}

/// How tracked files and the upstream differ from HEAD: two git processes.
pub fn changes(cwd: &Path, options: &Options) -> Result<Tracked, Unknown> {
    let git = Git::new(cwd, options)?;
    Tracked::read(&git, &filters::neutralised(&git)?)
}

fn nothing(cwd: &Path, unknown: &Unknown) -> Facts {
    Facts {
        cwd: text::from_path(cwd),
        head: Err(unknown.clone()),
        subject: None,
        superproject: None,
        operations: Vec::new(),
        index_locked: false,
        tracked: Err(unknown.clone()),
        stashes: Err(unknown.clone()),
        untracked: Err(unknown.clone()),
    }
}
