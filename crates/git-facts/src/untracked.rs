use crate::git::Git;
use crate::names::{Names, entries};
use crate::unknown::Unknown;

/// The untracked files of the whole work tree as `git status` shows them: ignored ones left out, a directory
/// with nothing else in it as one entry. Unlike `status`, this doesn't look at the tracked files again.
pub(crate) fn read(git: &Git) -> Result<Names, Unknown> {
    let output = git.answer(
        &[],
        &[
            "ls-files",
            "-z",
            "--others",
            "--exclude-standard",
            "--directory",
            "--no-empty-directory",
            "--full-name",
            "--",
            // From the top level, wherever in the work tree we are.
            ":/",
        ],
    )?;
    let mut names = Names { at_least: output.truncated(), ..Names::default() };
    for name in entries(&output.stdout) {
        names.push(name);
    }
    Ok(names)
}
