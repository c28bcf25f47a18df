use std::fs::File;
use std::io::Read;
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};

/// Whether there is something of this name, whatever it is.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The first `limit` bytes of a plain file. None for anything else: a link could lead anywhere, and a named pipe
/// would keep us waiting for a writer that never comes.
pub(crate) fn read(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(open(path, flags, Mode::empty()).ok()?);
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn only_plain_files_and_not_too_much_of_them() {
        let dir = tempfile::tempdir().unwrap();
        let plain = dir.path().join("plain");
        std::fs::write(&plain, "0123456789").unwrap();
        std::os::unix::fs::symlink(&plain, dir.path().join("link")).unwrap();
        assert!(Command::new("mkfifo").arg(dir.path().join("pipe")).status().unwrap().success());
        assert_eq!(read(&plain, 4).unwrap(), b"0123");
        assert_eq!(read(&dir.path().join("link"), 4), None);
        assert_eq!(read(&dir.path().join("pipe"), 4), None);
        assert_eq!(read(dir.path(), 4), None);
        assert_eq!(read(&dir.path().join("absent"), 4), None);
    }
}
