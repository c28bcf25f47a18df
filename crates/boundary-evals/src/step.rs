use crate::expect::Expect;
use crate::tampering::Tampering;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// One thing that happens, and what has to be so afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The line of its `[[step]]`.
    pub line: usize,
    /// Which session, by a name of the scenario's own.
    pub session: String,
    /// Which subagent, by its type; `type/2` is another one of the same type.
    pub agent: Option<String>,
    /// The working directory, beside the project: `project` or a worktree of it.
    pub cwd: String,
    /// What happens.
    pub act: Act,
    /// What has to be so.
    pub expect: Expect,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The client sends a captured payload, some fields of it replaced or left out.
    Event {
        /// Its name, `Event/case`.
        payload: String,
        /// Fields to replace.
        with: Map<String, Value>,
        /// Fields to leave out.
        without: Vec<String>,
    },
    /// The model calls a tool.
    Call(ToolUse),
    /// A compaction that succeeds: its three events and the transcript's two rows, in the client's order.
    Compact(String),
    /// The hook gets this on its standard input, as it is.
    Raw(String),
    /// The transcript begins with the rows of another session's, as a fork's does.
    ForkOf(String),
    /// A row of the transcript.
    Row(Row),
    /// A file of the project is written.
    Write {
        /// Where, from the working directory.
        path: String,
        /// What.
        text: String,
    },
    /// A file of the project is removed.
    Remove(String),
    /// A symbolic link is put in a file's place.
    Link {
        /// Where, from the working directory.
        path: String,
        /// What it leads to.
        to: String,
    },
    /// Git does something in the working directory.
    Git(Vec<String>),
    /// The operator's policy file gets another text.
    Policy(String),
    /// Somebody gets at the state directory.
    Tamper(Tampering),
    /// Time passes, or the clock is set back.
    Clock(i64),
    /// The operator acts.
    Operate {
        /// What is done.
        verb: String,
        /// What it needs.
        given: BTreeMap<String, String>,
    },
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    /// The client's name of the tool.
    pub tool: String,
    /// Its input.
    pub input: Value,
    /// The client's id of the call; one of its own if there is none here.
    pub id: Option<String>,
    /// Whether the client has written the call into the transcript already.
    pub flushed: bool,
}

/// A row of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// What the user typed.
    Prompt(String),
    /// What a tool returned.
    ToolResult(String),
    /// The two rows of a compaction with this summary.
    Compaction(String),
    /// Anything else, as it is.
    Raw(Map<String, Value>),
}

impl Act {
    /// In a few words, without what the scenario fills in.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Act::Event { payload, .. } => format!("event {payload}"),
            Act::Call(call) => format!("call {}", call.tool.escape_debug()),
            Act::Compact(_) => "compact".into(),
            Act::Raw(_) => "raw input".into(),
            Act::ForkOf(session) => format!("fork of {}", session.escape_debug()),
            Act::Row(_) => "row of the transcript".into(),
            Act::Write { path, .. } => format!("write {}", path.escape_debug()),
            Act::Remove(path) => format!("remove {}", path.escape_debug()),
            Act::Link { path, .. } => format!("link {}", path.escape_debug()),
            Act::Git(arguments) => {
                format!("git {}", arguments.first().map_or("", String::as_str).escape_debug())
            }
            Act::Policy(_) => "policy".into(),
            Act::Tamper(tampering) => format!("state {}", tampering.name()),
            Act::Clock(_) => "clock".into(),
            Act::Operate { verb, .. } => format!("operator {}", verb.escape_debug()),
        }
    }

    /// Whether it asks the gate about a call.
    #[must_use]
    pub fn asks(&self) -> bool {
        match self {
            Act::Call(_) | Act::Raw(_) => true,
            Act::Event { payload, .. } => payload.starts_with("PreToolUse/"),
            _ => false,
        }
    }

    /// Whether the gate answers it at all.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        matches!(self, Act::Call(_) | Act::Raw(_) | Act::Event { .. } | Act::Compact(_))
    }
}
