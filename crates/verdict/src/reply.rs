use crate::{ContextId, Disposition, SettingsThreat, Verdict};
use serde::{Deserialize, Serialize};

/// Why a tool call is denied. The names are stable: scripts and the review of a run read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DenyCode {
    /// The call would change what the gate stands on.
    SelfProtection,
    /// The summariser of a compaction has called a tool.
    SummariserTool,
    /// A compaction has not been settled.
    VerdictPending,
    /// How the session began is not known.
    HistoryUnknown,
    /// The verdict is flagged.
    VerdictFlagged,
    /// The policy file can't be read.
    PolicyUnreadable,
    /// The policy has become wider, and the operator hasn't accepted that.
    PolicyChanged,
    /// The contract of the task isn't what the operator issued any more.
    ContractChanged,
    /// A rule of the policy denies it.
    PolicyDeny,
    /// A decision that was rejected is enforced, and it would reopen that.
    DecisionRejected,
    /// It is about an environment that the policy doesn't allow.
    OutsideEnvironments,
    /// A rule of the policy asks for an approval, and there is none.
    ApprovalMissing,
    /// The approval of this call has expired.
    ApprovalExpired,
    /// The approval of this call was used already.
    ApprovalUsed,
    /// An approval is for another payload or another place.
    ApprovalAltered,
    /// The approval of this call counts in another session, or for another agent.
    ApprovalElsewhere,
    /// The approval of this call was given under another policy.
    ApprovalPolicyChanged,
    /// The clock was moved back, so that nothing says whether an approval has expired.
    ApprovalClock,
    /// The operator refused to approve it.
    ApprovalRefused,
    /// The policy allows listed tools only.
    Unlisted,
    /// The subagent's scope doesn't hold it.
    NotDelegated,
    /// An operation with the same effect isn't settled.
    OperationUnresolved,
    /// The policy lets it wait for an operation that isn't settled.
    DependsOnOperation,
    /// Its effect was had already.
    EffectCommitted,
    /// No more operations can be remembered.
    OperationsFull,
    /// The hook's input can't be read.
    BadInput,
    /// The gate's own state can't be read or written.
    StateFailure,
    /// The gate's own deadline has passed.
    Deadline,
    /// A fault in the gate.
    InternalFault,
}

impl DenyCode {
    /// The stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            DenyCode::SelfProtection => "self_protection",
            DenyCode::SummariserTool => "summariser_tool",
            DenyCode::VerdictPending => "verdict_pending",
            DenyCode::HistoryUnknown => "history_unknown",
            DenyCode::VerdictFlagged => "verdict_flagged",
            DenyCode::PolicyUnreadable => "policy_unreadable",
            DenyCode::PolicyChanged => "policy_changed",
            DenyCode::ContractChanged => "contract_changed",
            DenyCode::PolicyDeny => "policy_deny",
            DenyCode::DecisionRejected => "decision_rejected",
            DenyCode::OutsideEnvironments => "outside_environments",
            DenyCode::ApprovalMissing => "approval_missing",
            DenyCode::ApprovalExpired => "approval_expired",
            DenyCode::ApprovalUsed => "approval_used",
            DenyCode::ApprovalAltered => "approval_altered",
            DenyCode::ApprovalElsewhere => "approval_elsewhere",
            DenyCode::ApprovalPolicyChanged => "approval_policy_changed",
            DenyCode::ApprovalClock => "approval_clock",
            DenyCode::ApprovalRefused => "approval_refused",
            DenyCode::Unlisted => "unlisted",
            DenyCode::NotDelegated => "not_delegated",
            DenyCode::OperationUnresolved => "operation_unresolved",
            DenyCode::DependsOnOperation => "depends_on_operation",
            DenyCode::EffectCommitted => "effect_committed",
            DenyCode::OperationsFull => "operations_full",
            DenyCode::BadInput => "bad_input",
            DenyCode::StateFailure => "state_failure",
            DenyCode::Deadline => "deadline",
            DenyCode::InternalFault => "internal_fault",
        }
    }
}

/// A denied tool call, ready to be put into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// Why.
    pub code: DenyCode,
    /// More about why: a sentence without a full stop, of our own words only.
    pub detail: String,
    /// Whose verdict.
    pub context: Option<ContextId>,
    /// It; `None` is absent.
    pub verdict: Option<(Verdict, Disposition, u32)>,
    /// The id of the ledger's record of this, if there is one.
    pub event_id: Option<String>,
    /// The request that waits for the operator's approval of this call.
    pub request: Option<String>,
}

/// What the hook answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing to say: the call may go on, or the event asks for no answer.
    Silent,
    /// The tool must not run.
    Deny(Denial),
    /// The client must go on with the settings that it has.
    KeepSettings(SettingsThreat),
}

/// How every denial begins; by these words a transcript shows that the gate has been there.
pub const DENIAL_OPENING: &str = "compact-gate denied this tool call";

impl Denial {
    /// The paragraph for the model: complete in itself, and without a command that would open the gate.
    #[must_use]
    pub fn paragraph(&self) -> String {
        let mut text = format!("{DENIAL_OPENING} ({}): {}.", self.code.as_str(), self.detail);
        if let Some(context) = &self.context {
            let whose = if context.is_main() { "this session" } else { "this subagent" };
            match self.verdict {
                Some((verdict, disposition, epoch)) => {
                    text += &format!(" The verdict on {whose}'s context is {verdict}");
                    if verdict == Verdict::Flagged {
                        text += &format!(" ({disposition})");
                    }
                    text += &format!(", epoch {epoch}.");
                }
                None => text += &format!(" There is no verdict on {whose}'s context."),
            }
        }
        match &self.event_id {
            Some(id) => text += &format!(" Event {id}."),
            None => text += " The denial itself could not be recorded.",
        }
        text += " The tool did not run. Reading still works (Read, Glob, Grep). ";
        match &self.request {
            Some(id) => {
                text += &format!(
                    "The request {id} waits for the operator: only the operator can change this, from outside this \
                     session, by approving exactly this call, which then goes through once. Until that is done, do \
                     something else, or finish by reporting this message."
                );
            }
            None => {
                text += "Asking again or another way gives the same answer: only the operator can change this, from \
                         outside this session. If nobody is there to do it, finish by reporting this message.";
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paragraph_is_one_line_and_names_no_way_out() {
        let denial = Denial {
            code: DenyCode::VerdictFlagged,
            detail: "the summary is suspect".into(),
            context: Some(ContextId::Main),
            verdict: Some((Verdict::Flagged, Disposition::Quarantine, 3)),
            event_id: Some("e7".into()),
            request: None,
        };
        let text = denial.paragraph();
        assert!(text.contains("flagged (quarantine), epoch 3") && text.contains("Event e7"));
        assert!(!text.contains('\n') && !text.contains("release") && !text.contains("--"));
    }
}
