use crate::{
    Authority, CallResult, CheckRan, Context, ContextId, ContinuityFacts, ContractFacts, GitBaseline,
    OperationStatus, PolicyFacts, RejectedDecision,
};
use std::collections::BTreeMap;

/// What the lint says of one summary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryFacts {
    /// SHA-256 of the trimmed summary body in hexadecimal.
    pub digest: String,
    /// Length of that body in UTF-8 bytes.
    pub bytes: u64,
    /// Rule ids that flag it.
    pub flags: Vec<String>,
    /// Rule ids that only note something.
    pub notes: Vec<String>,
    /// What of control state it doesn't mention, each as `kind:id`. It is given back at SessionStart.
    pub omitted: Vec<String>,
}

/// A compaction found in a transcript that no epoch accounts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// Uuid of the `compact_boundary` row.
    pub uuid: String,
    /// What the lint says of its summary row; `None` when there is none.
    pub summary: Option<SummaryFacts>,
}

/// How the transcript has to be looked at before an event can be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Not at all.
    Nothing,
    /// Search what has been appended since the last look, without waiting for anything.
    NewRows,
    /// Wait for this call's own row, then search for boundaries.
    Settle,
    /// As [`Look::Settle`], and find out how the session began.
    History,
    /// Find out how the session began from what is there; this event has no row of its own to wait for.
    HistoryNow,
}

/// What the transcript of the event's context holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TranscriptFacts {
    /// This call's own tool-use row is there, so that everything before it is, too.
    pub own_row: bool,
    /// Boundaries that no epoch accounts for by uuid, in the order of the file.
    pub boundaries: Vec<Boundary>,
}

/// A known session that shares rows with the transcript in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// Its id.
    pub session_id: String,
    /// Its main context.
    pub main: Context,
    /// What binds it.
    pub authority: Authority,
}

/// How a session began, as far as its main transcript and the state directory tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFacts {
    /// The transcript file exists and could be read.
    pub transcript_read: bool,
    /// This call's own row is there. Where the event has none to wait for, whether the file could be read.
    pub own_row: bool,
    /// The transcript holds a greeting of this gate to this very session, and yet there is no record of it.
    pub greeted_before: bool,
    /// The anchor or the transcript shows that this gate has known the session before.
    pub known_before: bool,
    /// Known sessions that share rows with it.
    pub parents: Vec<Parent>,
    /// A session that shares rows with it has a state that can't be read, or the search had no time to end.
    pub parents_unreadable: bool,
    /// Every boundary of the transcript, in the order of the file. Only the last one's summary is linted.
    pub boundaries: Vec<Boundary>,
}

/// Where git stands, compared with a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GitMove {
    /// The same worktree, branch and HEAD.
    Same,
    /// The same worktree and branch; HEAD is a descendant of what it was: somebody has committed.
    Descendant,
    /// Anything else, in words of our own.
    Elsewhere(String),
}

/// What a moved HEAD means for the restore gate, as `[git] on_change` of the policy says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnGitChange {
    /// Every move closes.
    Operator,
    /// A descendant is fine, anything else closes.
    #[default]
    Descendant,
    /// It is only reported.
    Note,
}

/// The session that `/clear` has just ended in the same client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// Its id.
    pub session_id: String,
    /// What binds it.
    pub authority: Authority,
    /// Its subagents, which go on under the new id.
    pub agents: BTreeMap<ContextId, Context>,
}

/// All that [`crate::decide()`] needs beside state and event. What an event has no use for may be left at its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Seconds since the Unix epoch.
    pub now: i64,
    /// 128 random bits in hexadecimal, fresh for this event.
    pub nonce: String,
    /// The payload's `cwd`.
    pub cwd: Option<String>,
    /// The payload's `transcript_path`.
    pub transcript_path: Option<String>,
    /// Name of the run, from the registered command.
    pub run: Option<String>,
    /// The anchor, or on SessionStart the transcript, shows that this session was known here, but its ledger is gone.
    pub state_removed: bool,
    /// A compaction began whose checkpoint could not be written.
    pub unrecorded: bool,
    /// The gate's own hooks in the client's settings files, on SessionStart.
    pub registered: crate::Registrations,
    /// Where git stands.
    pub git: Option<GitBaseline>,
    /// Digest of what isn't committed, on PreCompact.
    pub patch: Option<String>,
    /// The checks of the policy's that the call was a run of, and how it ended.
    pub checks_run: Vec<CheckRan>,
    /// The continuity file.
    pub continuity: ContinuityFacts,
    /// SHA-256 of DECISIONS.md in hexadecimal, if there is one.
    pub decisions: Option<String>,
    /// SHA-256 of each rejected receipt in it, by the receipt's id.
    pub rejected: BTreeMap<String, String>,
    /// The rejected receipts in it, in the order of the file, with what it takes to quote and enforce them.
    pub rejected_receipts: Vec<(String, RejectedDecision)>,
    /// Where git stands, compared with the open checkpoint; `None` where there is nothing to compare.
    pub git_move: Option<GitMove>,
    /// What a moved HEAD means.
    pub on_git_change: OnGitChange,
    /// The transcript, where [`crate::look_needed`] asked for it.
    pub transcript: Option<TranscriptFacts>,
    /// How long a checkpoint is good for in seconds; `None`: [`crate::CHECKPOINT_TTL_SECONDS`].
    pub checkpoint_ttl: Option<i64>,
    /// A session of unknown past waits for the operator instead of being judged by its transcript.
    pub flag_unknown_history: bool,
    /// A session whose state is gone is judged by its transcript instead of being closed: for ephemeral runners.
    pub settle_lost_state: bool,
    /// The policy; `None` where none applies.
    pub policy: Option<PolicyFacts>,
    /// Each contract in force as it is now.
    pub contracts: Vec<ContractFacts>,
    /// What binds the run, and with it this session, and the operations of its other sessions.
    pub run_authority: Authority,
    /// What the transcript says of calls, by tool use, where [`crate::results_needed`] asked for it.
    pub call_results: BTreeMap<String, CallResult>,
    /// The id of this call's denial, where it is too long ago for the state to remember.
    pub denied_before: Option<String>,
    /// Another session holds an unspent approval of exactly this call.
    pub approved_elsewhere: bool,
    /// Operations that a probe of the operator's policy settles by this event, and how.
    pub probed: BTreeMap<String, OperationStatus>,
    /// How the session began, where [`crate::look_needed`] asked for it.
    pub history: Option<HistoryFacts>,
    /// The session that this one replaces, on SessionStart(`clear`).
    pub predecessor: Option<Predecessor>,
}

impl Facts {
    /// Whether the session's state is gone and that closes it.
    pub(crate) fn lost_state(&self) -> bool {
        self.state_removed && !self.settle_lost_state
    }
}
