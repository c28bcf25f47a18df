//! What the model proposed, kept beside the ledger, which holds its digest alone.

use super::continuity_file::read_capped;
use ledger::{StateDir, sha256_hex};
use verdict::{MAX_PROPOSAL_BYTES, Proposal, Proposed};

/// Where they are kept, in the state directory.
const FOLDER: &str = ".proposals";

/// The proposal of a session, if what is kept is what was recorded.
pub fn read(state_dir: &StateDir, session: &str, digest: &str) -> Option<Proposal> {
    let path = state_dir.path().join(FOLDER).join(file_name(session));
    let bytes = read_capped(&path, MAX_PROPOSAL_BYTES as u64 + 1).ok().flatten()?;
    let text = String::from_utf8(bytes).ok().filter(|text| sha256_hex(text.as_bytes()) == digest)?;
    Proposal::parse(&text).ok()
}

/// Keeps a proposal of the session with this folder in the place of the one before it.
pub fn keep(state_dir: &StateDir, session: &str, proposal: &Proposal) -> anyhow::Result<Proposed> {
    let text = serde_json::to_string(proposal)?;
    state_dir.keep(FOLDER, &file_name(session), text.as_bytes())?;
    Ok(Proposed { digest: sha256_hex(text.as_bytes()), bytes: text.len() as u64 })
}

fn file_name(session: &str) -> String {
    format!("{session}.json")
}
