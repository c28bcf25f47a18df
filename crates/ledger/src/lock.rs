use crate::{LedgerError, folder};
use fs4::{FileExt, TryLockError};
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a held lock is tried again.
const STEP: Duration = Duration::from_millis(2);

/// The right to append to a session's ledger. The lock ends with the value, or with the process; the file stays.
#[derive(Debug)]
pub struct Exclusive {
    _file: File,
    wait: Duration,
}

impl Exclusive {
    /// Takes the lock at `path`, waiting no longer than `wait`.
    pub(crate) fn take(path: &Path, wait: Duration) -> Result<Exclusive, LedgerError> {
        let mut file = folder::open_or_create(path)?;
        let begun = Instant::now();
        loop {
            match FileExt::try_lock(&file) {
                Ok(()) if is_still(&file, path) => return Ok(Exclusive { _file: file, wait }),
                // Somebody has removed the file that was locked, and others lock its successor.
                Ok(()) => file = folder::open_or_create(path)?,
                Err(TryLockError::WouldBlock) => {
                    if begun.elapsed() >= wait {
                        return Err(LedgerError::Locked {
                            path: path.to_owned(),
                            waited_ms: begun.elapsed().as_millis(),
                        });
                    }
                    std::thread::sleep(STEP);
                }
                Err(TryLockError::Error(error)) => return Err(LedgerError::io(path)(error)),
            }
        }
    }
}

impl Exclusive {
    /// Locks another file in the same way, for as long as that stays open.
    pub(crate) fn extend_to(&self, file: &File, path: &Path) -> Result<(), LedgerError> {
        let begun = Instant::now();
        loop {
            match FileExt::try_lock(file) {
                Ok(()) => return Ok(()),
                Err(TryLockError::WouldBlock) if begun.elapsed() < self.wait => std::thread::sleep(STEP),
                Err(TryLockError::WouldBlock) => {
                    let waited_ms = begun.elapsed().as_millis();
                    return Err(LedgerError::Locked { path: path.to_owned(), waited_ms });
                }
                Err(TryLockError::Error(error)) => return Err(LedgerError::io(path)(error)),
            }
        }
    }
}

/// Whether the open file is the one that stands at the path.
fn is_still(file: &File, path: &Path) -> bool {
    let (open, there) = (file.metadata(), std::fs::symlink_metadata(path));
    matches!((open, there), (Ok(open), Ok(there)) if (open.dev(), open.ino()) == (there.dev(), there.ino()))
}
