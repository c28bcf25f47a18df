use std::path::Path;

use crate::git::Git;
use crate::location::is_oid;
use crate::options::Options;

/// Whether the one commit is the other's ancestor, or the same. None if that can't be told: a missing commit, no
/// repository, the deadline, or something that isn't a whole object id.
///
/// Decided from the commits alone. Grafts, replacements and the commit graph file could make up a history.
#[must_use]
pub fn is_descendant(
    cwd: &Path,
    ancestor_oid: &str,
    descendant_oid: &str,
    options: &Options,
) -> Option<bool> {
    if !is_oid(ancestor_oid.as_bytes()) || !is_oid(descendant_oid.as_bytes()) {
        return None;
    }
    let git = Git::new(cwd, options).ok()?;
    let output = git
        .run_with(
            &["core.commitGraph=false".into()],
            &["merge-base", "--is-ancestor", ancestor_oid, descendant_oid],
        )
        .ok()?;
    match output.status?.code()? {
        0 => Some(true),
        1 => Some(false),
        _ => None,
    }
}
