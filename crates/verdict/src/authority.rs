use crate::oldest::forget_oldest;
use crate::{
    Approvals, ContextId, ContractBinding, DenyCode, Operation, OperationEnded, OperationStatus,
    RejectedDecision, State,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which policy a session is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyBinding {
    /// The `version` that the policy file gives itself.
    pub version: String,
    /// SHA-256 of what the policy says, in hexadecimal.
    pub digest: String,
}

/// A refusal that stands until the operator lifts it: the same tool and target get this answer and this id, in
/// whatever spelling, before or after a compaction, and from whichever context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingDenial {
    /// The id that is quoted.
    pub event_id: String,
    /// The tool, by the client's name.
    pub tool_name: String,
    /// The target, as far as it may be shown: a declared one by name, any other by its digest.
    pub target: String,
    /// Why.
    pub code: DenyCode,
    /// The rule that decided.
    pub rule: String,
    /// The policy it stood in.
    pub policy: PolicyBinding,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Who may do what in a session, as far as it is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authority {
    /// The policy that the session is bound to; `None` before its first binding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyBinding>,
    /// Standing denials by the key of their tool and target.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub denials: BTreeMap<String, StandingDenial>,
    /// The contracts in force, each of which has to consent. More than one only where a session goes on from several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contracts: Vec<ContractBinding>,
    /// Rejected decisions in force by the id of their receipt: as they were first seen, until the operator accepts what
    /// became of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub decisions: BTreeMap<String, RejectedDecision>,
    /// Digests of rejected decisions that the operator has accepted the end of, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ended_decisions: Vec<String>,
    /// Operations by their id: every one that is unresolved or committed, and the last of the others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, Operation>,
    /// Calls that wait for an approval, and approvals. No other session takes them over.
    #[serde(default, skip_serializing_if = "Approvals::is_empty")]
    pub approvals: Approvals,
    /// Digests of policies that the operator has accepted. Only the operator's own ledger holds any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<String>,
}

impl Authority {
    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Authority::default()
    }

    /// Takes over what binds another session: denials, contracts and rejected decisions. Its policy isn't taken over,
    /// since the files say that.
    pub fn inherit(&mut self, other: &Authority) {
        for contract in &other.contracts {
            match self.contracts.iter_mut().find(|known| known.digest == contract.digest) {
                Some(known) => known.altered |= contract.altered,
                None => self.contracts.push(contract.clone()),
            }
        }
        for (id, decision) in &other.decisions {
            match self.decisions.get_mut(id) {
                Some(known) => known.take_rules(decision),
                None => drop(self.decisions.insert(id.clone(), decision.clone())),
            }
        }
        for (key, denial) in &other.denials {
            self.denials.entry(key.clone()).or_insert_with(|| denial.clone());
        }
        for (id, operation) in &other.operations {
            self.start(id, operation);
        }
    }

    /// The denials that stand in a session of a run, by their keys.
    #[must_use]
    pub fn denials_in_force<'a>(&'a self, run: &'a Authority) -> Vec<&'a StandingDenial> {
        let mut standing: BTreeMap<&String, &StandingDenial> = run.denials.iter().collect();
        standing.extend(&self.denials);
        standing.into_values().collect()
    }

    /// The operations that a session of a run knows, its own and those of the run's other sessions. What the session knows
    /// of its own counts, not the run's copy.
    #[must_use]
    pub fn known_operations<'a>(&'a self, run: &'a Authority) -> BTreeMap<&'a String, &'a Operation> {
        run.operations.iter().chain(&self.operations).collect()
    }

    /// What another session takes over: what binds it, and the operations that decide about later calls. Nobody will tell
    /// that session how a started one ends, unless the caller goes on in it under the same id.
    pub(crate) fn handed_on(&self, goes_on: impl Fn(&ContextId) -> bool) -> Authority {
        let mut handed = Authority::default();
        handed.inherit(self);
        handed.operations.retain(|_, operation| operation.status.is_kept());
        for operation in handed.operations.values_mut() {
            if operation.status == OperationStatus::Started && !goes_on(&operation.context) {
                operation.status = OperationStatus::Unknown;
                operation.cause = "other_session".into();
            }
        }
        handed
    }

    /// Takes an operation in. One that is known already isn't started anew.
    pub(crate) fn start(&mut self, id: &str, operation: &Operation) {
        self.operations.entry(id.to_owned()).or_insert_with(|| operation.clone());
        self.forget_ended();
    }

    /// Ends an operation: only a started one by what the client tells, only an unresolved one by the operator or a
    /// probe. What is settled stays settled.
    pub(crate) fn end(&mut self, ended: &OperationEnded) {
        let Some(operation) = self.operations.get_mut(&ended.id) else { return };
        let settles = matches!(ended.status, OperationStatus::Committed | OperationStatus::NotCommitted);
        let open = match operation.status {
            OperationStatus::Started => ended.status != OperationStatus::Started,
            OperationStatus::Unknown => settles,
            _ => false,
        };
        if open {
            operation.status = ended.status;
            operation.cause.clone_from(&ended.cause);
            operation.evidence.clone_from(&ended.evidence);
            operation.operator.clone_from(&ended.operator);
            self.forget_ended();
        }
    }

    /// Forgets the oldest operations of those that no longer decide anything.
    fn forget_ended(&mut self) {
        let ended = |operation: &Operation| !operation.status.is_kept();
        forget_oldest(&mut self.operations, State::ENDED_OPERATIONS, ended, |operation| operation.started_at);
    }
}

/// How the policy in force compares with the one that the session is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyChange {
    /// It is the same.
    Same,
    /// The session isn't bound yet.
    First,
    /// It allows less: it is bound by itself.
    Narrower,
    /// It allows more, or can't be compared; these rules say so. The operator has to accept it.
    Wider(Vec<String>),
    /// It allows more, and the operator has accepted just that.
    Accepted,
}

/// Exactly what a call would do: what an approval is bound to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallPayload {
    /// SHA-256 of the input as canonical JSON.
    pub digest: String,
    /// Length of the input in bytes.
    pub bytes: u64,
    /// Digest of the paths that the call resolves to, links followed; empty where it names none.
    pub places: String,
}

/// What the policy says of one call, whatever the verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFacts {
    /// Keys of tool and target, the one to remember first: equal for every spelling of the same.
    pub keys: Vec<String>,
    /// The target, as far as it may be shown.
    pub target: String,
    /// The rule that denies it.
    pub denied_by: Option<String>,
    /// The rejected decision that the rule enforces, if it isn't the policy's or a contract's.
    pub denied_by_decision: Option<String>,
    /// The environment it is about, if that isn't one of those that the policy allows.
    pub outside_environments: Option<String>,
    /// The rule that asks for an approval.
    pub ask: Option<String>,
    /// What an approval would be for; `None` where the input has no canonical form.
    pub payload: Option<CallPayload>,
    /// The scope of this subagent doesn't hold the tool; why.
    pub not_delegated: Option<String>,
    /// There is a closed allow-list, and it isn't on it.
    pub unlisted: bool,
    /// It has effects outside of the workspace.
    pub external: bool,
    /// Digests of what it would do, in one spelling: whole, and without what the policy leaves out.
    pub effects: Vec<String>,
    /// Digest of the declared target.
    pub declared: Option<String>,
    /// Keys of the policy's dependencies by which it waits for operations.
    pub waits_for: Vec<String>,
    /// Keys of the policy's dependencies by which others wait for it.
    pub awaited_by: Vec<String>,
}

/// The policy, for one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFacts {
    /// Which policy was read.
    pub binding: PolicyBinding,
    /// Against the bound one.
    pub change: PolicyChange,
    /// It can't be read: a sentence with file, line and remedy. Then nothing else here counts.
    pub problem: Option<String>,
    /// What it says of the call, on PreToolUse.
    pub call: Option<CallFacts>,
}
