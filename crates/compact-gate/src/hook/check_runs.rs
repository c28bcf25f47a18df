//! Runs of the checks that the policy's `[evidence]` names, and what they are compared with.

use super::command_end::{exit_status, succeeded};
use super::gather::Gathered;
use super::policy_call::{Applied, with_call};
use super::repository::Repository;
use hook_protocol::Payload;
use policy::Policy;
use std::path::Path;
use verdict::{CheckOutcome, CheckRan, CheckReceipt, State, WorkTree};

/// A status above this is the shell's word for a signal: the command was killed, and came to no result.
const KILLED: u32 = 128;

/// What a SessionStart says of checks beside their last runs.
#[derive(Default)]
pub struct Checks {
    /// The checks that it names; `None` where it can't be read.
    pub named: Option<Vec<String>>,
    /// What their last runs are to be compared with.
    pub now: WorkTree,
}

/// Gathers it, and for the end of a command which checks it was a run of. Git is asked only where there is something to
/// take down or to compare.
pub fn gather(
    gathered: &mut Gathered,
    state: &State,
    payload: &Payload,
    applied: &Applied,
    repository: &Repository<'_>,
) {
    let Some(policy) = &applied.policy else { return };
    match payload.event.as_str() {
        "PostToolUse" | "PostToolUseFailure" => {
            let project = state.cwd.as_deref().or(payload.cwd.as_deref()).unwrap_or("/");
            let now = gathered.facts.now;
            gathered.facts.checks_run = ended(policy, payload, Path::new(project), repository, now);
        }
        "SessionStart" => {
            gathered.checks = Checks {
                named: Some(policy.checks().map(str::to_owned).collect()),
                now: compared_with(state, gathered, repository),
            };
        }
        _ => {}
    }
}

fn ended(
    policy: &Policy,
    payload: &Payload,
    project: &Path,
    repository: &Repository<'_>,
    at: i64,
) -> Vec<CheckRan> {
    with_call(payload, project, |call| {
        let receipt = |rule: &policy::Rule| {
            let WorkTree { head, patch } = repository.work_tree(super::session_text::GIT_TIME);
            let tool_use_id = payload.tool_use_id.clone();
            CheckReceipt {
                outcome: outcome(payload),
                rule: rule.text().to_owned(),
                head,
                patch,
                at,
                tool_use_id,
            }
        };
        let runs = policy.checks_run(call).into_iter();
        runs.map(|(check, rule)| CheckRan { check: check.to_owned(), receipt: receipt(rule) }).collect()
    })
}

fn outcome(payload: &Payload) -> CheckOutcome {
    match payload.event.as_str() {
        "PostToolUse" if succeeded(payload) => CheckOutcome::Passed,
        "PostToolUseFailure"
            if !payload.interrupted && exit_status(payload).is_some_and(|it| it <= KILLED) =>
        {
            CheckOutcome::Failed
        }
        _ => CheckOutcome::Unknown,
    }
}

/// The work tree as far as it is needed: the patch counts only for a check that passed at this HEAD.
fn compared_with(state: &State, gathered: &Gathered, repository: &Repository<'_>) -> WorkTree {
    let head = gathered.git.as_ref().and_then(|git| git.head.as_ref().ok()?.oid.clone());
    let passed_here = |receipt: &CheckReceipt| {
        receipt.outcome == CheckOutcome::Passed && receipt.patch.is_some() && receipt.head == head
    };
    if state.receipts.values().any(passed_here) {
        repository.work_tree(gathered.git_time_left)
    } else {
        WorkTree { head, patch: None }
    }
}
