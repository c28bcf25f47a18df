//! Permission to run a client. Clients are large, and a machine full of them reaches the deadlines of the tests.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// So many runs go on at once, whatever the number of test threads and test processes.
const SLOTS: usize = 2;

const RETRY: Duration = Duration::from_millis(20);

/// A locked file, which the system unlocks with the process at the latest.
#[derive(Debug)]
pub(crate) struct RunSlot {
    _locked: File,
}

impl RunSlot {
    /// Waits for a free slot.
    pub(crate) fn take(cache: &Path) -> Result<Self> {
        fs::create_dir_all(cache)?;
        let files = (0..SLOTS)
            .map(|slot| File::create(cache.join(format!("run-{slot}.lock"))))
            .collect::<Result<Vec<_>, _>>()
            .with_context(|| format!("can't make the lock files in {}", cache.display()))?;
        loop {
            for file in &files {
                match file.try_lock() {
                    Ok(()) => return Ok(Self { _locked: file.try_clone()? }),
                    Err(TryLockError::WouldBlock) => {}
                    Err(TryLockError::Error(error)) => return Err(error.into()),
                }
            }
            thread::sleep(RETRY);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_third_run_waits() {
        let cache = tempfile::tempdir().unwrap();
        let first = RunSlot::take(cache.path()).unwrap();
        let _second = RunSlot::take(cache.path()).unwrap();
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            let cache = cache.path();
            scope.spawn(move || send.send(RunSlot::take(cache).map(drop).is_ok()));
            receive.recv_timeout(Duration::from_millis(200)).unwrap_err();
            drop(first);
            assert!(receive.recv_timeout(Duration::from_secs(10)).unwrap());
        });
    }
}
