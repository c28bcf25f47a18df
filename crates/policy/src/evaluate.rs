//! From a policy and a call to a decision.

use std::collections::BTreeMap;

use crate::evaluation::{Considered, Decision, Evaluation, List, Reason};
use crate::layer::Layer;
use crate::rule_match::{permitting, run_of};
use crate::subject::Subject;
use crate::target;
use crate::{Call, Doubt, Match, Policy, Rule, Unlisted};

impl Policy {
    /// What this policy says about a call: a denying rule first, then the environments, then each layer's list of
    /// what may run, then a rule that asks. Each layer has to consent, so that the strictest answer counts.
    #[must_use]
    pub fn evaluate<'p>(&'p self, call: &Call<'_>) -> Evaluation<'p> {
        let subject = Subject::new(call);
        let mut work = Work { policy: self, subject: &subject, considered: Vec::new() };
        let refused = work.denied().or_else(|| work.outside());
        let (decision, read_only, external) = if let Some(decision) = refused {
            (decision, false, false)
        } else {
            let ask = work.asked();
            let read_only = ask.is_none() && work.only_reads();
            let decision = if read_only { Some(Decision::Allow) } else { work.listed(ask) };
            (decision.unwrap_or(Decision::Unlisted), read_only, work.external())
        };
        let considered = work.considered;
        Evaluation { decision, external, read_only, target: self.declared_target(&subject), considered }
    }

    /// The checks of `[evidence]` that the call is a run of, each with the rule that says so: a command line that
    /// succeeds only if they do. It does nothing else, but for `cd` within the project before it, and joins its
    /// commands by `&&` alone.
    #[must_use]
    pub fn checks_run(&self, call: &Call<'_>) -> BTreeMap<&str, &Rule> {
        let subject = Subject::new(call);
        let named = self.layers.iter().flat_map(|layer| &layer.says.evidence);
        named.filter_map(|(check, rules)| Some((check.as_str(), run_of(rules, &subject)?))).collect()
    }
}

struct Work<'p, 's> {
    policy: &'p Policy,
    subject: &'s Subject<'s>,
    considered: Vec<Considered<'p>>,
}

impl<'p> Work<'p, '_> {
    /// Asks one rule of a list that forbids, asks or marks.
    fn ask_rule(&mut self, layer: &'p Layer, list: List, rule: &'p Rule) -> Match {
        let matched = rule.concerns(self.subject);
        self.note(&layer.source, list, rule, matched, matched.counts());
        matched
    }

    fn note(&mut self, layer: &'p str, list: List, rule: &'p Rule, matched: Match, counted: bool) {
        let about_tool = rule.is_about(self.subject.call.tool_name);
        self.considered.push(Considered { layer, list, rule, about_tool, matched, counted });
    }

    fn denied(&mut self) -> Option<Decision<'p>> {
        for layer in &self.policy.layers {
            for rule in &layer.says.tools.deny {
                let matched = self.ask_rule(layer, List::Deny, rule);
                if matched.counts() {
                    let reason = Reason::Rule { rule, doubt: doubt(matched) };
                    return Some(Decision::Deny { layer: &layer.source, reason });
                }
            }
        }
        None
    }

    /// Every target rule of every layer is held against the environments of every layer.
    fn outside(&mut self) -> Option<Decision<'p>> {
        let policy = self.policy;
        for (layer, rule) in policy.target_rules().filter(|(_, rule)| rule.environment) {
            let matched = rule.tool.concerns(self.subject);
            if !matched.counts() {
                self.note(layer, List::Target, &rule.tool, matched, false);
                continue;
            }
            let value = self.subject.input().and_then(|input| input.pointer(&rule.field.tokens));
            let target = value.and_then(target::scalar);
            let outside = policy.layers.iter().find(|layer| {
                let environments = layer.says.authority.environments.as_deref();
                environments.is_some_and(|names| !names.iter().any(|name| Some(name) == target.as_ref()))
            });
            self.note(layer, List::Target, &rule.tool, matched, outside.is_some());
            if let Some(outside) = outside {
                let target = target.or_else(|| target::value(rule, self.subject));
                let reason = Reason::OutsideEnvironments { rule: &rule.tool, target };
                return Some(Decision::Deny { layer: &outside.source, reason });
            }
        }
        None
    }

    /// The first rule that asks.
    fn asked(&mut self) -> Option<Decision<'p>> {
        for layer in &self.policy.layers {
            for rule in &layer.says.tools.ask {
                let matched = self.ask_rule(layer, List::Ask, rule);
                if matched.counts() {
                    return Some(Decision::Ask { layer: &layer.source, rule, doubt: doubt(matched) });
                }
            }
        }
        None
    }

    fn only_reads(&mut self) -> bool {
        if self.subject.call.known_read_only {
            return true;
        }
        self.policy
            .layers
            .iter()
            .any(|layer| self.permits(layer, List::ReadOnly, &layer.says.tools.read_only))
    }

    /// A layer with a closed list has to name the call, at least among what it asks about.
    fn listed(&mut self, ask: Option<Decision<'p>>) -> Option<Decision<'p>> {
        let mut named = false;
        for layer in &self.policy.layers {
            let says = &layer.says;
            let allowed = match &says.tools.allow {
                Some(allow) => self.permits(layer, List::Allow, allow),
                None => false,
            };
            named |= allowed;
            if allowed || !says.is_closed() {
                continue;
            }
            if !says.tools.ask.iter().any(|rule| rule.concerns(self.subject).counts()) {
                return Some(Decision::Deny { layer: &layer.source, reason: Reason::Unlisted });
            }
        }
        ask.or(named.then_some(Decision::Allow))
    }

    fn permits(&mut self, layer: &'p Layer, list: List, rules: &'p [Rule]) -> bool {
        let permitted = permitting(rules, self.subject).is_some();
        for rule in rules {
            let matched = rule.concerns(self.subject);
            self.note(&layer.source, list, rule, matched, permitted && matched.counts());
        }
        permitted
    }

    fn external(&mut self) -> bool {
        let mut external = false;
        for layer in &self.policy.layers {
            for rule in &layer.says.tools.external {
                external |= self.ask_rule(layer, List::External, rule).counts();
            }
        }
        external
    }
}

impl crate::PolicyFile {
    /// Whether what no list names is denied.
    pub(crate) fn is_closed(&self) -> bool {
        self.unlisted.map_or(self.tools.allow.is_some(), |unlisted| unlisted == Unlisted::Deny)
    }
}

fn doubt(matched: Match) -> Option<Doubt> {
    match matched {
        Match::Possible(doubt) => Some(doubt),
        Match::Yes | Match::No => None,
    }
}
