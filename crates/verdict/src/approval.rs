//! Calls that wait for the operator's approval, and approvals, each for one call.

use crate::oldest::forget_oldest;
use crate::{ContextId, Facts, PolicyBinding, PolicyFacts, Record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A clock may be behind the latest recorded time by this many seconds: processes record in another order than they
/// read it. More than that, and it was moved back.
pub const CLOCK_SLACK_SECONDS: i64 = 60;

/// One call that needs an approval. It holds digests and declared targets, never the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    /// Who called.
    pub context: ContextId,
    /// The client's id of the call that was denied for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// The tool, by the client's name.
    pub tool_name: String,
    /// The target, as far as it may be shown: a declared one by name, any other by its digest.
    pub target: String,
    /// Key of tool and target, by which a refusal stands.
    pub key: String,
    /// What asks for it: a rule, or the operation whose effect was had already.
    pub rule: String,
    /// SHA-256 of the input as canonical JSON.
    pub payload: String,
    /// Length of the input in bytes.
    pub bytes: u64,
    /// Digest of the paths that the call resolves to, links followed; empty where it names none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub places: String,
    /// Digests of what the call would do, in one spelling.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<String>,
    /// The policy that asks.
    pub policy: PolicyBinding,
    /// When, in seconds since the Unix epoch.
    pub requested_at: i64,
    /// The operator's approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Why it can't come to anything any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<ApprovalEnd>,
}

/// The operator's approval of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// When it was given, in seconds since the Unix epoch.
    pub issued_at: i64,
    /// From when on it doesn't count, in seconds since the Unix epoch.
    pub expires_at: i64,
    /// Who gave it, and how.
    pub operator: String,
    /// The call that it was spent on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redeemed: Option<Redemption>,
    /// Calls that it was given back by, since the client refused them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returned: Vec<String>,
}

/// What an approval was spent on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redemption {
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Why a request or its approval came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalEnd {
    /// Its time was over.
    Expired,
    /// The policy is another one.
    PolicyChanged,
    /// The operator refused it.
    Refused,
    /// It was approved for the whole run, and goes on in the run's ledger.
    MovedToRun,
}

impl ApprovalRequest {
    /// Whether it waits for the operator.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.approval.is_none() && self.ended.is_none()
    }

    /// The approval, if it isn't spent and hasn't ended.
    #[must_use]
    pub fn unspent(&self) -> Option<&Approval> {
        self.approval.as_ref().filter(|approval| approval.redeemed.is_none() && self.ended.is_none())
    }

    /// Why an unspent approval can't count any more, whatever is called: its time is over, or the policy is another one.
    #[must_use]
    pub fn no_longer_binds(&self, facts: &Facts) -> Option<ApprovalEnd> {
        let approval = self.unspent()?;
        let other =
            |policy: &PolicyFacts| policy.problem.is_none() && policy.binding.digest != self.policy.digest;
        if facts.now >= approval.expires_at {
            Some(ApprovalEnd::Expired)
        } else {
            facts.policy.as_ref().is_none_or(other).then_some(ApprovalEnd::PolicyChanged)
        }
    }

    /// Whether a call has spent it, or has given it back.
    #[must_use]
    pub fn concerns(&self, tool_use_id: &str) -> bool {
        self.approval.as_ref().is_some_and(|approval| {
            approval.is_redeemed_by(tool_use_id) || approval.returned.iter().any(|id| id == tool_use_id)
        })
    }
}

impl Approval {
    /// Whether this very call has spent it.
    #[must_use]
    pub fn is_redeemed_by(&self, tool_use_id: &str) -> bool {
        self.redeemed.as_ref().is_some_and(|redeemed| redeemed.tool_use_id.as_deref() == Some(tool_use_id))
    }
}

/// Body of [`crate::Record::ApprovalRequested`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRequested {
    /// The request's id.
    pub id: String,
    /// The request.
    #[serde(flatten)]
    pub request: ApprovalRequest,
}

/// Body of [`crate::Record::ApprovalIssued`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalIssued {
    /// The request's id.
    pub id: String,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
    /// From when on it doesn't count, in seconds since the Unix epoch.
    pub expires_at: i64,
    /// Who, and how.
    pub operator: String,
}

/// Body of [`crate::Record::ApprovalRedeemed`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalRedeemed {
    /// The request's id.
    pub id: String,
    /// Who called.
    pub context: ContextId,
    /// The client's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Body of [`crate::Record::ApprovalReturned`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalReturned {
    /// The request's id.
    pub id: String,
    /// The client's id of the call that it didn't let run.
    pub tool_use_id: String,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Body of [`crate::Record::ApprovalEnded`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalEnded {
    /// The request's id.
    pub id: String,
    /// Why.
    pub why: ApprovalEnd,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// Requests and approvals by the request's id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Approvals(pub BTreeMap<String, ApprovalRequest>);

impl Approvals {
    /// How many requests may wait, and how many others are remembered beside them. The oldest give way.
    pub const REMEMBERED: usize = 64;

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a record of an approval in; any other changes nothing.
    pub fn apply(&mut self, record: &Record) {
        match record {
            Record::ApprovalRequested(requested) => self.request(requested),
            Record::ApprovalIssued(issued) => self.issue(issued),
            Record::ApprovalRedeemed(redeemed) => self.redeem(redeemed),
            Record::ApprovalReturned(returned) => self.give_back(returned),
            Record::ApprovalEnded(ended) => self.end(ended),
            _ => {}
        }
    }

    fn request(&mut self, requested: &ApprovalRequested) {
        self.0.entry(requested.id.clone()).or_insert_with(|| requested.request.clone());
        self.forget(ApprovalRequest::is_open);
    }

    fn issue(&mut self, issued: &ApprovalIssued) {
        let Some(request) = self.0.get_mut(&issued.id).filter(|request| request.is_open()) else { return };
        request.approval = Some(Approval {
            issued_at: issued.at,
            expires_at: issued.expires_at,
            operator: issued.operator.clone(),
            redeemed: None,
            returned: Vec::new(),
        });
        // An approval that could still count is never forgotten.
        self.forget(|request| !request.is_open() && request.unspent().is_none());
    }

    fn redeem(&mut self, redeemed: &ApprovalRedeemed) {
        let Some(request) = self.0.get_mut(&redeemed.id) else { return };
        if let Some(approval) = request.approval.as_mut().filter(|approval| approval.redeemed.is_none()) {
            approval.redeemed =
                Some(Redemption { tool_use_id: redeemed.tool_use_id.clone(), at: redeemed.at });
        }
    }

    fn give_back(&mut self, returned: &ApprovalReturned) {
        let approval = self.0.get_mut(&returned.id).and_then(|request| request.approval.as_mut());
        if let Some(approval) = approval.filter(|approval| approval.is_redeemed_by(&returned.tool_use_id)) {
            approval.redeemed = None;
            approval.returned.push(returned.tool_use_id.clone());
        }
    }

    fn end(&mut self, ended: &ApprovalEnded) {
        if let Some(request) = self.0.get_mut(&ended.id)
            && (request.is_open() || request.unspent().is_some())
        {
            request.ended = Some(ended.why);
        }
    }

    /// Forgets the oldest of those that a condition names, down to the limit.
    fn forget(&mut self, named: impl Fn(&ApprovalRequest) -> bool) {
        forget_oldest(&mut self.0, Approvals::REMEMBERED, named, |request| request.requested_at);
    }
}
