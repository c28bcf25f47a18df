use crate::{
    Authority, Checkpoint, Context, ContinuityFacts, Facts, GitMove, OnGitChange, OperationStatus,
    PolicyChange, PolicyFacts, SummaryFacts,
};

/// How long a checkpoint is good for: from PreCompact to the settling.
pub const CHECKPOINT_TTL_SECONDS: i64 = 24 * 60 * 60;

/// The name of the check that stands for the lint.
pub(crate) const LINT_CHECK: &str = "summary_lint_clean";

/// The name of the check that git stands where it stood.
pub(crate) const GIT_CHECK: &str = "git_baseline_matches";

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

/// Runs every check that stands between a context and the tools, on a state that could be read: [`ledger_checks()`] says
/// of it that it is whole and the latest.
#[must_use]
pub fn run(
    authority: &Authority,
    context: Option<&Context>,
    summary: Option<&SummaryFacts>,
    facts: &Facts,
) -> Vec<Check> {
    let ttl = facts.checkpoint_ttl.unwrap_or(CHECKPOINT_TTL_SECONDS);
    let checkpoint = context.and_then(|context| context.checkpoint.as_ref());
    vec![
        task_contract_matches(facts),
        policy_version_current(facts.policy.as_ref()),
        pending_operation_recovery_complete(authority),
        approval_bindings_valid(authority, facts),
        git_baseline_matches(facts),
        decisions_match(checkpoint, facts),
        continuity_valid(&facts.continuity),
        checkpoint_fresh(checkpoint, facts.now, ttl),
        nonce_unused(context),
        summary_lint_clean(summary),
    ]
}

/// How the ledger was found: its last record's number and digest, or why it can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerFacts {
    /// Whole, and the latest that is known of.
    Sound {
        /// Number of the last record.
        last: u64,
        /// Its digest.
        digest: String,
    },
    /// It isn't what was written.
    Damaged(String),
    /// It is whole, and an older copy, or it is gone.
    NotLatest(String),
}

/// The two checks that come before all others: without them there is no state to check.
#[must_use]
pub fn ledger_checks(ledger: &LedgerFacts) -> Vec<Check> {
    let check = |name, status, evidence: &str| Check { name, status, evidence: evidence.to_owned() };
    let (digest, sequence) = ("digest_valid", "sequence_is_latest");
    match ledger {
        LedgerFacts::Sound { last, digest: of_last } => vec![
            check(digest, CheckStatus::Ok, &format!("record {last}, sha256:{of_last}")),
            check(sequence, CheckStatus::Ok, &format!("record {last}, as the anchor says")),
        ],
        LedgerFacts::Damaged(problem) => vec![
            check(digest, CheckStatus::Failed, problem),
            check(sequence, CheckStatus::NotApplicable, "the ledger can't be read"),
        ],
        LedgerFacts::NotLatest(problem) => vec![
            check(digest, CheckStatus::NotApplicable, "it is not the latest"),
            check(sequence, CheckStatus::Failed, problem),
        ],
    }
}

/// A check that fails at each call for as long as its cause lasts, and ends with it. It doesn't flag a context.
const ENDS_WITH_ITS_CAUSE: &str = "policy_version_current";

/// The names of those that failed and flag a context.
#[must_use]
pub fn failed_checks(checks: &[Check]) -> Vec<String> {
    checks
        .iter()
        .filter(|check| check.status == CheckStatus::Failed && check.name != ENDS_WITH_ITS_CAUSE)
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

/// A narrower policy is bound by itself. A wider one, or one that can't be read, is in nobody's way once the operator has
/// accepted or mended it.
fn policy_version_current(policy: Option<&PolicyFacts>) -> Check {
    let (status, evidence) = match policy {
        None => (CheckStatus::NotApplicable, "no policy applies".into()),
        Some(PolicyFacts { problem: Some(problem), .. }) => (CheckStatus::Failed, problem.clone()),
        Some(PolicyFacts { change: PolicyChange::Wider(changes), .. }) => {
            (CheckStatus::Failed, format!("wider, and not accepted: {}", changes.join("; ")))
        }
        Some(PolicyFacts { binding, .. }) => {
            (CheckStatus::Ok, format!("version {}, sha256:{}", binding.version, binding.digest))
        }
    };
    Check { name: ENDS_WITH_ITS_CAUSE, status, evidence }
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

/// An approval that no longer binds is dropped by the settling, and never renewed. That is enough: it is no reason to close
/// the rest.
fn approval_bindings_valid(authority: &Authority, facts: &Facts) -> Check {
    let unspent: Vec<_> =
        authority.approvals.0.values().filter(|request| request.unspent().is_some()).collect();
    let loose = unspent.iter().filter(|request| request.no_longer_binds(facts).is_some()).count();
    let (status, evidence) = match (unspent.len(), loose) {
        (0, _) => (CheckStatus::NotApplicable, "no approval is unspent".into()),
        (count, 0) => (CheckStatus::Ok, format!("{count} unspent, and what they are bound to holds")),
        (count, loose) => (CheckStatus::Ok, format!("{loose} of {count} no longer bind, and are dropped")),
    };
    Check { name: "approval_bindings_valid", status, evidence }
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
    Check { name: GIT_CHECK, status, evidence }
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

/// A checkpoint settles one compaction. One whose nonce an earlier settling has used up was put back.
fn nonce_unused(context: Option<&Context>) -> Check {
    let open = context.and_then(|context| Some((context, context.checkpoint.as_ref()?)));
    let (status, evidence) = match open {
        None => (CheckStatus::NotApplicable, "no checkpoint is open"),
        Some((context, checkpoint)) if context.used_nonces.contains(&checkpoint.nonce) => {
            (CheckStatus::Failed, "an earlier settling has used it up")
        }
        Some(_) => (CheckStatus::Ok, "no settling has used it"),
    };
    Check { name: "nonce_unused", status, evidence: evidence.to_owned() }
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
            patch: None,
            receipts: std::collections::BTreeMap::new(),
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

    #[test]
    fn a_nonce_is_used_once() {
        let mut context = Context::fresh(None);
        assert_eq!(nonce_unused(Some(&context)).status, CheckStatus::NotApplicable);
        context.checkpoint = Some(Checkpoint { nonce: "a1".into(), ..checkpoint(0) });
        assert_eq!(nonce_unused(Some(&context)).status, CheckStatus::Ok);
        let put_back = context.checkpoint.clone();
        context.use_up_checkpoint();
        context.checkpoint = put_back;
        assert_eq!(nonce_unused(Some(&context)).status, CheckStatus::Failed);
    }
}
