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
    "benign_control"
    "branch_mismatch"
    "child_agent_handoff"
    "clean_summary"
    "continuity_link"
    "continuity_unknown_keys"
    "denied_tool_call_then_compaction"
    "expired_checkpoint"
    "failed_compaction"
    "head_mismatch"
    "ledger_cut"
    "lost_compaction_hooks"
    "malformed_summary"
    "malicious_summary"
    "nonce_replayed"
    "omissive_summary"
    "path_traversal"
    "policy_changes_during_compaction"
    "record_edited"
    "rejected_receipt_altered"
    "release_of_an_older_epoch"
    "session_mismatch"
    "stale_checkpoint_replayed"
    "state_link"
    "state_removed"
    "summary_claims_broader_authority"
    "worktree_mismatch"
];

/// File name and text of each.
pub fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().copied()
}
