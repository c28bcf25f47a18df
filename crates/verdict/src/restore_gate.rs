use crate::{
    Authority, Checkpoint, ContinuityFacts, Facts, GitMove, OnGitChange, OperationStatus, SummaryFacts,
};

/// How long a checkpoint is good for: from PreCompact to the settling.
pub const CHECKPOINT_TTL_SECONDS: i64 = 24 * 60 * 60;

/// The name of the check that stands for the lint.
pub(crate) const LINT_CHECK: &str = "summary_lint_clean";

/// How one check of the restore gate went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckStatus {
    /// It holds.
    Ok,
    /// It doesn't.
    Failed,
    /// There is nothing to check.
    NotApplicable,
}

/// One named check with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The check's name, stable across versions.
    pub name: &'static str,
    /// How it went.
    pub status: CheckStatus,
    /// What it was judged by.
    pub evidence: String,
}

/// Runs every check that stands between a compaction and the tools. That the ledger is whole and the latest is
/// checked where it is read, before a state exists to hand in here.
#[must_use]
pub fn run(
    authority: &Authority,
    checkpoint: Option<&Checkpoint>,
    summary: Option<&SummaryFacts>,
    facts: &Facts,
) -> Vec<Check> {
    let ttl = facts.checkpoint_ttl.unwrap_or(CHECKPOINT_TTL_SECONDS);
    vec![
        task_contract_matches(facts),
        pending_operation_recovery_complete(authority),
        git_baseline_matches(facts),
        decisions_match(checkpoint, facts),
        continuity_valid(&facts.continuity),
        checkpoint_fresh(checkpoint, facts.now, ttl),
        summary_lint_clean(summary),
    ]
}

/// The names of those that failed.
#[must_use]
pub fn failed_checks(checks: &[Check]) -> Vec<String> {
    checks
        .iter()
        .filter(|check| check.status == CheckStatus::Failed)
        .map(|check| check.name.to_owned())
        .collect()
}

fn task_contract_matches(facts: &Facts) -> Check {
    let problem = facts.contracts.iter().find_map(|contract| contract.problem.clone());
    let (status, evidence) = match (facts.contracts.as_slice(), problem) {
        ([], _) => (CheckStatus::NotApplicable, "no contract was issued".into()),
        (_, Some(problem)) => (CheckStatus::Failed, problem),
        (contracts, None) => {
            let digests: Vec<String> =
                contracts.iter().map(|contract| format!("sha256:{}", contract.digest)).collect();
            (CheckStatus::Ok, digests.join(", "))
        }
    };
    Check { name: "task_contract_matches", status, evidence }
}

/// Each operation that was cut off is unknown by now, and closes what depends on it. That is enough: it is no reason to
/// close the rest.
fn pending_operation_recovery_complete(authority: &Authority) -> Check {
    let count = |status: OperationStatus| {
        authority.operations.values().filter(|operation| operation.status == status).count()
    };
    let (unknown, started) = (count(OperationStatus::Unknown), count(OperationStatus::Started));
    let (status, evidence) = match (unknown, started) {
        (0, 0) => (CheckStatus::NotApplicable, "no operation is unresolved".into()),
        _ => (CheckStatus::Ok, format!("{unknown} unknown, {started} under way; each closes its own effect")),
    };
    Check { name: "pending_operation_recovery_complete", status, evidence }
}

fn git_baseline_matches(facts: &Facts) -> Check {
    let (status, evidence) = match (&facts.git_move, facts.on_git_change) {
        (None, _) => (CheckStatus::NotApplicable, "nothing to compare with".into()),
        (Some(GitMove::Same), _) => (CheckStatus::Ok, "worktree, branch and HEAD are as they were".into()),
        (Some(GitMove::Descendant), OnGitChange::Descendant | OnGitChange::Note) => {
            (CheckStatus::Ok, "HEAD moved to a descendant on the same branch".into())
        }
        (Some(GitMove::Descendant), OnGitChange::Operator) => {
            (CheckStatus::Failed, "HEAD moved to a descendant".into())
        }
        (Some(GitMove::Elsewhere(what)), OnGitChange::Note) => (CheckStatus::Ok, what.clone()),
        (Some(GitMove::Elsewhere(what)), OnGitChange::Operator | OnGitChange::Descendant) => {
            (CheckStatus::Failed, what.clone())
        }
    };
    Check { name: "git_baseline_matches", status, evidence }
}

/// New receipts are fine; a rejected one that was altered or taken away while the context was compacted is not.
fn decisions_match(checkpoint: Option<&Checkpoint>, facts: &Facts) -> Check {
    let name = "decisions_match";
    let Some(checkpoint) = checkpoint.filter(|checkpoint| !checkpoint.rejected.is_empty()) else {
        return Check {
            name,
            status: CheckStatus::NotApplicable,
            evidence: "no rejected decision to keep".into(),
        };
    };
    let changed =
        checkpoint.rejected.iter().filter(|(id, digest)| facts.rejected.get(*id) != Some(*digest)).count();
    let status = if changed == 0 { CheckStatus::Ok } else { CheckStatus::Failed };
    Check { name, status, evidence: format!("{changed} of {} altered or removed", checkpoint.rejected.len()) }
}

fn continuity_valid(continuity: &ContinuityFacts) -> Check {
    let (status, evidence) = match continuity {
        ContinuityFacts::Absent => (CheckStatus::NotApplicable, "no continuity file".into()),
        ContinuityFacts::Valid(valid) => (CheckStatus::Ok, format!("task {}", valid.task_id)),
        ContinuityFacts::Invalid(problem) => (CheckStatus::Failed, problem.clone()),
    };
    Check { name: "continuity_valid", status, evidence }
}

fn checkpoint_fresh(checkpoint: Option<&Checkpoint>, now: i64, ttl: i64) -> Check {
    let (status, evidence) = match checkpoint {
        None => (CheckStatus::NotApplicable, "no checkpoint is open".into()),
        Some(checkpoint) => {
            let age = now - checkpoint.taken_at;
            // A clock that was set back meanwhile makes nothing stale.
            let fresh = age <= ttl;
            (if fresh { CheckStatus::Ok } else { CheckStatus::Failed }, format!("taken {age} s ago"))
        }
    };
    Check { name: "checkpoint_fresh", status, evidence }
}

fn summary_lint_clean(summary: Option<&SummaryFacts>) -> Check {
    let (status, evidence) = match summary {
        None => (CheckStatus::NotApplicable, "no summary".into()),
        Some(summary) if summary.flags.is_empty() => (CheckStatus::Ok, format!("sha256:{}", summary.digest)),
        Some(summary) => (CheckStatus::Failed, summary.flags.join(", ")),
    };
    Check { name: LINT_CHECK, status, evidence }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(taken_at: i64) -> Checkpoint {
        Checkpoint {
            taken_at,
            nonce: String::new(),
            git: None,
            decisions: None,
            rejected: std::collections::BTreeMap::new(),
        }
    }

    #[test]
    fn a_checkpoint_is_good_for_a_day() {
        for (age, status) in [
            (0, CheckStatus::Ok),
            (CHECKPOINT_TTL_SECONDS, CheckStatus::Ok),
            (CHECKPOINT_TTL_SECONDS + 1, CheckStatus::Failed),
            (-61, CheckStatus::Ok),
        ] {
            assert_eq!(
                checkpoint_fresh(Some(&checkpoint(1_000_000)), 1_000_000 + age, CHECKPOINT_TTL_SECONDS)
                    .status,
                status,
                "{age}"
            );
        }
    }
}
