use serde::{Deserialize, Serialize};
use std::fmt;

/// How the run of a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// Its command ended with status 0.
    Passed,
    /// It ended with another one.
    Failed,
    /// It was interrupted, killed, refused or moved to the background, or the client says something else.
    Unknown,
}

/// What is remembered of a check's run. Neither its command nor its output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckReceipt {
    /// How it ended.
    pub outcome: CheckOutcome,
    /// The rule of the policy that names the command.
    pub rule: String,
    /// The commit at HEAD when it had ended, if git answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Digest of what wasn't committed then, if git answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
}

/// Body of [`crate::Record::CheckRan`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRan {
    /// The check, as the policy's `[evidence]` names it.
    pub check: String,
    /// Its run.
    #[serde(flatten)]
    pub receipt: CheckReceipt,
}

impl CheckOutcome {
    /// Its name in records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            CheckOutcome::Passed => "passed",
            CheckOutcome::Failed => "failed",
            CheckOutcome::Unknown => "unknown",
        }
    }
}

/// What of a work tree a receipt is compared with; what isn't known is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkTree {
    /// The commit at HEAD.
    pub head: Option<String>,
    /// Digest of what isn't committed.
    pub patch: Option<String>,
}

/// Whether a check still holds for a work tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// Its last run passed, and nothing has changed since.
    Holds,
    /// It passed; what isn't committed is something else by now.
    PatchChanged,
    /// It passed; HEAD is at another commit by now.
    HeadMoved,
    /// It passed; whether anything has changed since can't be told.
    CannotBeCompared,
    /// It failed.
    Failed,
    /// How it ended isn't known.
    Unknown,
    /// No run of it is known in this session.
    NeverRun,
}

impl CheckState {
    /// Compares a check's last run with a work tree.
    #[must_use]
    pub fn of(receipt: Option<&CheckReceipt>, now: &WorkTree) -> CheckState {
        let Some(receipt) = receipt else { return CheckState::NeverRun };
        match receipt.outcome {
            CheckOutcome::Failed => return CheckState::Failed,
            CheckOutcome::Unknown => return CheckState::Unknown,
            CheckOutcome::Passed => {}
        }
        let same = |then: &Option<String>, now: &Option<String>| Some(then.as_ref()? == now.as_ref()?);
        match (same(&receipt.head, &now.head), same(&receipt.patch, &now.patch)) {
            (Some(false), _) => CheckState::HeadMoved,
            (Some(true), Some(false)) => CheckState::PatchChanged,
            (Some(true), Some(true)) => CheckState::Holds,
            (None, _) | (Some(true), None) => CheckState::CannotBeCompared,
        }
    }
}

impl fmt::Display for CheckState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckState::Holds => "passed",
            CheckState::PatchChanged => "passed, patch changed since",
            CheckState::HeadMoved => "passed, HEAD moved since",
            CheckState::CannotBeCompared => "passed, not known whether anything changed since",
            CheckState::Failed => "failed",
            CheckState::Unknown => "outcome unknown",
            CheckState::NeverRun => "never run",
        })
    }
}
