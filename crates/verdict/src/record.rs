use crate::{
    Authority, Checkpoint, Context, ContextId, ContractAltered, ContractIssued, DecisionsAccepted,
    DecisionsBound, DenyCode, Disposition, GitBaseline, History, Operation, OperationStatus, PolicyBinding,
    Proposed, Source, StandingDenial, UpdateRefused, Verdict,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One line of the ledger: something that happened, with its outcome already decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "body", rename_all = "snake_case")]
pub enum Record {
    /// A SessionStart event.
    SessionStarted(SessionStarted),
    /// A subagent's context was made.
    ContextOpened(ContextOpened),
    /// A compaction began: the context is pending now.
    CheckpointTaken(CheckpointTaken),
    /// A summary was linted and the restore gate run, or a summary arrived at a flagged context.
    SummaryChecked(SummaryChecked),
    /// A compaction turned out not to have happened: the verdict before it is in force again.
    CompactionAbandoned(CompactionAbandoned),
    /// The restore gate was run on a context without a new summary, and closed it.
    RestoreGateFailed(RestoreGateFailed),
    /// Transcript boundaries were recognised as those of known summaries.
    BoundariesAccounted(BoundariesAccounted),
    /// The past of a context became known.
    HistoryResolved(HistoryResolved),
    /// A tool call was denied.
    Denied(Denied),
    /// The session is bound to a policy from here on.
    PolicyBound(PolicyBound),
    /// The operator accepts what a policy widens.
    PolicyAccepted(PolicyAccepted),
    /// The operator issued a contract; it takes the place of those before it.
    ContractIssued(ContractIssued),
    /// A contract in force isn't what the operator issued any more.
    ContractAltered(ContractAltered),
    /// Rejected decisions were seen for the first time: they are in force from here on.
    DecisionsBound(DecisionsBound),
    /// The operator accepts the rejected decisions as the file has them.
    DecisionsAccepted(DecisionsAccepted),
    /// A denial stands: the same tool and target get it again.
    DenialStands(DenialStands),
    /// The operator ended a standing denial.
    DenialLifted(DenialLifted),
    /// A call with effects outside of the workspace is about to be let through.
    OperationStarted(OperationStarted),
    /// It became known, or certain not to become known, what came of one.
    OperationEnded(OperationEnded),
    /// An event came for an operation that was no longer waiting for any.
    OperationHeardLate(OperationHeardLate),
    /// A command that runs a check of the policy's has ended.
    CheckRan(crate::CheckRan),
    /// A call that was denied has run.
    BypassDetected(BypassDetected),
    /// The model left a note to itself.
    Proposed(Proposed),
    /// The model tried to update what it may not.
    UpdateRefused(UpdateRefused),
    /// A call needs an approval, and the operator is asked for one.
    ApprovalRequested(crate::ApprovalRequested),
    /// The operator approves a call.
    ApprovalIssued(crate::ApprovalIssued),
    /// An approval is spent on a call that is about to be let through.
    ApprovalRedeemed(crate::ApprovalRedeemed),
    /// The client refused that call: the approval counts once more.
    ApprovalReturned(crate::ApprovalReturned),
    /// A request or an approval can't come to anything any more.
    ApprovalEnded(crate::ApprovalEnded),
    /// The operator acted: who, how, and about what.
    OperatorActed(crate::OperatorActed),
    /// The operator opened a closed context.
    Released(Released),
    /// The client refused a call by itself. A note: it binds nothing.
    PermissionDenied(PermissionDenied),
    /// The operator accepted where git stands.
    Rebaselined(Rebaselined),
    /// A settings file was changed at the cost of the gate's hooks.
    SettingsChanged(SettingsChanged),
    /// A SessionEnd event.
    SessionEnded(SessionEnded),
}

/// Body of [`Record::SessionStarted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionStarted {
    /// The client's `source`.
    pub source: Source,
    /// The main context as of now, if this event made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<History>,
    /// The payload's `cwd`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The payload's `transcript_path`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript_path: Option<String>,
    /// Name of the run, from the registered command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Git's facts of now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub git: Option<GitBaseline>,
    /// The session that this one replaces after `/clear`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// What binds the session that this one replaces.
    #[serde(default, skip_serializing_if = "Authority::is_empty")]
    pub authority: Authority,
    /// Subagents that go on under this session's id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub carried: BTreeMap<ContextId, Context>,
    /// When, in seconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// The gate's own hooks in the client's settings files, where a client's process begins.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub registered: crate::Registrations,
}

/// Body of [`Record::ContextOpened`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextOpened {
    /// The new context.
    pub context: ContextId,
    /// The client's `agent_type`.
    pub agent_type: String,
    /// The main context's verdict of this moment, or the one before its open compaction.
    pub verdict: Verdict,
    /// Its disposition.
    pub disposition: Disposition,
    /// Its reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

/// Body of [`Record::CheckpointTaken`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointTaken {
    /// Which context compacts.
    pub context: ContextId,
    /// The epoch that this opens.
    pub epoch: u32,
    /// The event that said so: `PreCompact`, or `SessionStart` where PreCompact never came.
    pub event: String,
    /// `manual`, `auto`, or whatever the client says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// What the restore gate will compare with.
    pub checkpoint: Checkpoint,
    /// The continuity file's ids, where it is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continuity: Option<crate::Continuity>,
    /// What is wrong with the continuity file, where it isn't.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continuity_problem: Option<String>,
}

/// Where a linted summary came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummarySource {
    /// The payload of PostCompact.
    PostCompact,
    /// The summary row of the transcript.
    Transcript,
}

/// Body of [`Record::SummaryChecked`]. The summary's text is stored nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryChecked {
    /// Which context.
    pub context: ContextId,
    /// Which epoch.
    pub epoch: u32,
    /// Where the text came from.
    pub source: SummarySource,
    /// SHA-256 of the trimmed summary body in hexadecimal.
    pub summary: String,
    /// Length of that body in UTF-8 bytes.
    pub bytes: u64,
    /// Uuid of the transcript boundary, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundary: Option<String>,
    /// Rule ids of what the lint found, notes included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
    /// What of control state the summary doesn't mention, each as `kind:id`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// Names of the restore gate's checks that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_checks: Vec<String>,
    /// The nonce that this settling uses up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The verdict from here on.
    pub verdict: Verdict,
    /// And why.
    pub disposition: Disposition,
}

/// Body of [`Record::CompactionAbandoned`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompactionAbandoned {
    /// Which context.
    pub context: ContextId,
    /// The epoch that came to nothing.
    pub epoch: u32,
}

/// Body of [`Record::RestoreGateFailed`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestoreGateFailed {
    /// Which context.
    pub context: ContextId,
    /// The event at which it was run.
    pub event: String,
    /// Names of the checks that failed.
    pub failed_checks: Vec<String>,
}

/// Body of [`Record::BoundariesAccounted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundariesAccounted {
    /// Which context.
    pub context: ContextId,
    /// The boundaries' uuids.
    pub boundaries: Vec<String>,
}

/// Body of [`Record::HistoryResolved`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryResolved {
    /// The session that was found as the parent, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<String>,
    /// The main context from here on.
    pub main: Context,
    /// What binds the parents.
    #[serde(default, skip_serializing_if = "Authority::is_empty")]
    pub authority: Authority,
}

/// Body of [`Record::Denied`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denied {
    /// Which context asked.
    pub context: ContextId,
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// The tool's name.
    pub tool_name: String,
    /// Why.
    pub code: DenyCode,
    /// The id under which the denial is quoted.
    pub event_id: String,
    /// Verdict at that moment; none is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Epoch at that moment.
    pub epoch: u32,
    /// When, in seconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
}

/// Body of [`Record::PolicyBound`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyBound {
    /// The policy.
    pub policy: PolicyBinding,
    /// `first`, `narrower` or `accepted`.
    pub why: String,
}

/// Body of [`Record::PolicyAccepted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyAccepted {
    /// SHA-256 of what the policy, or a repository's part of it, says.
    pub digest: String,
    /// Who: the operating system's user name or id.
    pub operator: String,
}

/// Body of [`Record::DenialStands`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DenialStands {
    /// Key of tool and target.
    pub key: String,
    /// The denial.
    pub denial: StandingDenial,
}

/// Body of [`Record::DenialLifted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DenialLifted {
    /// The denial's event id.
    pub event_id: String,
    /// The operator's words.
    pub reason: String,
    /// Who: the operating system's user name or id.
    pub operator: String,
}

/// Body of [`Record::OperationStarted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationStarted {
    /// The operation's id.
    pub id: String,
    /// The operation.
    #[serde(flatten)]
    pub operation: Operation,
}

/// Body of [`Record::OperationEnded`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationEnded {
    /// The operation's id.
    pub id: String,
    /// What is known of it from here on.
    pub status: OperationStatus,
    /// The event that told, `refused_by_client`, `probe` or `operator`.
    pub cause: String,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
    /// The operator's reference to what shows the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// Who, if the operator settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
}

/// Body of [`Record::OperationHeardLate`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationHeardLate {
    /// The operation's id.
    pub id: String,
    /// What was heard.
    pub event: String,
}

/// Body of [`Record::BypassDetected`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BypassDetected {
    /// The context that is closed by it.
    pub context: ContextId,
    /// The client's id of the call.
    pub tool_use_id: String,
    /// The tool's name.
    pub tool_name: String,
    /// The denial's id.
    pub event_id: String,
}

/// Body of [`Record::Released`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Released {
    /// Which context.
    pub context: ContextId,
    /// The epoch that the operator named.
    pub epoch: u32,
    /// The digest of the summary in the context, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The operator's words.
    pub reason: String,
    /// Who: the operating system's user name or id.
    pub operator: String,
}

/// Body of [`Record::PermissionDenied`]. The client's reason isn't kept: it speaks of the call in words of its own, or of a
/// classifier that couldn't be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionDenied {
    /// Whose call.
    pub context: ContextId,
    /// The tool, by the client's name.
    pub tool_name: String,
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Body of [`Record::Rebaselined`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebaselined {
    /// Whose.
    pub context: ContextId,
    /// Its epoch.
    pub epoch: u32,
    /// Digest of its newest summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where git stands.
    pub git: GitBaseline,
    /// Who, and how.
    pub operator: String,
}

/// Body of [`Record::SettingsChanged`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsChanged {
    /// The client's `source`.
    pub source: String,
    /// The file's path.
    pub file: String,
    /// What the change does.
    pub threat: crate::SettingsThreat,
    /// The client was told to keep the settings that it had; those that an organisation manages can't be kept.
    pub blocked: bool,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Body of [`Record::SessionEnded`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionEnded {
    /// The client's `reason`.
    pub reason: String,
}

impl Record {
    /// When it happened, in seconds since the Unix epoch, where it tells.
    #[must_use]
    pub fn at(&self) -> Option<i64> {
        match self {
            Record::SessionStarted(started) => started.at,
            Record::CheckpointTaken(taken) => Some(taken.checkpoint.taken_at),
            Record::Denied(denied) => denied.at,
            Record::DenialStands(stands) => Some(stands.denial.at),
            Record::OperationStarted(started) => Some(started.operation.started_at),
            Record::OperationEnded(ended) => Some(ended.at),
            Record::ApprovalRequested(requested) => Some(requested.request.requested_at),
            Record::ApprovalIssued(issued) => Some(issued.at),
            Record::ApprovalRedeemed(redeemed) => Some(redeemed.at),
            Record::ApprovalReturned(returned) => Some(returned.at),
            Record::ApprovalEnded(ended) => Some(ended.at),
            Record::OperatorActed(acted) => Some(acted.at),
            Record::CheckRan(ran) => Some(ran.receipt.at),
            Record::SettingsChanged(changed) => Some(changed.at),
            Record::PermissionDenied(denied) => Some(denied.at),
            _ => None,
        }
    }
}
