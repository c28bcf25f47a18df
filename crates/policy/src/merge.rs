//! A repository's policy beneath the operator's.

use crate::layer::{Layer, PolicyFile};
use crate::{Policy, Rule, Subagents, Unlisted, Widening, WideningEffect};

/// The operator's policy with a repository's beneath it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// What is in force.
    pub policy: Policy,
    /// What the repository's file says beyond that.
    pub widenings: Vec<Widening>,
}

impl Policy {
    /// Puts a repository's policy beneath the operator's, as a layer that has to consent, too. What would widen,
    /// relax or run something counts only if `accepted`, the digest of the file that the operator has accepted, is
    /// this file's; then it counts as the operator's own word.
    #[must_use]
    pub fn merge(operator: &Self, repository: &Self, accepted: Option<&str>) -> Merged {
        let accepted = accepted.is_some_and(|digest| digest == repository.digest());
        let mut policy = operator.clone();
        let mut widenings = Vec::new();
        for layer in &repository.layers {
            let mut beneath = Beneath { policy: &mut policy, accepted, widenings: &mut widenings };
            let says = beneath.narrowed(&layer.says);
            policy.layers.push(Layer { source: layer.source.clone(), says });
        }
        Merged { policy, widenings }
    }
}

struct Beneath<'m> {
    policy: &'m mut Policy,
    accepted: bool,
    widenings: &'m mut Vec<Widening>,
}

impl Beneath<'_> {
    /// Takes what widens out of a file, and gives it to the operator's layer if it is accepted.
    fn narrowed(&mut self, says: &PolicyFile) -> PolicyFile {
        let mut rest = says.clone();
        self.rules(&mut rest);
        self.environments(says);
        self.subagents(says);
        self.settings(&mut rest);
        rest
    }

    fn report(&mut self, key: &str, text: &str, possible: bool) {
        let effect = match (possible, self.accepted) {
            (false, _) => WideningEffect::Never,
            (true, true) => WideningEffect::InForce,
            (true, false) => WideningEffect::WaitsForOperator,
        };
        self.widenings.push(Widening { key: key.to_owned(), text: text.to_owned(), effect });
    }

    /// The operator's own layer, which an accepted widening becomes a part of.
    fn operator(&mut self) -> &mut PolicyFile {
        if self.policy.layers.is_empty() {
            *self.policy = Policy::default();
        }
        &mut self.policy.layers[0].says
    }

    fn rules(&mut self, rest: &mut PolicyFile) {
        let read_only = std::mem::take(&mut rest.tools.read_only);
        for rule in beyond(read_only, &self.operator().tools.read_only) {
            self.report("tools.read_only", rule.text(), true);
            if self.accepted {
                self.operator().tools.read_only.push(rule);
            }
        }
        for probe in std::mem::take(&mut rest.probe) {
            self.report("probe", probe.tool.text(), false);
        }
        for (check, rules) in std::mem::take(&mut rest.evidence) {
            let granted = self.operator().evidence.get(&check).cloned().unwrap_or_default();
            for rule in beyond(rules, &granted) {
                self.report(&format!("evidence.{check}"), rule.text(), true);
                if self.accepted {
                    self.operator().evidence.entry(check.clone()).or_default().push(rule);
                }
            }
        }
        if !self.operator().is_closed() {
            return;
        }
        if rest.unlisted == Some(Unlisted::Allow) {
            self.report("unlisted", "allow", false);
        }
        // They stay in the repository's own list, which the operator's cuts down.
        let allow = rest.tools.allow.clone().unwrap_or_default();
        for rule in beyond(allow, self.operator().tools.allow.as_deref().unwrap_or_default()) {
            self.report("tools.allow", rule.text(), true);
            if self.accepted {
                self.operator().tools.allow.get_or_insert_default().push(rule);
            }
        }
    }

    fn environments(&mut self, says: &PolicyFile) {
        let Some(granted) = self.operator().authority.environments.clone() else { return };
        let named = says.authority.environments.iter().flatten();
        for name in named.filter(|name| !granted.contains(name)) {
            self.report("authority.environments", name, true);
            if self.accepted {
                self.operator().authority.environments.get_or_insert_default().push(name.clone());
            }
        }
    }

    fn subagents(&mut self, says: &PolicyFile) {
        if !self.operator().limits_subagents() {
            return;
        }
        if says.subagents == Some(Subagents::Inherit) {
            self.report("subagents", "inherit", false);
        }
        for delegation in &says.delegation {
            let own = self.operator().delegation.iter().find(|it| it.agent_type == delegation.agent_type);
            let granted = own.map_or_else(Vec::new, |it| it.allow.clone());
            for rule in beyond(delegation.allow.clone(), &granted) {
                self.report(&format!("delegation.{}", delegation.agent_type), rule.text(), false);
            }
        }
    }

    fn settings(&mut self, rest: &mut PolicyFile) {
        let before = self.policy.clone();
        let accepted = self.accepted;
        if let Some(value) = rest.git.on_change.filter(|value| *value < before.on_change()) {
            self.report("git.on_change", value.word(), true);
            rest.git.on_change = None;
            self.operator().git.on_change =
                Some(value).filter(|_| accepted).or(self.operator().git.on_change);
        }
        if let Some(value) = rest.resume.unknown_history.filter(|value| *value < before.unknown_history()) {
            self.report("resume.unknown_history", value.word(), true);
            rest.resume.unknown_history = None;
            let resume = &mut self.operator().resume;
            resume.unknown_history = Some(value).filter(|_| accepted).or(resume.unknown_history);
        }
        if let Some(value) = rest.resume.lost_state.filter(|value| *value < before.lost_state()) {
            self.report("resume.lost_state", value.word(), true);
            rest.resume.lost_state = None;
            let resume = &mut self.operator().resume;
            resume.lost_state = Some(value).filter(|_| accepted).or(resume.lost_state);
        }
        if let Some(value) = rest.checkpoint.ttl.filter(|value| *value > before.ttl()) {
            self.report("checkpoint.ttl", &value.to_string(), true);
            rest.checkpoint.ttl = None;
            let checkpoint = &mut self.operator().checkpoint;
            checkpoint.ttl = Some(value).filter(|_| accepted).or(checkpoint.ttl);
        }
        if rest.approval.require_signature == Some(false) && before.require_signature() {
            self.report("approval.require_signature", "false", false);
        }
        if let Some(signers) = rest.approval.allowed_signers.take() {
            self.report("approval.allowed_signers", &signers, true);
            rest.approval.allowed_signers = accepted.then_some(signers);
        }
        self.lint(rest);
    }

    fn lint(&mut self, rest: &mut PolicyFile) {
        let levels = std::mem::take(&mut rest.lint);
        for (rule, level) in levels {
            // The rule's own level isn't known here, so that only the strictest surely narrows.
            let granted = self.operator().lint.get(&rule).copied().unwrap_or(crate::Level::Deny);
            if level >= granted {
                rest.lint.insert(rule, level);
                continue;
            }
            self.report(&format!("lint.{rule}"), level.word(), true);
            if self.accepted {
                self.operator().lint.insert(rule, level);
            }
        }
    }
}

/// The rules that none of `granted` includes.
fn beyond(rules: Vec<Rule>, granted: &[Rule]) -> Vec<Rule> {
    rules.into_iter().filter(|rule| !granted.iter().any(|own| own.includes(rule))).collect()
}
