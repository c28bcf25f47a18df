//! The durable state of compact-gate.
//!
//! A session has a folder with three files: `ledger.jsonl`, one record a line, each naming the digest of the line
//! before it; `verdict.json`, a snapshot of the folded state that is bound to the record it was taken after; and
//! `lock`. Outside the folder an anchor remembers the last record, so that an older copy of the folder, or a missing
//! one, is noticed.
//!
//! This crate knows bytes, order and durability. What a record means is its caller's business.

mod anchor;
mod chain;
mod error;
mod folder;
mod line;
mod lock;
mod request_file;
mod session;
mod session_name;
mod snapshot;
mod state_dir;

pub use chain::{Link, Verified, verify_chain};
pub use error::LedgerError;
pub use line::{Entry, FORMAT_VERSION, Payload};
pub use lock::Exclusive;
pub use session::{Loaded, Session};
pub use session_name::folder_name;
pub use snapshot::Snapshot;
pub use state_dir::{StateDir, home_directory};

/// SHA-256 in lowercase hexadecimal.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    use sha2::Digest;
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(64);
    for byte in sha2::Sha256::digest(bytes) {
        text.push(char::from(HEX[usize::from(byte >> 4)]));
        text.push(char::from(HEX[usize::from(byte & 15)]));
    }
    text
}
