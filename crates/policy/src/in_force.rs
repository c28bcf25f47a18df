//! The settings in force: the operator's, or stricter ones of another layer.

use crate::layer::PolicyFile;
use crate::{Layer, Level, OnChange, OnDoubt, Policy, Subagents, Ttl};

impl Policy {
    fn first(&self) -> Option<&PolicyFile> {
        self.layers.first().map(|layer| &layer.says)
    }

    /// The first layer's setting or the default, unless another layer's is stricter.
    fn strictest<T: Ord + Copy>(&self, default: T, setting: impl Fn(&PolicyFile) -> Option<T>) -> T {
        let base = self.first().and_then(&setting).unwrap_or(default);
        self.layers.iter().skip(1).filter_map(|layer| setting(&layer.says)).fold(base, T::max)
    }

    /// `[git] on_change`.
    #[must_use]
    pub fn on_change(&self) -> OnChange {
        self.strictest(OnChange::Descendant, |says| says.git.on_change)
    }

    /// `[resume] unknown_history`.
    #[must_use]
    pub fn unknown_history(&self) -> OnDoubt {
        self.strictest(OnDoubt::Settle, |says| says.resume.unknown_history)
    }

    /// `[resume] lost_state`.
    #[must_use]
    pub fn lost_state(&self) -> OnDoubt {
        self.strictest(OnDoubt::Flag, |says| says.resume.lost_state)
    }

    /// `subagents`.
    #[must_use]
    pub fn subagents(&self) -> Subagents {
        self.strictest(Subagents::Inherit, |says| says.subagents)
    }

    /// `[checkpoint] ttl`.
    #[must_use]
    pub fn ttl(&self) -> Ttl {
        let ttls = self.layers.iter().skip(1).filter_map(|layer| layer.says.checkpoint.ttl);
        ttls.fold(self.first().and_then(|says| says.checkpoint.ttl).unwrap_or(Ttl::DAY), Ttl::min)
    }

    /// The level of a lint rule whose own level is `shipped`.
    #[must_use]
    pub fn lint_level(&self, rule: &str, shipped: Level) -> Level {
        self.strictest(shipped, |says| says.lint.get(rule).copied())
    }

    /// Every lint rule that the policy names.
    pub fn linted_rules(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().flat_map(|layer| layer.says.lint.keys().map(String::as_str))
    }

    /// `[approval] require_signature`.
    #[must_use]
    pub fn require_signature(&self) -> bool {
        self.strictest(false, |says| says.approval.require_signature)
    }

    /// `[approval] allowed_signers`: files as written.
    pub fn allowed_signers(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().filter_map(|layer| layer.says.approval.allowed_signers.as_deref())
    }

    /// The checks of `[evidence]`, by name.
    pub fn checks(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().flat_map(|layer| layer.says.evidence.keys().map(String::as_str))
    }

    /// `[authority] environments`: those that every layer with a list names; None without a list.
    #[must_use]
    pub fn environments(&self) -> Option<Vec<&str>> {
        let mut lists = self.layers.iter().filter_map(|layer| layer.says.authority.environments.as_ref());
        let mut names: Vec<&str> = lists.next()?.iter().map(String::as_str).collect();
        for list in lists {
            names.retain(|name| list.iter().any(|other| other == name));
        }
        Some(names)
    }
}

impl Layer {
    /// Whether a subagent without a delegation here can only read.
    pub(crate) fn limits_subagents(&self) -> bool {
        self.says.limits_subagents()
    }
}

impl PolicyFile {
    /// Whether a subagent without a delegation here can only read.
    pub(crate) fn limits_subagents(&self) -> bool {
        !self.delegation.is_empty() || self.subagents == Some(Subagents::Explicit)
    }
}
