//! What is in untracked files: a diff against HEAD doesn't hold them, and a new source file is one until it is added.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;
use sha2::{Digest as _, Sha256};

use crate::git::Git;
use crate::names::entries;
use crate::unknown::Unknown;

/// So much is read of all of them together. Who has more of it had better ignore it.
const MOST_BYTES: u64 = 64 << 20;

/// Hashes the untracked files of the whole work tree that aren't ignored: name, kind and content of each, in git's
/// order, and nothing where there are none. Of a repository within, only its name.
pub(crate) fn hash(git: &Git, worktree: &Path, hash: &mut Sha256) -> Result<(), Unknown> {
    let list = ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", ":/"];
    let output = git.answer(&[], &list)?;
    if output.truncated() {
        return Err(Unknown::failed("there are too many untracked files"));
    }
    let mut left = MOST_BYTES;
    for name in entries(&output.stdout) {
        hash.update(b"untracked ");
        framed(hash, name);
        let path = worktree.join(OsStr::from_bytes(name));
        let metadata = fs::symlink_metadata(&path).map_err(unreadable)?;
        if metadata.is_symlink() {
            hash.update(b"link ");
            framed(hash, fs::read_link(&path).map_err(unreadable)?.as_os_str().as_bytes());
        } else if metadata.is_file() {
            hash.update(if metadata.mode() & 0o100 == 0 { "file\n" } else { "program\n" });
            hash.update(content(git, &path, &mut left)?);
        }
    }
    Ok(())
}

/// With its length, so that no two lists look the same.
fn framed(hash: &mut Sha256, bytes: &[u8]) {
    hash.update(format!("{} ", bytes.len()));
    hash.update(bytes);
    hash.update(b"\n");
}

/// The digest of one file. What has taken its place since it was looked at is neither followed nor waited for.
fn content(git: &Git, path: &Path, left: &mut u64) -> Result<sha2::digest::Output<Sha256>, Unknown> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let open = fs::OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path);
    let mut file = open.map_err(unreadable)?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(Unknown::failed("an untracked file is no file any more"));
    }
    read(git, &mut file, left)
}

fn read(git: &Git, file: &mut File, left: &mut u64) -> Result<sha2::digest::Output<Sha256>, Unknown> {
    let mut hash = Sha256::new();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        git.deadline.remaining().ok_or(Unknown::TimedOut)?;
        let count = file.read(&mut chunk).map_err(unreadable)?;
        if count == 0 {
            return Ok(hash.finalize());
        }
        *left = left.checked_sub(count as u64).ok_or_else(too_large)?;
        hash.update(&chunk[..count]);
    }
}

fn too_large() -> Unknown {
    Unknown::failed("the untracked files are too large")
}

#[expect(clippy::needless_pass_by_value, reason = "an error is mapped by it")]
fn unreadable(error: std::io::Error) -> Unknown {
    Unknown::failed(&format!("an untracked file can't be read: {}", error.kind()))
}
