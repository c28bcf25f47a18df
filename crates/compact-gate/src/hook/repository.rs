//! What git says of an event's directory, asked once.

use super::session_text::git_options;
use git_facts::{HeadFacts, Tracked, Unknown};
use hook_protocol::Payload;
use std::cell::OnceCell;
use std::path::Path;

/// The payload's working directory.
pub struct Repository<'e> {
    cwd: Option<&'e Path>,
    seen: OnceCell<Option<(HeadFacts, Tracked)>>,
}

impl<'e> Repository<'e> {
    /// Nothing is asked yet.
    pub fn of(payload: &'e Payload) -> Self {
        let cwd = payload.cwd.as_deref().map(Path::new).filter(|cwd| cwd.is_absolute());
        Repository { cwd, seen: OnceCell::new() }
    }

    /// The directory, if it is an absolute one.
    pub fn cwd(&self) -> Option<&'e Path> {
        self.cwd
    }

    /// Where HEAD is, and how tracked files and the upstream differ from it.
    pub fn head_and_changes(&self) -> Option<&(HeadFacts, Tracked)> {
        let ask = || git_facts::head_and_changes(self.cwd?, &git_options()).ok();
        self.seen.get_or_init(ask).as_ref()
    }

    /// Where HEAD is; no process is started if that is known.
    pub fn head(&self, cwd: &Path) -> Result<HeadFacts, Unknown> {
        match self.seen.get() {
            Some(Some((head, _))) => Ok(head.clone()),
            _ => git_facts::head(cwd, &git_options()),
        }
    }
}
