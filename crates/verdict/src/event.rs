use crate::{CallEnd, ContextId, SummaryFacts};
use serde::{Deserialize, Serialize};

/// The client's `source` of a SessionStart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Source {
    /// A new session.
    Startup,
    /// A session goes on (`--resume`, `--continue`).
    Resume,
    /// `/clear`: a new id with an empty context.
    Clear,
    /// A compaction succeeded.
    Compact,
    /// `--fork-session` or `/branch`: a new id with another session's context.
    Fork,
    /// A source that a newer client has. Treated as [`Source::Resume`], the strictest.
    Other(String),
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        match text.as_str() {
            "startup" => Source::Startup,
            "resume" => Source::Resume,
            "clear" => Source::Clear,
            "compact" => Source::Compact,
            "fork" => Source::Fork,
            _ => Source::Other(text),
        }
    }
}

impl From<Source> for String {
    fn from(source: Source) -> String {
        match source {
            Source::Startup => "startup".into(),
            Source::Resume => "resume".into(),
            Source::Clear => "clear".into(),
            Source::Compact => "compact".into(),
            Source::Fork => "fork".into(),
            Source::Other(text) => text,
        }
    }
}

/// A tool call, as far as the core needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// The client's name of the tool.
    pub tool_name: String,
    /// The client's id of the call.
    pub tool_use_id: Option<String>,
    /// Whether the tool can only read (see [`crate::Event::PreToolUse`]).
    pub read_only: bool,
    /// What self-protection has against it, as a sentence.
    pub violation: Option<String>,
}

/// One hook event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A session starts, resumes, is cleared, forked, or has compacted.
    SessionStart {
        /// Which of these.
        source: Source,
        /// Main, or the subagent that has compacted.
        context: ContextId,
        /// The client's `agent_type`, for a subagent.
        agent_type: Option<String>,
    },
    /// A compaction is about to be tried.
    PreCompact {
        /// Whose.
        context: ContextId,
        /// The client's `agent_type`, for a subagent.
        agent_type: Option<String>,
        /// `manual`, `auto`, or whatever the client says.
        trigger: Option<String>,
    },
    /// A compaction has succeeded; this is its summary.
    PostCompact {
        /// Whose.
        context: ContextId,
        /// What the lint says of the summary.
        summary: SummaryFacts,
    },
    /// A subagent starts.
    SubagentStart {
        /// Its context.
        context: ContextId,
        /// The client's `agent_type`.
        agent_type: String,
    },
    /// A tool is about to be called.
    PreToolUse {
        /// By whom; `None` is the summariser itself, which has an `agent_id` but no `agent_type` and may call nothing.
        context: Option<ContextId>,
        /// The client's `agent_type`, for a subagent.
        agent_type: Option<String>,
        /// The call.
        call: ToolCall,
    },
    /// The client says how a tool call ended: PostToolUse, PostToolUseFailure, PermissionDenied.
    CallEnded {
        /// Whose call.
        context: ContextId,
        /// The client's id of the call.
        tool_use_id: Option<String>,
        /// The client's name of the tool.
        tool_name: String,
        /// How.
        end: CallEnd,
    },
    /// All calls of one reply of the model are over.
    PostToolBatch {
        /// Whose.
        context: ContextId,
    },
    /// The operator says what came of an operation.
    Reconcile {
        /// Which.
        operation: String,
        /// It had its effect.
        committed: bool,
        /// What shows that.
        evidence: String,
        /// The operating system's name for the operator.
        operator: String,
    },
    /// A settings file of the client's was changed.
    ConfigChange {
        /// What it says now.
        change: crate::SettingsFacts,
    },
    /// A session ends.
    SessionEnd {
        /// The client's `reason`.
        reason: String,
    },
    /// The operator accepts where git stands.
    Rebaseline {
        /// What was accepted, of a context as it was seen.
        accepted: crate::Rebaselined,
    },
    /// The operator approves a call that waits.
    Approve {
        /// The request's id.
        request: String,
        /// How long the approval counts, in seconds.
        seconds: i64,
        /// Who, and how.
        operator: String,
    },
    /// The operator refuses a call that waits; that stands for its tool and target.
    RefuseRequest {
        /// The request's id.
        request: String,
        /// Who, and how.
        operator: String,
    },
    /// The operator opens a closed context.
    Release {
        /// Which.
        context: ContextId,
        /// The epoch that was shown to the operator.
        epoch: u32,
        /// The summary digest that was shown to the operator.
        summary: Option<String>,
        /// The operator's words.
        reason: String,
        /// The operating system's name for the operator.
        operator: String,
    },
}
