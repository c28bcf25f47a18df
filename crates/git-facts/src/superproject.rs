use crate::git::Git;
use crate::location::Location;
use crate::state_file::exists;
use crate::text;

/// The work tree that this one is a submodule of. Git starts a second process to find out, so it is asked only
/// where a repository lies further up.
pub(crate) fn read(git: &Git, location: &Location) -> Option<String> {
    location.worktree.ancestors().skip(1).find(|above| exists(&above.join(".git")))?;
    let output = git.answer(&[], &["rev-parse", "--show-superproject-working-tree"]).ok()?;
    output.stdout.strip_suffix(b"\n").map(text::from_bytes)
}
