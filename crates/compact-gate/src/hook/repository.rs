//! What git says of an event's directory, asked once.

use super::session_text::git_options;
use git_facts::{HeadFacts, Tracked, Unknown};
use hook_protocol::Payload;
use std::cell::OnceCell;
use std::path::Path;
use std::thread;
use std::time::Duration;
use verdict::WorkTree;

/// The payload's working directory.
pub struct Repository<'e> {
    cwd: Option<&'e Path>,
    head: OnceCell<Result<HeadFacts, Unknown>>,
    work_tree: OnceCell<WorkTree>,
}

impl<'e> Repository<'e> {
    /// Nothing is asked yet.
    pub fn of(payload: &'e Payload) -> Self {
        let cwd = payload.cwd.as_deref().map(Path::new).filter(|cwd| cwd.is_absolute());
        Repository { cwd, head: OnceCell::new(), work_tree: OnceCell::new() }
    }

    /// The directory, if it is an absolute one.
    pub fn cwd(&self) -> Option<&'e Path> {
        self.cwd
    }

    /// Where HEAD is.
    pub fn head(&self) -> &Result<HeadFacts, Unknown> {
        self.head.get_or_init(|| ask_head(self.cwd))
    }

    /// Where HEAD is. Git is another process: `meanwhile` is done here while it runs.
    pub fn head_beside(&self, meanwhile: impl FnOnce()) -> &Result<HeadFacts, Unknown> {
        let cwd = self.cwd;
        let ask = || ask_head(cwd);
        self.head.get_or_init(|| {
            thread::scope(|scope| {
                let answer = thread::Builder::new().spawn_scoped(scope, ask);
                meanwhile();
                answer.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(ask)
            })
        })
    }

    /// How tracked files and the upstream differ from HEAD. Asked each time, as hardly a summary needs it.
    pub fn changes(&self) -> Option<Tracked> {
        git_facts::changes(self.cwd?, &git_options()).ok()
    }

    /// Where HEAD is and what isn't committed, as far as git says within `time`; asked once.
    pub fn work_tree(&self, time: Duration) -> WorkTree {
        let options = git_facts::Options { deadline: time, ..git_options() };
        let ask = || git_facts::head_and_patch(self.cwd?, &options).ok();
        let read = || ask().map(|(head, patch)| WorkTree { head: head.oid, patch: patch.ok() });
        self.work_tree.get_or_init(|| read().unwrap_or_default()).clone()
    }
}

fn ask_head(cwd: Option<&Path>) -> Result<HeadFacts, Unknown> {
    git_facts::head(cwd.ok_or(Unknown::RelativePath)?, &git_options())
}
