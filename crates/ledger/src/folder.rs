//! Opening files of the state without following links, blocking on pipes, or widening permissions.

use crate::LedgerError;
use rustix::fs::OFlags;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// No file of the state is larger than this, in bytes; one that is isn't ours.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Opens a state file for reading: `None` if there is none.
pub(crate) fn open_existing(path: &Path) -> Result<Option<File>, LedgerError> {
    match options().read(true).open(path) {
        Ok(file) => check_plain(path, file).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LedgerError::io(path)(error)),
    }
}

/// Opens a state file for reading and writing, and makes it with mode 0600 if need be.
pub(crate) fn open_or_create(path: &Path) -> Result<File, LedgerError> {
    let file = options()
        .read(true)
        .write(true)
        .create(true)
        .mode(0o600)
        .open(path)
        .map_err(LedgerError::io(path))?;
    check_plain(path, file)
}

/// Reads a whole state file: `None` if there is none.
pub(crate) fn read_existing(path: &Path) -> Result<Option<Vec<u8>>, LedgerError> {
    let Some(mut file) = open_existing(path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(LedgerError::io(path))?;
    Ok(Some(bytes))
}

/// Puts a file in the place of what is there, with mode 0600: a reader sees the old one or the new one, whole, also after a
/// power cut. Which of the two it is then is certain only once the folder is synced, too. What a killed writer leaves
/// behind begins with `prefix`.
pub(crate) fn replace(path: &Path, prefix: &str, bytes: &[u8]) -> Result<(), LedgerError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(prefix)
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)
        .map_err(LedgerError::io(folder))?;
    file.write_all(bytes).map_err(LedgerError::io(path))?;
    file.as_file().sync_all().map_err(LedgerError::io(path))?;
    file.persist(path).map_err(|error| LedgerError::io(path)(error.error))?;
    Ok(())
}

/// Makes a session's folder with mode 0700, or checks the one that is there.
pub(crate) fn ensure_session_folder(path: &Path) -> Result<(), LedgerError> {
    match DirBuilder::new().mode(0o700).create(path) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(LedgerError::io(path)(error)),
    }
    check_session_folder(path).map(|_| ())
}

/// Whether the folder exists; a link, a file or somebody else's folder in its place is an error.
pub(crate) fn check_session_folder(path: &Path) -> Result<bool, LedgerError> {
    let meta = match fs::symlink_metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(LedgerError::io(path)(error)),
    };
    let refuse = |what| LedgerError::Unsafe { path: path.to_owned(), what };
    if !meta.is_dir() {
        return Err(refuse("is not a directory"));
    }
    if meta.uid() != rustix::process::geteuid().as_raw() {
        return Err(refuse("belongs to another user"));
    }
    Ok(true)
}

/// Makes the entries of a directory durable.
pub(crate) fn sync_dir(path: &Path) -> Result<(), LedgerError> {
    File::open(path).and_then(|dir| dir.sync_all()).map_err(LedgerError::io(path))
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    options
}

fn check_plain(path: &Path, file: File) -> Result<File, LedgerError> {
    let meta = file.metadata().map_err(LedgerError::io(path))?;
    let refuse = |what| LedgerError::Unsafe { path: path.to_owned(), what };
    if !meta.is_file() {
        return Err(refuse("is not a regular file"));
    }
    if meta.uid() != rustix::process::geteuid().as_raw() {
        return Err(refuse("belongs to another user"));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err(refuse("is too large"));
    }
    Ok(file)
}
