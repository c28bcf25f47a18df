//! What a session's work tree is at now, for its checks to be compared with.

use crate::hook::session_text::git_options;
use review_packet::{Ledger, review};
use std::path::Path;
use std::time::Duration;
use verdict::{Record, WorkTree};

/// Nobody waits for git here but who asked for the packet.
const GIT_TIME: Duration = Duration::from_secs(10);

/// Looks where the session was last started, if any check of it is to be compared.
pub fn look(ledger: &mut Ledger) {
    if review(ledger).evidence.is_none() {
        return;
    }
    let started_in = ledger.events.iter().rev().find_map(|event| match &event.record {
        Record::SessionStarted(started) => started.cwd.as_deref(),
        _ => None,
    });
    let options = git_facts::Options { deadline: GIT_TIME, ..git_options() };
    let found = started_in.and_then(|cwd| git_facts::head_and_patch(Path::new(cwd), &options).ok());
    ledger.work_tree = found.map(|(head, patch)| WorkTree { head: head.oid, patch: patch.ok() });
}
