use crate::CheckReceipt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What the gate thinks of a context's summary. A context without one is *absent*, and absent is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A compaction has begun, or the history isn't known yet: nothing has been decided.
    Pending,
    /// Checked and clean.
    Pass,
    /// Suspect, or not checkable. Only the operator lifts it.
    Flagged,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Pending => "pending",
            Verdict::Pass => "pass",
            Verdict::Flagged => "flagged",
        })
    }
}

/// Why a verdict is what it is. `Rebuild` and `Quarantine` belong to [`Verdict::Flagged`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disposition {
    /// Nothing found.
    Review,
    /// Control state is missing, broken or out of date.
    Rebuild,
    /// The summary itself is suspect.
    Quarantine,
}

impl fmt::Display for Disposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Disposition::Review => "review",
            Disposition::Rebuild => "rebuild",
            Disposition::Quarantine => "quarantine",
        })
    }
}

/// Whether the gate knows how a context came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// Watched from its beginning, or resolved since.
    Known,
    /// A fork whose parent hasn't been found yet.
    ForkOfUnknownParent,
    /// A session that began before the gate saw it.
    BeganUnseen,
}

/// Where git stood: what a checkpoint and a session's baseline remember.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitBaseline {
    /// Top level of the worktree; `None` outside a repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worktree: Option<String>,
    /// Short branch name; `None` when HEAD is detached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Object id of HEAD in hexadecimal; `None` when the branch is unborn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
}

/// What was true when a compaction began; the restore gate compares with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Seconds since the Unix epoch.
    pub taken_at: i64,
    /// Random, used up by the settling of its epoch.
    pub nonce: String,
    /// Git's facts at that moment, if it answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<GitBaseline>,
    /// Digest of what wasn't committed, if git answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// The last run of each check of the policy's, by the check's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub receipts: BTreeMap<String, CheckReceipt>,
    /// SHA-256 of DECISIONS.md in hexadecimal, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<String>,
    /// SHA-256 of each rejected receipt in it, by the receipt's id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rejected: BTreeMap<String, String>,
}

/// The state of one context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// The verdict in force.
    pub verdict: Verdict,
    /// Why.
    pub disposition: Disposition,
    /// Rule ids of the lint, or names of failed checks, that led to a flagged verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// How many compactions this context has begun.
    pub epoch: u32,
    /// Whether its beginning is known.
    pub history: History,
    /// The checkpoint of the open epoch. None when no compaction is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
    /// Digest of the newest summary that is, or may be, in the context: a release binds to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_summary: Option<String>,
    /// What of control state that summary doesn't mention, each as `kind:id`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// Digests of every summary that some epoch accounts for, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summaries: Vec<String>,
    /// Transcript boundaries that some epoch accounts for, by uuid, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boundaries: Vec<String>,
    /// Nonces of the checkpoints that were settled, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used_nonces: Vec<String>,
    /// The client's `agent_type`, for a subagent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
}

impl Context {
    /// How many uuids and digests are remembered. Older ones are looked for only when a transcript has to be read
    /// again from its start; one that was forgotten is linted once more, which errs on the strict side.
    pub const REMEMBERED: usize = 512;

    /// A context that starts clean, with nothing behind it.
    #[must_use]
    pub fn fresh(agent_type: Option<String>) -> Context {
        Context {
            verdict: Verdict::Pass,
            disposition: Disposition::Review,
            reasons: Vec::new(),
            epoch: 0,
            history: History::Known,
            checkpoint: None,
            newest_summary: None,
            omitted: Vec::new(),
            summaries: Vec::new(),
            boundaries: Vec::new(),
            used_nonces: Vec::new(),
            agent_type,
        }
    }

    /// A context whose past hasn't been seen: closed until the transcript tells.
    #[must_use]
    pub fn unresolved(history: History) -> Context {
        Context { verdict: Verdict::Pending, history, ..Context::fresh(None) }
    }

    /// Whether an epoch accounts for a transcript boundary: by the digest of its summary, or where it has none by its
    /// uuid. A known uuid with another summary is something else.
    #[must_use]
    pub fn accounts_for(&self, uuid: &str, summary: Option<&str>) -> bool {
        match summary {
            Some(digest) => self.summaries.iter().any(|known| known == digest),
            None => self.boundaries.iter().any(|known| known == uuid),
        }
    }

    /// The verdict that a subagent starts with, given that this is the main context: while a compaction of the main
    /// context is open, the verdict before it, since the subagent was started from the old context.
    #[must_use]
    pub fn verdict_for_subagents(&self) -> Verdict {
        match (self.verdict, self.history) {
            (Verdict::Pending, History::Known) => Verdict::Pass,
            (verdict, _) => verdict,
        }
    }

    /// Whether it is still as the operator saw it: at this epoch, with this as its newest summary.
    pub(crate) fn is_at(&self, epoch: u32, summary: Option<&str>) -> bool {
        self.epoch == epoch && self.newest_summary.as_deref() == summary
    }

    /// Ends the open epoch: its checkpoint settles nothing more.
    pub(crate) fn use_up_checkpoint(&mut self) {
        if let Some(checkpoint) = self.checkpoint.take() {
            Context::remember(&mut self.used_nonces, checkpoint.nonce);
        }
    }

    pub(crate) fn remember(list: &mut Vec<String>, item: String) {
        if !item.is_empty() && !list.contains(&item) {
            list.push(item);
            if list.len() > Context::REMEMBERED {
                list.remove(0);
            }
        }
    }
}
