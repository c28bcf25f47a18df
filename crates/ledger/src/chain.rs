use crate::line::{self, Entry, LineError, NO_DIGEST};
use crate::{LedgerError, Payload};
use std::path::Path;

/// Where a chain has got to: the last record, and where its line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number; 0 before the first record.
    pub seq: u64,
    /// Its digest; all zeros before the first record.
    pub digest: String,
    /// Byte offset of its line.
    pub start: u64,
    /// Byte offset of the line after it.
    pub end: u64,
    /// How many lines stand before that offset.
    pub lines: u64,
}

impl Link {
    pub(crate) fn start() -> Link {
        Link { seq: 0, digest: NO_DIGEST.to_owned(), start: 0, end: 0, lines: 0 }
    }

    /// A ledger that goes on where a removed one ended: its records are numbered after the anchor's.
    pub(crate) fn after_removed(seq: u64, digest: String) -> Link {
        Link { seq, digest, start: 0, end: 0, lines: 0 }
    }

    pub(crate) fn extend(&self, at: &str, payload: &Payload) -> (String, Link) {
        let (line, digest) = line::encode(self.seq + 1, at, payload, &self.digest);
        let link = Link {
            seq: self.seq + 1,
            digest,
            start: self.end,
            end: self.end + line.len() as u64,
            lines: self.lines + 1,
        };
        (line, link)
    }
}

/// A stretch of ledger whose every record fits the one before it.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The records.
    pub entries: Vec<Entry>,
    /// The last of them, or the link that was gone out from.
    pub last: Link,
    /// Bytes behind the last complete line: a record that was being written when its writer died.
    pub torn_bytes: u64,
}

/// Checks every complete line of `bytes`, which follow `from` in the ledger at `path`.
///
/// A torn last line is what a crash leaves; it was never acknowledged, and is only counted. Anything else that doesn't
/// fit is an error that names its line. Where `from` is the start, the first record may have a number above 1: then
/// the records before it were removed, which `entries[0].seq` shows.
pub fn verify_chain(path: &Path, bytes: &[u8], from: &Link) -> Result<Verified, LedgerError> {
    let mut last = from.clone();
    let mut entries = Vec::new();
    let mut rest = bytes;
    while let Some(newline) = memchr_newline(rest) {
        let number = last.lines + 1;
        let broken = |what| LedgerError::Broken { path: path.to_owned(), line: number, what };
        let entry = line::decode(strip_cr(&rest[..newline])).map_err(|error| match error {
            LineError::Newer(version) => LedgerError::Newer { path: path.to_owned(), line: number, version },
            LineError::Broken(what) => broken(what),
        })?;
        let first_of_ledger = last.lines == 0 && from.seq == 0;
        if !first_of_ledger || entry.seq == 1 {
            if entry.seq != last.seq + 1 {
                return Err(broken("its number doesn't follow the one before it"));
            }
            if entry.prev != last.digest {
                return Err(broken("it doesn't name the digest of the record before it"));
            }
        }
        last = Link {
            seq: entry.seq,
            digest: entry.digest.clone(),
            start: last.end,
            end: last.end + newline as u64 + 1,
            lines: number,
        };
        entries.push(entry);
        rest = &rest[newline + 1..];
    }
    Ok(Verified { entries, last, torn_bytes: rest.len() as u64 })
}

fn memchr_newline(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n')
}

fn strip_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(records: u64) -> (Vec<u8>, Vec<Link>) {
        let mut links = vec![Link::start()];
        let mut bytes = Vec::new();
        for number in 0..records {
            let payload = Payload { kind: "k".into(), body: number.to_string(), state: NO_DIGEST.into() };
            let (line, link) = links[links.len() - 1].extend("2026-11-30T00:00:00Z", &payload);
            bytes.extend_from_slice(line.as_bytes());
            links.push(link);
        }
        (bytes, links)
    }

    fn verify(bytes: &[u8]) -> Result<Verified, LedgerError> {
        verify_chain(Path::new("ledger.jsonl"), bytes, &Link::start())
    }

    #[test]
    fn a_torn_tail_is_counted_at_every_byte() {
        let (bytes, links) = ledger(3);
        for cut in 0..bytes.len() {
            let verified = verify(&bytes[..cut]).unwrap();
            let whole = links.iter().rev().find(|link| link.end <= cut as u64).unwrap();
            assert_eq!((&verified.last, verified.torn_bytes), (whole, cut as u64 - whole.end));
        }
    }

    #[test]
    fn a_missing_swapped_or_repeated_record_is_broken() {
        let (bytes, links) = ledger(3);
        let line = |n: usize| {
            let range = |link: &Link| usize::try_from(link.end).unwrap();
            &bytes[range(&links[n - 1])..range(&links[n])]
        };
        for order in [[1, 3].as_slice(), &[2, 1], &[1, 1], &[1, 2, 2], &[1, 3, 2]] {
            let shuffled: Vec<u8> = order.iter().flat_map(|n| line(*n).to_vec()).collect();
            assert!(matches!(verify(&shuffled), Err(LedgerError::Broken { .. })), "{order:?}");
        }
        // A cut front is only visible by its number; the caller has to look at it.
        let cut: Vec<u8> = [2, 3].iter().flat_map(|n| line(*n).to_vec()).collect();
        assert_eq!(verify(&cut).unwrap().entries[0].seq, 2);
    }
}
