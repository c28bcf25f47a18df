use std::io;
use std::path::PathBuf;

/// What can be wrong with a session's state. Each message names the file and, where there is one, the line.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The operating system refused.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Its answer.
        source: io::Error,
    },
    /// Not a plain file or folder of this user.
    #[error("{path}: {what}", path = path.display())]
    Unsafe {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// A record in the middle is damaged, or records are missing.
    #[error("{path}, line {line}: {what}; the ledger was edited or damaged", path = path.display())]
    Broken {
        /// The ledger.
        path: PathBuf,
        /// Line number, from 1.
        line: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Written by a newer version of compact-gate.
    #[error("{path}, line {line}: format version {version} is newer than this program's; it was left untouched", path = path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: u64,
        /// Its version.
        version: u64,
    },
    /// The snapshot isn't what the ledger says it should be.
    #[error("{path}: {what}; it was edited or damaged", path = path.display())]
    Snapshot {
        /// The snapshot.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The anchor remembers a later record than the ledger holds, or another one.
    #[error("{path}: the ledger ends at record {found}, but record {anchored} was written: an older copy of it was put back, or it was cut", path = path.display())]
    Replayed {
        /// The ledger.
        path: PathBuf,
        /// The last sequence number of the ledger.
        found: u64,
        /// The last sequence number that was written.
        anchored: u64,
    },
    /// Another process held the lock for too long.
    #[error("{path}: another process has held the lock for {waited_ms} ms", path = path.display())]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// How long was waited, in milliseconds.
        waited_ms: u128,
    },
}

impl LedgerError {
    /// What the operator can do about it. Kept apart from the message, which may reach the model.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            LedgerError::Io { .. } => "check the file's permissions and the disk",
            LedgerError::Unsafe { .. } => {
                "find out who put it there; move it away, and the gate makes its own"
            }
            LedgerError::Broken { .. } | LedgerError::Replayed { .. } => {
                "find out who changed it; with the session's folder moved away, its next tool call is recorded as \
                 `state_removed`, which can be released"
            }
            LedgerError::Newer { .. } => "use the compact-gate that wrote it, or a newer one",
            LedgerError::Snapshot { .. } => {
                "find out who changed it; with this file removed, the ledger rebuilds it"
            }
            LedgerError::Locked { .. } => "find the process that holds the lock (lsof) and see why",
        }
    }

    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> LedgerError {
        let path = path.into();
        move |source| LedgerError::Io { path, source }
    }
}
