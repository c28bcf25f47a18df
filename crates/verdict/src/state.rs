use crate::{Authority, CheckReceipt, Context, ContextId, GitBaseline, OperatorActs};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// Everything the gate knows of one session: the fold of its ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The directory in which the session was started, as the payload named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Where its transcript was last said to be. A hint: the client moves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript_path: Option<String>,
    /// The run this session belongs to (`--run`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Where git stood when the session was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<GitBaseline>,
    /// The session that `/clear` replaced with this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The session this one was forked from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<String>,
    /// Who may do what, as far as it is remembered.
    #[serde(default, skip_serializing_if = "Authority::is_empty")]
    pub authority: Authority,
    /// SHA-256 of the model's newest note to itself. Nothing is decided by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
    /// The latest time that any record tells, in seconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "is_beginning")]
    pub clock: i64,
    /// The last run of each check of the policy's, by the check's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub receipts: BTreeMap<String, CheckReceipt>,
    /// The gate's own hooks, as the client's settings registered them when its process began.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub registered: crate::Registrations,
    /// What the operator did.
    #[serde(default, skip_serializing_if = "OperatorActs::is_empty")]
    pub acts: OperatorActs,
    /// Each context by its id.
    pub contexts: BTreeMap<ContextId, Context>,
    /// The last denials, by tool use: `(tool_use_id, event id)`. A second copy of the hook finds its twin's here.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub denials: VecDeque<(String, String)>,
    /// The last calls that ran although they were denied, by tool use.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub bypasses: VecDeque<String>,
    /// The last calls that the client refused by itself, by tool use: a second copy of the hook finds its twin's here.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub refused: VecDeque<String>,
    /// How many bypasses there were.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bypass_count: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_beginning(time: &i64) -> bool {
    *time == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl State {
    /// How many denials are remembered to recognise the second copy of an event.
    pub const REMEMBERED_DENIALS: usize = 64;

    /// How many operations can be unresolved or committed; none of them is ever forgotten.
    pub const KEPT_OPERATIONS: usize = 256;
    /// How many others are remembered beside them.
    pub const ENDED_OPERATIONS: usize = 32;
    /// How many checks' last runs are remembered.
    pub const REMEMBERED_RECEIPTS: usize = 64;
    /// The reason of a context that a bypass has closed.
    pub const BYPASS: &'static str = "bypass_detected";

    /// The event id under which a tool use was already denied.
    #[must_use]
    pub fn denial_of(&self, tool_use_id: &str) -> Option<&str> {
        self.denials.iter().rev().find(|(id, _)| id == tool_use_id).map(|(_, event)| event.as_str())
    }
}
