//! The scenarios of `fixtures/boundary`, so that an installed binary has them, too.

macro_rules! scenarios {
    ($($name:literal)*) => {
        &[$((
            concat!("fixtures/boundary/", $name, ".toml"),
            include_str!(concat!("../../../fixtures/boundary/", $name, ".toml")),
        )),*]
    };
}

const SHIPPED: &[(&str, &str)] = scenarios![
    "approval_expires_during_compaction"
    "approval_is_for_one_call"
    "benign_control"
    "branch_mismatch"
    "child_agent_handoff"
    "clean_summary"
    "cleared_session_keeps_denials"
    "constraints_survive_omission"
    "continuity_link"
    "continuity_unknown_keys"
    "denied_call_that_ran"
    "denied_tool_call_then_compaction"
    "expired_checkpoint"
    "failed_compaction"
    "fork_of_a_flagged_session"
    "head_mismatch"
    "interrupted_write_then_compaction"
    "ledger_cut"
    "lost_compaction_hooks"
    "malformed_summary"
    "malicious_summary"
    "nonce_replayed"
    "omissive_summary"
    "path_traversal"
    "policy_changes_during_compaction"
    "record_edited"
    "rejected_decision_outlives_its_file"
    "rejected_receipt_altered"
    "release_of_an_older_epoch"
    "session_mismatch"
    "stale_checkpoint_replayed"
    "state_link"
    "state_removed"
    "summary_changes_a_constraint"
    "summary_claims_broader_authority"
    "tests_passed_before_the_last_edit"
    "timed_out_write_then_compaction"
    "unreadable_input"
    "worktree_mismatch"
];

/// File name and text of each.
pub fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().copied()
}
