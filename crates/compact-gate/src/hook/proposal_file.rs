//! What the model proposed, kept beside the ledger, which holds its digest alone.

use super::continuity_file::read_capped;
use anyhow::Context as _;
use ledger::{StateDir, sha256_hex};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use verdict::{MAX_PROPOSAL_BYTES, Proposal, Proposed};

/// The proposal of a session, if what is kept is what was recorded.
pub fn read(state_dir: &StateDir, session: &str, digest: &str) -> Option<Proposal> {
    let bytes = read_capped(&path(state_dir, session), MAX_PROPOSAL_BYTES as u64 + 1).ok().flatten()?;
    let text = String::from_utf8(bytes).ok().filter(|text| sha256_hex(text.as_bytes()) == digest)?;
    Proposal::parse(&text).ok()
}

/// Keeps a proposal of the session with this folder in the place of the one before it.
pub fn keep(state_dir: &StateDir, session: &str, proposal: &Proposal) -> anyhow::Result<Proposed> {
    let text = serde_json::to_string(proposal)?;
    let path = path(state_dir, session);
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let unfinished = path.with_extension(std::process::id().to_string());
    let file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| unfinished.display().to_string())?;
    fs::rename(&unfinished, &path)?;
    Ok(Proposed { digest: sha256_hex(text.as_bytes()), bytes: text.len() as u64 })
}

fn path(state_dir: &StateDir, session: &str) -> PathBuf {
    state_dir.path().join(".proposals").join(format!("{session}.json"))
}
