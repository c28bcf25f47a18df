use crate::{LedgerError, folder};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::path::Path;

/// `verdict.json`: the folded state, bound to the record after which it was taken.
#[derive(Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// Format version, as in the ledger.
    pub v: u64,
    /// The session.
    pub session_id: String,
    /// Verdict of the main context, for people and scripts; the state below is what counts.
    pub verdict: String,
    /// Number of the record.
    pub seq: u64,
    /// Digest of the record.
    pub digest: String,
    /// Byte offset of the record's line in the ledger.
    pub start: u64,
    /// Byte offset behind that line: what stands from there on has to be folded in.
    pub end: u64,
    /// How many lines the ledger has up to there.
    pub lines: u64,
    /// The folded state: one JSON object, whose SHA-256 is the record's `state`.
    pub state: Box<RawValue>,
}

#[derive(Deserialize)]
struct VersionOnly {
    v: u64,
}

impl Snapshot {
    pub(crate) fn read(path: &Path) -> Result<Option<Snapshot>, LedgerError> {
        let Some(bytes) = folder::read_existing(path)? else { return Ok(None) };
        let bad = |what| LedgerError::Snapshot { path: path.to_owned(), what };
        let snapshot = serde_json::from_slice::<Snapshot>(&bytes);
        let version = match &snapshot {
            Ok(snapshot) => snapshot.v,
            // A newer one may have another shape; its version says so.
            Err(_) => serde_json::from_slice::<VersionOnly>(&bytes).map_or(0, |only| only.v),
        };
        if version > crate::FORMAT_VERSION {
            return Err(LedgerError::Newer { path: path.to_owned(), line: 1, version });
        }
        snapshot.map(Some).map_err(|_| bad("it can't be read"))
    }

    /// Replaces the file. The folder isn't synced: an old snapshot is as good as a new one, with the records behind it.
    pub(crate) fn write(&self, path: &Path) -> Result<(), LedgerError> {
        let mut text = serde_json::to_vec(self).map_err(|error| LedgerError::io(path)(error.into()))?;
        text.push(b'\n');
        folder::replace(path, ".verdict-", &text)
    }
}
