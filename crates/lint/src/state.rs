//! What is known from control state, to compare a summary's claims with.

use serde::Deserialize;

/// Control state as far as the lint can use it. Unknown fields are ignored; absent ones mean that nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ControlState {
    /// What this run may do.
    pub authority: Option<Authority>,
    /// Denials in force.
    pub denials: Option<Vec<Denial>>,
    /// Operations with outside effects.
    pub operations: Option<Vec<Operation>>,
    /// Approvals, used and expired ones included.
    pub approvals: Option<Vec<Approval>>,
    /// Decision receipts.
    pub decisions: Option<Vec<Decision>>,
    /// Standing constraints, verbatim.
    pub constraints: Option<Vec<String>>,
    /// The repository as it is.
    pub git: Option<Git>,
}

/// The scope of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Authority {
    /// Environments that may be touched.
    pub environments: Option<Vec<String>>,
    /// Tools that may be used; none given means that tools aren't limited here.
    pub tools: Option<Vec<String>>,
    /// The role the run acts in.
    pub role: Option<String>,
    /// Path patterns that may be written.
    pub paths: Option<Vec<String>>,
}

/// A refusal in force.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Denial {
    /// The id of the ledger event.
    pub event_id: String,
    /// The tool that was refused.
    pub tool: String,
    /// What it was aimed at.
    pub target: String,
    /// The reason code.
    pub reason: String,
}

/// A call with outside effects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Operation {
    /// The operation's id.
    pub op_id: String,
    /// The tool that was called.
    pub tool: String,
    /// What it was aimed at.
    pub target: String,
    /// `started`, `committed`, `not_committed` or `unknown`.
    pub state: String,
}

/// A single-use permission.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Approval {
    /// The approval's id.
    pub approval_id: String,
    /// The tool it is for.
    pub tool: String,
    /// What it is for.
    pub target: String,
    /// `active`, `redeemed` or `expired`.
    pub status: String,
}

/// A decision receipt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Decision {
    /// The receipt's id.
    pub id: String,
    /// `accepted`, `rejected` or `superseded`.
    pub status: String,
    /// What it is about.
    pub scope: String,
    /// What was decided, in words.
    pub decision: String,
}

/// The repository as git shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Git {
    /// The branch that is checked out.
    pub branch: Option<String>,
    /// The commit that is checked out, in full or abbreviated.
    pub head: Option<String>,
    /// The branch's upstream.
    pub upstream: Option<String>,
    /// Commits that the upstream lacks.
    pub ahead: Option<u64>,
    /// Commits of the upstream that the branch lacks.
    pub behind: Option<u64>,
    /// Paths with changes that aren't committed.
    pub dirty: Option<Vec<String>>,
}
