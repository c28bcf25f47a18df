use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::git::Git;
use crate::text;
use crate::unknown::Unknown;

/// Where a directory belongs, and what HEAD is there: the answers of one `git rev-parse`.
pub(crate) struct Location {
    pub(crate) worktree: PathBuf,
    /// This work tree's own git directory, which holds the state of its operations.
    pub(crate) git_dir: PathBuf,
    /// The repository's git directory, which its work trees share.
    pub(crate) common_dir: PathBuf,
    /// The commit at HEAD; none on an unborn branch.
    pub(crate) oid: Option<String>,
    /// What HEAD resolves to in full: `refs/heads/main`, or `HEAD` if detached; none on an unborn branch.
    pub(crate) full_name: Option<Vec<u8>>,
}

impl Location {
    pub(crate) fn of(git: &Git) -> Result<Self, Unknown> {
        let fence = fence();
        // The work tree's top level is asked as a way up (`--show-cdup`), because `--show-toplevel` ends git
        // where there is none, and HEAD goes last, because it ends git on an unborn branch.
        let output = git.run(&[
            "rev-parse",
            "--absolute-git-dir",
            &fence,
            "--git-common-dir",
            &fence,
            "--is-inside-work-tree",
            &fence,
            "--show-cdup",
            &fence,
            "HEAD",
            "--symbolic-full-name",
            "HEAD",
            "--",
        ])?;
        let pieces = split(&output.stdout, format!("{fence}\n").as_bytes());
        let [git_dir, common_dir, inside, way_up, head] = pieces[..] else {
            return Err(Unknown::from_stderr(&output.stderr));
        };
        let (Some(git_dir), Some(common_dir)) = (line(git_dir), line(common_dir)) else {
            return Err(Unknown::from_stderr(&output.stderr));
        };
        if line(inside) != Some(b"true") {
            // Git names a work tree elsewhere only if the configuration does (`core.worktree`).
            return Err(match line(way_up) {
                Some(elsewhere) => Unknown::WorkTreeElsewhere(text::from_bytes(elsewhere)),
                None => Unknown::NotAWorkTree,
            });
        }
        let resolve = |path: &[u8]| -> PathBuf {
            let path = git.cwd.join(OsStr::from_bytes(path));
            fs::canonicalize(&path).unwrap_or(path)
        };
        let mut head = head.split(|byte| *byte == b'\n');
        let oid = head.next().filter(|oid| is_oid(oid)).map(text::from_bytes);
        let full_name = head.next().filter(|_| oid.is_some()).map(<[u8]>::to_vec);
        Ok(Self {
            worktree: resolve(line(way_up).unwrap_or_default()),
            git_dir: resolve(git_dir),
            common_dir: resolve(common_dir),
            oid,
            full_name,
        })
    }
}

/// Whether this is a whole object id, SHA-1 or SHA-256, as git writes it.
pub(crate) fn is_oid(name: &[u8]) -> bool {
    matches!(name.len(), 40 | 64) && name.iter().all(u8::is_ascii_hexdigit)
}

/// A line that `rev-parse` repeats, as it does with any option it doesn't know, to tell its answers apart:
/// paths can hold line breaks, and `rev-parse` has no `-z`. Nobody can have prepared a path with it.
fn fence() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("--fence-{}-{now}", process::id())
}

fn split<'a>(mut bytes: &'a [u8], fence: &[u8]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    while let Some(at) = bytes.windows(fence.len()).position(|window| window == fence) {
        pieces.push(&bytes[..at]);
        bytes = &bytes[at + fence.len()..];
    }
    pieces.push(bytes);
    pieces
}

/// An answer without the newline that ends it; none if there was no answer.
fn line(piece: &[u8]) -> Option<&[u8]> {
    piece.strip_suffix(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_keep_their_line_breaks() {
        let pieces = split(b"/a\nb\n--f\n--f\n\n--f\nx", b"--f\n");
        assert_eq!(pieces, [&b"/a\nb\n"[..], b"", b"\n", b"x"]);
        assert_eq!(line(pieces[0]), Some(&b"/a\nb"[..]));
        assert_eq!(line(pieces[1]), None);
        assert_eq!(line(pieces[2]), Some(&b""[..]));
    }

    #[test]
    fn object_ids_are_whole() {
        assert!(is_oid(&[b'a'; 40]) && is_oid(&[b'0'; 64]));
        assert!(!is_oid(b"HEAD") && !is_oid(&[b'g'; 40]) && !is_oid(&[b'a'; 39]));
    }
}
