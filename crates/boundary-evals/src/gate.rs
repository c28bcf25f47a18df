use crate::place::Place;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a hook process would have left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Exit status.
    pub status: u8,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// How a context stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// `pass`, `pending`, `flagged`, `absent`, or `unreadable` where the state can't be trusted.
    pub verdict: String,
    /// Why it is what it is.
    pub disposition: String,
    /// How many compactions it has begun.
    pub epoch: u32,
    /// What led to a flagged verdict.
    pub reasons: Vec<String>,
}

/// What the operator can do in a scenario.
pub const VERBS: [&str; 9] = [
    "release",
    "rebaseline",
    "lift",
    "reconcile",
    "approve",
    "refuse",
    "accept_policy",
    "accept_decisions",
    "issue_contract",
];

/// Something that the operator does. In a scenario it needs no terminal: the events are the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct OperatorAct {
    /// Which.
    pub verb: String,
    /// The session's id.
    pub session: String,
    /// The subagent's id, where it is about one.
    pub agent: Option<String>,
    /// What else the verb needs.
    pub given: BTreeMap<String, String>,
}

/// What scenarios are played against.
pub trait Gate {
    /// Answers one hook event, as the registered command would.
    fn hook(&self, place: &Place, input: &str) -> Result<Reply, String>;

    /// How a context of a session stands; `agent` is a subagent's id.
    fn standing(&self, place: &Place, session: &str, agent: Option<&str>) -> Standing;

    /// Does what the operator would do. The error says why it is refused.
    fn operate(&self, place: &Place, act: &OperatorAct) -> Result<(), String>;

    /// Puts the gate's clock ahead of the machine's by so many seconds.
    fn set_clock(&self, ahead: i64);
}
