//! Which reply comes next.

use std::collections::VecDeque;

use crate::{RequestKind, Turn};

/// The replies for each kind of request. Where a list has run out, the model says that it is done, or, if it is
/// asked for a summary, repeats the standing one.
#[derive(Debug, Default)]
pub struct Script {
    /// Replies to the main conversation, also of a later client process on the same script.
    pub main: VecDeque<Turn>,
    /// Replies to subagents.
    pub subagent: VecDeque<Turn>,
    /// Replies to the first requests for a summary.
    pub summaries: VecDeque<Turn>,
    /// The reply to any further request for a summary.
    pub standing_summary: Turn,
}

impl Script {
    pub(super) fn next(&mut self, kind: RequestKind) -> Turn {
        match kind {
            RequestKind::Main => self.main.pop_front().unwrap_or_else(|| Turn::say("done")),
            RequestKind::Subagent => self.subagent.pop_front().unwrap_or_else(|| Turn::say("done")),
            RequestKind::Summary => {
                self.summaries.pop_front().unwrap_or_else(|| self.standing_summary.clone())
            }
            RequestKind::Side => Turn::say("{}"),
        }
    }
}
