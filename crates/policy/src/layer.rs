//! What a policy file says.

use std::collections::BTreeMap;

use crate::{Level, OnChange, OnDoubt, Outcome, Rule, Subagents, Ttl, Unlisted};

/// A policy file. Everything in it is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields, rename = "policy"))]
pub struct PolicyFile {
    /// The format of the file: 1.
    #[cfg_attr(test, schemars(with = "Option<u64>", range(min = 1, max = 1)))]
    pub version: Version,
    /// What happens to a call that no list names. Without it: "deny" if there is an allow-list, else "allow".
    pub unlisted: Option<Unlisted>,
    /// What a subagent may do without a delegation. Default "inherit".
    pub subagents: Option<Subagents>,
    /// Lists of permission rules.
    pub tools: Tools,
    /// Which part of a tool's input says what a call is about.
    pub target: Vec<TargetRule>,
    /// What doesn't make one effect another.
    pub effect: Vec<EffectRule>,
    /// Which calls wait for which operations.
    pub dependency: Vec<Dependency>,
    /// Which reading calls settle which operations. Only the operator's count.
    pub probe: Vec<Probe>,
    /// Where calls may have effects.
    pub authority: Authority,
    /// What subagents may do, by their type.
    pub delegation: Vec<Delegation>,
    /// Changes to the repository while nobody looked.
    pub git: Git,
    /// Sessions whose past isn't known.
    pub resume: Resume,
    /// Levels of the summary lint's rules, by their id.
    pub lint: BTreeMap<String, Level>,
    /// Checkpoints.
    pub checkpoint: Checkpoint,
    /// The operator's approvals.
    pub approval: Approval,
    /// Which commands run which check: permission rules for Bash by the check's name, which a contract's
    /// `required_checks` can name.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<String>>"))]
    pub evidence: BTreeMap<String, Vec<Rule>>,
}

/// The format of a policy file; there is one so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Version {
    /// The number that stands in the file.
    pub const NUMBER: u64 = 1;
}

/// Lists of permission rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields))]
pub struct Tools {
    /// Calls that only read: open at every verdict. A shell command is one only if each simple command in it is.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub read_only: Vec<Rule>,
    /// Calls that may run; with this list every other call is denied, unless `unlisted = "allow"`.
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub allow: Option<Vec<Rule>>,
    /// Calls that never run.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub deny: Vec<Rule>,
    /// Calls that need the operator's approval, each time.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub ask: Vec<Rule>,
    /// Calls with effects outside of the workspace: recorded before they run, and not repeated unsettled.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub external: Vec<Rule>,
}

/// Which part of a tool's input says what a call is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct TargetRule {
    /// A permission rule: for which calls.
    #[cfg_attr(test, schemars(with = "String"))]
    pub tool: Rule,
    /// A JSON Pointer into the tool's input, such as "/environment".
    #[cfg_attr(test, schemars(with = "String"))]
    pub field: Pointer,
    /// Whether it names an environment, which `[authority] environments` has to list. Default true; false for an
    /// order, a branch and the like.
    #[cfg_attr(test, schemars(with = "Option<bool>"))]
    pub environment: bool,
}

/// Members of a tool's input that don't make one effect another, such as a request's id or its time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct EffectRule {
    /// A permission rule: for which calls.
    #[cfg_attr(test, schemars(with = "String"))]
    pub tool: Rule,
    /// JSON Pointers into the tool's input, such as `/request_id`.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub ignore: Vec<Pointer>,
}

/// Calls that wait until certain operations are settled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Dependency {
    /// A permission rule: which calls wait.
    #[cfg_attr(test, schemars(with = "String"))]
    pub tool: Rule,
    /// A permission rule: for which external calls.
    #[cfg_attr(test, schemars(with = "String"))]
    pub on: Rule,
}

/// A reading call whose response tells what came of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Probe {
    /// A permission rule: the reading calls.
    #[cfg_attr(test, schemars(with = "String"))]
    pub tool: Rule,
    /// A rule of names alone: the tools whose unknown operation it settles, if there is one of the same target.
    #[cfg_attr(test, schemars(with = "String"))]
    pub settles: Rule,
    /// A JSON Pointer into the response, such as "/state".
    #[cfg_attr(test, schemars(with = "String"))]
    pub field: Pointer,
    /// The text, number or truth value that has to stand there.
    pub equals: String,
    /// What it then was.
    pub outcome: Outcome,
}

/// A JSON Pointer (RFC 6901).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// As written.
    pub text: String,
    /// Its tokens, unescaped.
    pub tokens: Vec<String>,
}

impl Pointer {
    /// Reads a pointer.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let tokens = text.strip_prefix('/')?.split('/').map(|token| {
            let valid = token.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
            valid.then(|| token.replace("~1", "/").replace("~0", "~"))
        });
        Some(Self { text: text.to_owned(), tokens: tokens.collect::<Option<_>>()? })
    }
}

/// Where calls may have effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields))]
pub struct Authority {
    /// The environments that a call's target may be. Compared exactly.
    pub environments: Option<Vec<String>>,
}

/// What subagents of one type may do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Delegation {
    /// The type, exactly.
    pub agent_type: String,
    /// Permission rules: what it may do beside reading, as far as its parent may.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub allow: Vec<Rule>,
}

/// Changes to the repository while nobody looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields))]
pub struct Git {
    /// What a change across a compaction does. Default "descendant".
    pub on_change: Option<OnChange>,
}

/// Sessions whose past isn't known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields))]
pub struct Resume {
    /// A session that began before the gate. Default "settle".
    pub unknown_history: Option<OnDoubt>,
    /// A session whose state is gone. Default "flag".
    pub lost_state: Option<OnDoubt>,
}

/// Checkpoints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields))]
pub struct Checkpoint {
    /// How long after a compaction began it may be settled: "90s", "30m", "24h", "7d". Default "24h".
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = r"^[0-9]+[smhd]$")))]
    pub ttl: Option<Ttl>,
}

/// The operator's approvals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(default, deny_unknown_fields))]
pub struct Approval {
    /// A file of allowed signers, as ssh-keygen reads it.
    pub allowed_signers: Option<String>,
    /// Whether only a signature counts, no terminal. Default false.
    pub require_signature: Option<bool>,
}

/// A policy file, or what narrows one, and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The name under which it is spoken of: a file's, "contract", a receipt's id.
    pub source: String,
    /// What it says.
    pub says: PolicyFile,
}
