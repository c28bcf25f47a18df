use serde::{Deserialize, Serialize};
use std::fmt;

/// Which conversation of a session is meant. Subagents share the session id, but each compacts on its own.
///
/// On disk and in messages: `main`, or `agent:` and the client's `agent_id`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum ContextId {
    /// The session's own thread: no `agent_id` in the payload.
    Main,
    /// A subagent, by its `agent_id`.
    Agent(String),
}

impl ContextId {
    /// Whether this is the session's own thread.
    #[must_use]
    pub fn is_main(&self) -> bool {
        matches!(self, ContextId::Main)
    }
}

impl fmt::Display for ContextId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContextId::Main => f.write_str("main"),
            ContextId::Agent(id) => write!(f, "agent:{id}"),
        }
    }
}

impl From<ContextId> for String {
    fn from(id: ContextId) -> String {
        id.to_string()
    }
}

impl From<String> for ContextId {
    fn from(text: String) -> ContextId {
        match text.strip_prefix("agent:") {
            Some(id) => ContextId::Agent(id.to_owned()),
            None => ContextId::Main,
        }
    }
}
