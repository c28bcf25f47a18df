//! The decision core of compact-gate: pure and total.
//!
//! [`decide()`] takes the state of a session, one event and the facts gathered for it, and returns the records to
//! append and the reply to give. [`State::apply`] is the only way a state changes, so that a state is always the
//! fold of its ledger. Neither does IO, reads a clock, or panics; `clippy.toml` beside this crate holds them to it.
//!
//! ```text
//! caller                               this crate
//! fold the ledger                ->    State
//! parse the payload              ->    Event
//!                                <-    look_needed(&State, &Event)
//! read the transcript, git, …    ->    Facts
//!                                <-    decide(&State, &Event, &Facts) = Decision { records, reply }
//! append, sync, then speak
//! ```

mod apply;
mod approval;
mod authority;
mod check_run;
mod context;
mod context_id;
mod continuity;
mod contract;
mod decide;
mod decisions;
mod event;
mod facts;
mod oldest;
mod operation;
mod operator;
mod proposal;
mod record;
mod reply;
mod restore_gate;
mod settings_change;
mod state;

pub use approval::{
    Approval, ApprovalEnd, ApprovalEnded, ApprovalIssued, ApprovalRedeemed, ApprovalRequest,
    ApprovalRequested, ApprovalReturned, Approvals, Redemption,
};
pub use authority::{
    Authority, CallFacts, CallPayload, PolicyBinding, PolicyChange, PolicyFacts, StandingDenial,
};
pub use check_run::{CheckOutcome, CheckRan, CheckReceipt, CheckState, WorkTree};
pub use context::{Checkpoint, Context, Disposition, GitBaseline, History, Verdict};
pub use context_id::ContextId;
pub use continuity::{Continuity, ContinuityFacts, MAX_CONTINUITY_BYTES};
pub use contract::{ContractAltered, ContractBinding, ContractFacts, ContractIssued};
pub use decide::{Decision, decide, is_settled_by_git, look_needed, results_needed};
pub use decisions::{DecisionsAccepted, DecisionsBound, MAX_DECISIONS, MAX_ENFORCED_RULES, RejectedDecision};
pub use event::{Event, Source, ToolCall};
pub use facts::{
    Boundary, Facts, GitMove, HistoryFacts, Look, OnGitChange, Parent, Predecessor, SummaryFacts,
    TranscriptFacts,
};
pub use operation::{CallEnd, CallResult, Operation, OperationStatus, brought_up_to_date};
pub use operator::{OperatorActed, OperatorActs, OperatorProof};
pub use proposal::{MAX_PROPOSAL_BYTES, Proposal, Proposed, UpdateRefused};
pub use record::{
    BoundariesAccounted, BypassDetected, CheckpointTaken, CompactionAbandoned, ContextOpened, DenialLifted,
    DenialStands, Denied, HistoryResolved, OperationEnded, OperationHeardLate, OperationStarted,
    PermissionDenied, PolicyAccepted, PolicyBound, Rebaselined, Record, Released, RestoreGateFailed,
    SessionEnded, SessionStarted, SettingsChanged, SummaryChecked, SummarySource,
};
pub use reply::{DENIAL_OPENING, Denial, DenyCode, Reply};
pub use restore_gate::{
    CHECKPOINT_TTL_SECONDS, Check, CheckStatus, LedgerFacts, failed_checks, ledger_checks,
    run as run_restore_gate,
};
pub use settings_change::{Registrations, SettingsFacts, SettingsThreat, threat};
pub use state::State;
