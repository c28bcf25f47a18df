use std::ffi::OsString;

use crate::git::Git;
use crate::names::{Names, entries};
use crate::text;
use crate::unknown::Unknown;

/// What differs between HEAD, the index and the work tree, submodules left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracked {
    /// The branch that HEAD's branch follows.
    pub upstream: Option<Upstream>,
    /// Files with a conflict to be resolved.
    pub conflicted: Names,
    /// Files that differ between HEAD and the index.
    pub staged: Names,
    /// Files that differ between the index and the work tree.
    pub unstaged: Names,
    /// Stashes, as far as this git says; it leaves them out if there is none.
    pub(crate) stashes: Option<usize>,
}

/// The branch that another follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    /// As configured, `origin/main`.
    pub name: String,
    /// Commits ahead of it and behind it; none if it is gone.
    pub ahead_behind: Option<(u64, u64)>,
}

impl Tracked {
    /// `overrides` keep filters from running.
    pub(crate) fn read(git: &Git, overrides: &[OsString]) -> Result<Self, Unknown> {
        let output = git.answer(
            overrides,
            &[
                "status",
                "--porcelain=v2",
                "-z",
                "--branch",
                "--ahead-behind",
                "--show-stash",
                "--no-renames",
                // A large tree of untracked files would make everything else wait.
                "--untracked-files=no",
                // Git would run another status inside each submodule, with that one's configuration.
                "--ignore-submodules=all",
            ],
        )?;
        let mut tracked = Self::parse(&output.stdout);
        if output.truncated() {
            for names in [&mut tracked.conflicted, &mut tracked.staged, &mut tracked.unstaged] {
                names.at_least = true;
            }
        }
        Ok(tracked)
    }

    fn parse(bytes: &[u8]) -> Self {
        let mut tracked = Self::default();
        for entry in entries(bytes) {
            match entry {
                [b'#', b' ', header @ ..] => tracked.header(header),
                // Kind, state, submodule, three modes, two ids, path.
                [b'1', b' ', x, y, b' ', ..] => {
                    let Some(path) = entry.splitn(9, |byte| *byte == b' ').nth(8) else { continue };
                    if *x != b'.' {
                        tracked.staged.push(path);
                    }
                    if *y != b'.' {
                        tracked.unstaged.push(path);
                    }
                }
                // Kind, state, submodule, four modes, three ids, path.
                [b'u', b' ', ..] => {
                    if let Some(path) = entry.splitn(11, |byte| *byte == b' ').nth(10) {
                        tracked.conflicted.push(path);
                    }
                }
                _ => {}
            }
        }
        tracked
    }

    fn header(&mut self, header: &[u8]) {
        if let Some(name) = header.strip_prefix(b"branch.upstream ") {
            self.upstream = Some(Upstream { name: text::from_bytes(name), ahead_behind: None });
        } else if let Some(counts) = header.strip_prefix(b"branch.ab ") {
            let mut counts = str::from_utf8(counts).unwrap_or_default().split(' ');
            let ahead = counts.next().and_then(|count| count.strip_prefix('+')?.parse().ok());
            let behind = counts.next().and_then(|count| count.strip_prefix('-')?.parse().ok());
            if let Some(upstream) = &mut self.upstream {
                upstream.ahead_behind = ahead.zip(behind);
            }
        } else if let Some(count) = header.strip_prefix(b"stash ") {
            self.stashes = str::from_utf8(count).ok().and_then(|count| count.parse().ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn porcelain_is_read_by_position() {
        let tracked = Tracked::parse(
            b"# branch.oid abc\0# branch.head main\0# branch.upstream origin/main\0# branch.ab +1 -2\0# stash 3\0\
              1 M. N... 100644 100644 100644 a b staged file\0\
              1 MM N... 100644 100644 100644 a b both\0\
              u UU N... 100644 100644 100644 100644 a b c in conflict\n# stash 9\0\
              1 .M N... 100644 100644 100644 a b cut off",
        );
        assert_eq!(
            tracked.upstream,
            Some(Upstream { name: "origin/main".into(), ahead_behind: Some((1, 2)) })
        );
        assert_eq!(tracked.staged.first, ["staged file", "both"]);
        assert_eq!(tracked.unstaged.first, ["both"]);
        assert_eq!(tracked.conflicted.first, ["in conflict\n# stash 9"]);
        assert_eq!(tracked.stashes, Some(3));
    }
}
