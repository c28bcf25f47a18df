//! Calls with effects outside of the workspace, and what is known of them.

use crate::{ContextId, OperationEnded, OperationStarted, Record};
use serde::{Deserialize, Serialize};

/// What is known of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationStatus {
    /// The call was let through, and nothing has been heard of it since.
    Started,
    /// The client reported its success.
    Completed,
    /// Whether it had its effect isn't known. Only the operator or a probe of the operator's policy settles it.
    Unknown,
    /// The client refused it after the gate had let it through: it had no effect.
    NotRun,
    /// It had its effect, says the operator or a probe.
    Committed,
    /// It didn't have its effect, says the operator or a probe.
    NotCommitted,
}

impl OperationStatus {
    /// The stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            OperationStatus::Started => "started",
            OperationStatus::Completed => "completed",
            OperationStatus::Unknown => "unknown",
            OperationStatus::NotRun => "not_run",
            OperationStatus::Committed => "committed",
            OperationStatus::NotCommitted => "not_committed",
        }
    }

    /// Whether it is still open: the same effect, and what depends on it, stay closed.
    #[must_use]
    pub fn is_unresolved(self) -> bool {
        matches!(self, OperationStatus::Started | OperationStatus::Unknown)
    }

    /// Whether it decides about later calls and so is never forgotten.
    #[must_use]
    pub fn is_kept(self) -> bool {
        self.is_unresolved() || self == OperationStatus::Committed
    }
}

/// One call of a tool that the policy calls external. It holds digests and declared targets, never the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// Who called.
    pub context: ContextId,
    /// The tool, by the client's name.
    pub tool_name: String,
    /// The target, as far as it may be shown: a declared one by name, any other by its digest.
    pub target: String,
    /// Digest of the declared target, by which a probe finds the operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// Digests of what the call would do, in one spelling: whole, and without what the policy leaves out.
    pub effects: Vec<String>,
    /// Keys of the policy's dependencies that wait for this call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaited_by: Vec<String>,
    /// What is known of it.
    pub status: OperationStatus,
    /// By what it became so: an event, the client's refusal, a probe, the operator.
    pub cause: String,
    /// When it was started, in seconds since the Unix epoch.
    pub started_at: i64,
    /// An event that came when it was no longer awaited; it changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard_late: Option<String>,
    /// The operator's reference to what shows the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// Who settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
}

impl Operation {
    /// Whether it is about the same effect, or the call waits for it by the policy.
    #[must_use]
    pub fn concerns(&self, effects: &[String], waits_for: &[String]) -> bool {
        self.is_same_effect(effects) || self.awaited_by.iter().any(|key| waits_for.contains(key))
    }

    /// The record by which another copy of it ends as this one has.
    #[must_use]
    pub(crate) fn ended_as(&self, id: &str) -> OperationEnded {
        OperationEnded {
            id: id.to_owned(),
            status: self.status,
            cause: self.cause.clone(),
            at: self.started_at,
            evidence: self.evidence.clone(),
            operator: self.operator.clone(),
        }
    }

    /// Whether it is about the same effect.
    #[must_use]
    pub fn is_same_effect(&self, effects: &[String]) -> bool {
        self.effects.iter().any(|effect| effects.contains(effect))
    }
}

/// What the transcript's own result row says of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallResult {
    /// The client refused it before it ran.
    Refused,
    /// It has a result, and nothing says that it didn't run.
    Ended,
}

/// How a call ended, by the event that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// PostToolUse.
    Succeeded,
    /// PostToolUse of a call that goes on in the background, or was interrupted.
    Unfinished,
    /// PostToolUseFailure.
    Failed,
    /// PostToolUseFailure of a command that ended with a status: it has run.
    Exited,
    /// PermissionDenied.
    Refused,
}

impl CallEnd {
    /// Whether a call that ended so has run.
    #[must_use]
    pub fn proves_it_ran(self) -> bool {
        matches!(self, CallEnd::Succeeded | CallEnd::Unfinished | CallEnd::Exited)
    }

    /// Its name in records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            CallEnd::Succeeded => "post_tool_use",
            CallEnd::Unfinished => "unfinished",
            CallEnd::Failed | CallEnd::Exited => "post_tool_use_failure",
            CallEnd::Refused => "permission_denied",
        }
    }
}

/// The records that bring a run's copy of a session's operation up to date.
#[must_use]
pub fn brought_up_to_date(id: &str, own: &Operation, copy: Option<&Operation>) -> Vec<Record> {
    match copy {
        None if own.status.is_kept() => {
            vec![Record::OperationStarted(OperationStarted { id: id.to_owned(), operation: own.clone() })]
        }
        Some(copy) if copy.status.is_unresolved() && copy.status != own.status => {
            vec![Record::OperationEnded(own.ended_as(id))]
        }
        None | Some(_) => Vec::new(),
    }
}
