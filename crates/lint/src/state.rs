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
    /// The contract that the task is bound to.
    pub contract: Option<Contract>,
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
    /// The policy rule that refused it.
    pub rule: String,
}

impl Denial {
    /// A denial of `tool` on `target`, on record as `event_id`. An unknown target is empty.
    #[must_use]
    pub fn new(event_id: impl Into<String>, tool: impl Into<String>, target: impl Into<String>) -> Self {
        Denial { event_id: event_id.into(), tool: tool.into(), target: target.into(), ..Denial::default() }
    }
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

impl Operation {
    /// A call of `tool` on `target`, on record as `op_id`, in one of the states that [`Operation::state`] names.
    #[must_use]
    pub fn new(
        op_id: impl Into<String>,
        tool: impl Into<String>,
        target: impl Into<String>,
        state: impl Into<String>,
    ) -> Self {
        Operation { op_id: op_id.into(), tool: tool.into(), target: target.into(), state: state.into() }
    }

    /// Whether its outcome isn't known.
    #[must_use]
    pub fn is_unresolved(&self) -> bool {
        !matches!(self.state.as_str(), "committed" | "not_committed")
    }
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
    /// `active` or `open`; `redeemed` or `used`; `expired`.
    pub status: String,
}

impl Approval {
    /// A permission for `tool` on `target`, on record as `approval_id`, with a status that [`Approval::status`] names.
    #[must_use]
    pub fn new(
        approval_id: impl Into<String>,
        tool: impl Into<String>,
        target: impl Into<String>,
        status: impl Into<String>,
    ) -> Self {
        let (approval_id, tool) = (approval_id.into(), tool.into());
        Approval { approval_id, tool, target: target.into(), status: status.into() }
    }

    /// Whether it can still be used.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.status.as_str(), "active" | "open")
    }
}

/// A decision receipt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Decision {
    /// The receipt's id.
    pub id: String,
    /// `accepted`, `rejected`, `superseded` or `open`.
    pub status: String,
    /// What it is about.
    pub scope: String,
    /// What was decided, in words.
    pub decision: String,
}

impl Decision {
    /// The receipt `id`, with its status (`accepted`, `rejected`, `superseded` or `open`) and what was decided.
    #[must_use]
    pub fn new(id: impl Into<String>, status: impl Into<String>, decision: impl Into<String>) -> Self {
        let (id, status) = (id.into(), status.into());
        Decision { id, status, decision: decision.into(), ..Decision::default() }
    }
}

/// What a task is bound to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Contract {
    /// The task's id.
    pub task_id: String,
    /// What it is to achieve, in words.
    pub objective: String,
}

impl Contract {
    /// The contract of the task `task_id`.
    #[must_use]
    pub fn new(task_id: impl Into<String>, objective: impl Into<String>) -> Self {
        Contract { task_id: task_id.into(), objective: objective.into() }
    }
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

impl Git {
    /// A repository on `branch`, at `head`.
    #[must_use]
    pub fn on(branch: impl Into<String>, head: impl Into<String>) -> Self {
        Git { branch: Some(branch.into()), head: Some(head.into()), ..Git::default() }
    }

    /// The same, with so many commits that its upstream lacks, and so many of the upstream's that it lacks.
    #[must_use]
    pub fn against(mut self, upstream: impl Into<String>, ahead: u64, behind: u64) -> Self {
        (self.upstream, self.ahead, self.behind) = (Some(upstream.into()), Some(ahead), Some(behind));
        self
    }
}
