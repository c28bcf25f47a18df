//! The keys of each table. The schema's test holds them against the types.

pub(crate) const ROOT: &[&str] = &[
    "version",
    "unlisted",
    "subagents",
    "tools",
    "target",
    "effect",
    "dependency",
    "probe",
    "authority",
    "delegation",
    "git",
    "resume",
    "lint",
    "checkpoint",
    "approval",
    "evidence",
];
pub(crate) const TOOLS: &[&str] = &["read_only", "allow", "deny", "ask", "external"];
pub(crate) const TARGET: &[&str] = &["tool", "field", "environment"];
pub(crate) const EFFECT: &[&str] = &["tool", "ignore"];
pub(crate) const DEPENDENCY: &[&str] = &["tool", "on"];
pub(crate) const PROBE: &[&str] = &["tool", "settles", "field", "equals", "outcome"];
pub(crate) const AUTHORITY: &[&str] = &["environments"];
pub(crate) const DELEGATION: &[&str] = &["agent_type", "allow"];
pub(crate) const GIT: &[&str] = &["on_change"];
pub(crate) const RESUME: &[&str] = &["unknown_history", "lost_state"];
pub(crate) const CHECKPOINT: &[&str] = &["ttl"];
pub(crate) const APPROVAL: &[&str] = &["allowed_signers", "require_signature"];

pub(crate) const CONTRACT: &[&str] = &[
    "version",
    "task_id",
    "objective",
    "constraints",
    "required_checks",
    "environments",
    "subagents",
    "tools",
    "delegation",
];
pub(crate) const CONTRACT_TOOLS: &[&str] = &["allow", "deny", "ask"];
