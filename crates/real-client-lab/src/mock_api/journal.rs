//! What the server's threads share: the rest of the script and the requests so far.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail};

use super::Script;
use crate::{ApiRequest, RequestKind, Turn};

#[derive(Debug)]
pub(super) struct Journal {
    pages: Mutex<Pages>,
    /// Told of every request and of the end.
    changed: Condvar,
}

#[derive(Debug)]
struct Pages {
    script: Script,
    requests: Vec<ApiRequest>,
    stopped: bool,
}

impl Pages {
    fn count(&self, kind: RequestKind) -> usize {
        self.requests.iter().filter(|request| request.kind == kind).count()
    }
}

impl Journal {
    pub(super) fn new(script: Script) -> Self {
        let pages = Pages { script, requests: Vec::new(), stopped: false };
        Self { pages: Mutex::new(pages), changed: Condvar::new() }
    }

    /// A thread that panicked left nothing half done: each of these changes is one statement.
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a request; returns its number and the reply that the script has for it.
    pub(super) fn take(&self, request: ApiRequest) -> (usize, Turn) {
        let mut pages = self.pages();
        let turn = pages.script.next(request.kind);
        pages.requests.push(request);
        self.changed.notify_all();
        (pages.requests.len(), turn)
    }

    pub(super) fn requests(&self) -> Vec<ApiRequest> {
        self.pages().requests.clone()
    }

    pub(super) fn wait_for_requests(&self, kind: RequestKind, count: usize, limit: Duration) -> Result<()> {
        let waiting = |pages: &mut Pages| pages.count(kind) < count;
        let (pages, _) = self
            .changed
            .wait_timeout_while(self.pages(), limit, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        let seen = pages.count(kind);
        if seen < count {
            bail!("the client made {seen} requests of kind {kind:?} in {limit:?}, not {count}");
        }
        Ok(())
    }

    /// Sleeps, but not beyond the end of the server.
    pub(super) fn pause(&self, delay: Duration) {
        if !delay.is_zero() {
            drop(self.changed.wait_timeout_while(self.pages(), delay, |pages| !pages.stopped));
        }
    }

    pub(super) fn stop(&self) {
        self.pages().stopped = true;
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.pages().stopped
    }
}
