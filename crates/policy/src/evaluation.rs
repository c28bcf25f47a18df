//! What a policy says about a call, and why.

use std::fmt::Write as _;

use crate::{Doubt, Match, Rule, Target};

/// What a policy says about a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<'p> {
    /// Whether it may run.
    pub decision: Decision<'p>,
    /// Whether it has effects outside of the workspace.
    pub external: bool,
    /// Whether it only reads, and no rule denies it or asks about it: it is open at every verdict.
    pub read_only: bool,
    /// What it is about, if a `[[target]]` says so; else [`crate::Policy::target`] tells.
    pub target: Option<Target>,
    /// Each rule that was looked at, in order.
    pub considered: Vec<Considered<'p>>,
}

/// Whether a call may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<'p> {
    /// It may not.
    Deny {
        /// The layer that says so.
        layer: &'p str,
        /// Why.
        reason: Reason<'p>,
    },
    /// It needs the operator's approval.
    Ask {
        /// The layer that says so.
        layer: &'p str,
        /// The rule.
        rule: &'p Rule,
        /// What isn't known, if the rule isn't sure to speak of it.
        doubt: Option<Doubt>,
    },
    /// Each layer that lists what may run lists it, or it only reads.
    Allow,
    /// No layer speaks of it, and all are open.
    Unlisted,
}

/// Why a call may not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason<'p> {
    /// A rule denies it.
    Rule {
        /// The rule.
        rule: &'p Rule,
        /// What isn't known, if the rule isn't sure to speak of it.
        doubt: Option<Doubt>,
    },
    /// Its target is none of the environments.
    OutsideEnvironments {
        /// The rule that says where the target stands.
        rule: &'p Rule,
        /// The target, if it is there.
        target: Option<String>,
    },
    /// It isn't on the list of what may run.
    Unlisted,
}

impl Reason<'_> {
    /// A short name for records.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rule { .. } => "policy_deny",
            Self::OutsideEnvironments { .. } => "target_outside_environments",
            Self::Unlisted => "not_on_allow_list",
        }
    }

    /// The rule that decided, if one did.
    #[must_use]
    pub fn rule(&self) -> Option<&Rule> {
        match self {
            Self::Rule { rule, .. } | Self::OutsideEnvironments { rule, .. } => Some(rule),
            Self::Unlisted => None,
        }
    }
}

/// A list of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `[tools] deny`
    Deny,
    /// `[[target]]` with `[authority] environments`
    Target,
    /// `[tools] ask`
    Ask,
    /// `[tools] read_only`
    ReadOnly,
    /// `[tools] allow`
    Allow,
    /// `[tools] external`
    External,
}

impl List {
    /// Its name in a policy file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Deny => "tools.deny",
            Self::Target => "target",
            Self::Ask => "tools.ask",
            Self::ReadOnly => "tools.read_only",
            Self::Allow => "tools.allow",
            Self::External => "tools.external",
        }
    }
}

/// One rule that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Considered<'p> {
    /// Whose it is.
    pub layer: &'p str,
    /// The list it stands in.
    pub list: List,
    /// The rule.
    pub rule: &'p Rule,
    /// Whether it is about this tool at all.
    pub about_tool: bool,
    /// Whether it speaks of the call; in a list that permits: of a part of it.
    pub matched: Match,
    /// Whether that decided, or set its mark.
    pub counted: bool,
}

impl Considered<'_> {
    fn why(&self) -> &'static str {
        match (self.matched, self.counted) {
            (Match::Yes, true) => "matches",
            (Match::Possible(doubt), true) => doubt.text(),
            (Match::No, _) if !self.about_tool => "about another tool",
            (Match::No, _) => "about other calls of this tool",
            (Match::Yes, false) if self.list == List::Target => {
                "matches, and the target is in the environments"
            }
            (Match::Yes | Match::Possible(_), false) => "covers a part of the call, but not all of it",
        }
    }
}

impl Evaluation<'_> {
    /// The decision in one sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        match &self.decision {
            Decision::Deny { layer, reason: Reason::Rule { rule, doubt } } => {
                let because = doubt.map_or(String::new(), |doubt| format!(": {}", doubt.text()));
                format!("denied by {} ({layer}){because}", rule.text())
            }
            Decision::Deny { layer, reason: Reason::OutsideEnvironments { rule, target } } => match target {
                Some(target) => {
                    format!(
                        "denied: target {target:?} of {} is none of the environments ({layer})",
                        rule.text()
                    )
                }
                None => format!("denied: the target of {} is missing ({layer})", rule.text()),
            },
            Decision::Deny { layer, reason: Reason::Unlisted } => {
                format!("denied: not on the list of what may run ({layer})")
            }
            Decision::Ask { layer, rule, doubt } => {
                let because = doubt.map_or(String::new(), |doubt| format!(": {}", doubt.text()));
                format!("needs approval by {} ({layer}){because}", rule.text())
            }
            Decision::Allow if self.read_only => "allowed: it only reads".to_owned(),
            Decision::Allow => "allowed by the allow-list".to_owned(),
            Decision::Unlisted => "allowed: no rule speaks of it".to_owned(),
        }
    }

    /// The decision and, a line each, why every rule did or didn't take part.
    #[must_use]
    pub fn explain(&self) -> String {
        let mut text = self.summary();
        text.push('\n');
        for it in &self.considered {
            let sign = if it.counted { '*' } else { ' ' };
            let _ =
                writeln!(text, "{sign} {}: {} {}: {}", it.layer, it.list.name(), it.rule.text(), it.why());
        }
        if let Some(target) = &self.target {
            let _ = writeln!(text, "target: {:?} ({})", target.text, target.source.name());
        }
        if self.external {
            text.push_str("external effects: recorded before it runs\n");
        }
        text
    }
}
