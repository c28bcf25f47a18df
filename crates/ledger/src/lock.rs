use crate::{LedgerError, folder};
use fs4::{FileExt, TryLockError};
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a held lock is tried again.
const STEP: Duration = Duration::from_millis(2);

/// The right to append to a session's ledger. The lock ends with the value, or with the process; the file stays.
#[derive(Debug)]
pub struct Exclusive {
    _file: File,
}

impl Exclusive {
    /// Takes the lock at `path`, waiting no longer than `wait`.
    pub(crate) fn take(path: &Path, wait: Duration) -> Result<Exclusive, LedgerError> {
        let file = folder::open_or_create(path)?;
        let begun = Instant::now();
        loop {
            match FileExt::try_lock(&file) {
                Ok(()) => return Ok(Exclusive { _file: file }),
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
