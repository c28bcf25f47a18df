use ledger::sha256_hex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of this form of a packet. What is added later is optional; anything else gets another name.
pub const SCHEMA: &str = "compact-gate/review-packet/1";

/// A review packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Packet {
    /// `compact-gate/review-packet/1`.
    pub schema: String,
    /// When it was made: RFC 3339, UTC.
    pub made_at: String,
    /// The version of compact-gate that made it.
    pub made_by: String,
    /// What it is about.
    pub subject: Subject,
    /// Each session that belongs to it, the latest last.
    pub sessions: Vec<SessionReview>,
    /// What could not be verified. An empty list would be a claim; it never is.
    pub not_verified: Vec<Gap>,
    /// SHA-256 over everything else in this packet: finds what changed by accident.
    pub digest: String,
}

/// What a packet is about: one of the two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// The session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The run, with all its sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// Something that nothing in the packet or behind it proves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// What it is about, as a stable word.
    pub about: String,
    /// The session, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// In a sentence.
    pub why: String,
}

/// One session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionReview {
    /// Its id, or the digest of one that is no plain name.
    pub session: String,
    /// The time of its first record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_at: Option<String>,
    /// The time of its last record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_at: Option<String>,
    /// The client's reason for its end, if an end was heard of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The session that it replaced after `/clear`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The session that it was forked from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<String>,
    /// Whether its ledger is whole.
    pub chain: Chain,
    /// Who might do what at its end.
    pub authority: AuthorityAtEnd,
    /// The last checkpoint of its main context.
    pub checkpoint: CheckpointAtEnd,
    /// Its compactions.
    pub epochs: Vec<Epoch>,
    /// Denials that stand.
    pub denials: Vec<Denial>,
    /// Denials that the operator has ended.
    pub lifted: Vec<LiftedDenial>,
    /// Calls with effects outside of the workspace: those that are unresolved or committed, and the latest of the others.
    pub operations: Vec<Operation>,
    /// Calls that the policy asks about, and what became of the operator's approval.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<Approval>,
    /// Whether checks held when the packet was made; none where no check is required and none was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Denied calls that ran all the same.
    pub bypasses: Vec<Bypass>,
    /// How many calls were refused, by reason code. A standing denial that was answered again isn't counted again.
    pub refused_calls: BTreeMap<String, u64>,
    /// What the operator did.
    pub operator_acts: Vec<OperatorAct>,
    /// Every record, in order.
    pub timeline: Vec<Moment>,
    /// How many records the timeline leaves out of its middle.
    pub timeline_omitted: u64,
}

/// Whether a ledger is whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Whether it is.
    pub status: ChainStatus,
    /// How many records it has.
    pub records: u64,
    /// The last record's number.
    pub last_seq: u64,
    /// The last record's digest; the packet is bound to it.
    pub last_digest: String,
    /// What is wrong with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What a look at a whole ledger found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChainStatus {
    /// Every record fits the one before it.
    Sound,
    /// One doesn't, or the snapshot or the anchor doesn't fit. Nothing of it is believed.
    Broken,
    /// There is none.
    Missing,
}

/// Who might do what at a session's end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AuthorityAtEnd {
    /// The main context passes: tools beyond reading are open, so far as the policy allows.
    pub open: bool,
    /// Each context.
    pub contexts: Vec<ContextAtEnd>,
    /// The policy that the session is bound to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyAtEnd>,
    /// The contracts that bind it.
    pub contracts: Vec<ContractAtEnd>,
    /// The ids of rejected decisions that are in force.
    pub rejected_decisions: Vec<String>,
    /// How many operations nobody has settled: what has the same effect stays closed.
    pub unresolved_operations: u64,
}

/// A contract that binds a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContractAtEnd {
    /// The task.
    pub task_id: String,
    /// SHA-256 of what it says.
    pub digest: String,
    /// It was seen to say something else since it was issued.
    pub altered: bool,
}

/// How a context stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContextAtEnd {
    /// `main` or `agent:ID`.
    pub context: String,
    /// The client's type of it, for a subagent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_type: Option<String>,
    /// `pass`, `pending` or `flagged`.
    pub verdict: String,
    /// `review`, `rebuild` or `quarantine`.
    pub disposition: String,
    /// How many compactions it had begun.
    pub epoch: u32,
    /// Rules and checks that led to a flagged verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

/// The policy that a session is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PolicyAtEnd {
    /// The version of its format.
    pub version: String,
    /// SHA-256 of what it says.
    pub digest: String,
    /// The record by which the session was bound to it; none if that was inherited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound_by: Option<u64>,
    /// How often the session was bound to another policy before.
    pub changes: u64,
}

/// The last checkpoint of a main context: what the tools were opened against after its last compaction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckpointAtEnd {
    /// There is none for the last compaction, or there was no compaction.
    pub missing: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// Its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Its epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<u32>,
    /// The branch then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// HEAD then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// SHA-256 of what wasn't committed then; none if it wasn't known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// SHA-256 of DECISIONS.md then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<String>,
    /// The ids of the rejected decisions then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected_decisions: Vec<String>,
    /// The task, as the model's continuity file named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

/// One compaction of one context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Epoch {
    /// Whose.
    pub context: String,
    /// Its number.
    pub epoch: u32,
    /// What set it off, as the client says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// The record of its checkpoint; none if the hooks of its beginning were lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<u64>,
    /// The record that settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<u64>,
    /// `pass`, `flagged`, `abandoned`, or `pending` if nothing has settled it.
    pub outcome: String,
    /// `review`, `rebuild` or `quarantine`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disposition: Option<String>,
    /// What the lint found, by rule; notes included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
    /// Checks of the restore gate that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_checks: Vec<String>,
    /// What of the control state the summary doesn't mention, each as `kind:id`. It flags nothing: most honest summaries
    /// leave something out, and SessionStart gives it back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// SHA-256 of the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Its length in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_bytes: Option<u64>,
    /// Where it came from: `post_compact` or `transcript`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_source: Option<String>,
    /// The record by which the operator opened the context again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<u64>,
}

/// A call that the policy asks about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The request's id.
    pub request: String,
    /// The tool, by the client's name.
    pub tool_name: String,
    /// What the call is about; of what isn't declared, only a digest.
    pub target: String,
    /// What asks for it.
    pub rule: String,
    /// SHA-256 of the input as canonical JSON.
    pub payload: String,
    /// Who called.
    pub context: String,
    /// `waiting`, `approved`, `redeemed`, `expired`, `policy_changed`, `refused`, or `moved_to_run`: it was approved for the run,
    /// and goes on in the run's ledger.
    pub state: String,
    /// The record of the request.
    pub asked: u64,
    /// The record of the approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued: Option<u64>,
    /// Who approved it, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// The record by which it was spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redeemed: Option<u64>,
    /// The client's id of the call that it was spent on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
}

/// A denial that stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Denial {
    /// The id under which it is quoted.
    pub event_id: String,
    /// The tool.
    pub tool_name: String,
    /// The target: a declared one by name, any other by its digest.
    pub target: String,
    /// The reason code.
    pub code: String,
    /// The rule of the policy.
    pub rule: String,
    /// SHA-256 of the policy that it stood in.
    pub policy: String,
    /// How many compactions it has outlived in this session.
    pub restored: u64,
    /// It came from another session.
    pub inherited: bool,
}

/// A denial that the operator has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LiftedDenial {
    /// The id under which it was quoted.
    pub event_id: String,
    /// The record of its end.
    pub seq: u64,
    /// Who ended it.
    pub operator: String,
}

/// A call with effects outside of the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// Its id.
    pub id: String,
    /// The tool.
    pub tool_name: String,
    /// The target: a declared one by name, any other by its digest.
    pub target: String,
    /// `started`, `completed`, `unknown`, `not_run`, `committed` or `not_committed`.
    pub status: String,
    /// By what it became so.
    pub cause: String,
    /// It is `started` or `unknown`.
    pub unresolved: bool,
    /// The record of its start; none if it came from another session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<u64>,
    /// The record that settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// Who settled it, if the operator did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
}

/// Whether checks held when the packet was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The commit at HEAD when the packet was made; none if it wasn't known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// SHA-256 of what wasn't committed then; none if it wasn't known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// Those that the contracts require first.
    pub checks: Vec<Check>,
}

/// A check, and its last run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Its name.
    pub name: String,
    /// A contract requires it.
    pub required: bool,
    /// It passed, and nothing has changed since.
    pub holds: bool,
    /// In words: `passed`, `passed, patch changed since`, `passed, HEAD moved since`, `failed`, `never run` and the like.
    pub state: String,
    /// The record of its last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran: Option<u64>,
    /// The rule of the policy that names its command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// HEAD when the run had ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// SHA-256 of what wasn't committed then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
}

/// A denied call that ran all the same: the client doesn't do as the gate answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bypass {
    /// The record.
    pub seq: u64,
    /// The tool.
    pub tool_name: String,
    /// The denial that wasn't heeded.
    pub event_id: String,
}

/// Something that the operator did. The words of the reason stay in the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OperatorAct {
    /// The record.
    pub seq: u64,
    /// Its time.
    pub at: String,
    /// What was done: the record's kind.
    pub act: String,
    /// What to.
    pub about: String,
    /// Who did it.
    pub operator: String,
}

/// How a moment is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Something went as it should.
    Good,
    /// Something was stopped, or is in doubt.
    Bad,
    /// Something waits.
    Open,
    /// A person decided.
    Operator,
    /// It is only noted.
    Plain,
}

/// One record, in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The record's number.
    pub seq: u64,
    /// Its time.
    pub at: String,
    /// Its kind.
    pub kind: String,
    /// How to take it.
    pub tone: Tone,
    /// Whose context, if it is about one other than the main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What happened.
    pub text: String,
}

impl Packet {
    /// What the digest is over: this packet in one spelling, without it.
    #[must_use]
    pub fn body(&self) -> Vec<u8> {
        let bare = Packet { digest: String::new(), ..self.clone() };
        serde_json::to_vec(&bare).unwrap_or_default()
    }

    /// This packet with its digest.
    #[must_use]
    pub fn sealed(self) -> Packet {
        let digest = sha256_hex(&self.body());
        Packet { digest, ..self }
    }

    /// Reads a packet. The error is a sentence.
    pub fn parse(text: &str) -> Result<Packet, String> {
        let packet: Packet = serde_json::from_str(text).map_err(|error| {
            // The message could quote the file.
            format!(
                "line {}, column {}: it is no review packet of a form that this version knows",
                error.line(),
                error.column()
            )
        })?;
        if packet.schema != SCHEMA {
            return Err(format!("line 1: its schema isn't {SCHEMA}"));
        }
        Ok(packet)
    }
}
