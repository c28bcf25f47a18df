use crate::{LedgerError, folder};
use serde::{Deserialize, Serialize};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The last record of a session's ledger, kept outside the session's folder.
///
/// It is written in place, at a fixed length, after the ledger's sync and without one of its own: after a power cut it
/// may be behind, empty or garbled, which is not held against anyone. Only a readable anchor that is *ahead* of the
/// ledger proves that records were taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Anchor {
    pub seq: u64,
    pub digest: String,
}

/// Length of the file in bytes: room for any sequence number.
const LENGTH: usize = 128;

impl Anchor {
    pub(crate) fn read(path: &Path) -> Result<Option<Anchor>, LedgerError> {
        let Some(bytes) = folder::read_existing(path)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&bytes);
        Ok(serde_json::from_str(text.trim_matches(['\0', ' ', '\n', '\r'])).ok())
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), LedgerError> {
        let file = folder::open_or_create(path)?;
        let mut text = serde_json::to_string(self).unwrap_or_default();
        while text.len() < LENGTH - 1 {
            text.push(' ');
        }
        text.push('\n');
        file.write_all_at(text.as_bytes(), 0).map_err(LedgerError::io(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbage_is_no_anchor_and_a_rewrite_leaves_nothing_behind() {
        let dir = assert_fs::TempDir::new().unwrap();
        let path = dir.path().join("a");
        assert_eq!(Anchor::read(&path).unwrap(), None);
        let long = Anchor { seq: u64::MAX, digest: "f".repeat(64) };
        long.write(&path).unwrap();
        let short = Anchor { seq: 1, digest: "0".repeat(64) };
        short.write(&path).unwrap();
        assert_eq!(Anchor::read(&path).unwrap(), Some(short));
        for garbage in [b"".as_slice(), &[0; 128], b"{\"seq\":1,\"dig"] {
            std::fs::write(&path, garbage).unwrap();
            assert_eq!(Anchor::read(&path).unwrap(), None);
        }
    }
}
