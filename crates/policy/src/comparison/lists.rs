//! Lists of rules and names.

use std::collections::{BTreeMap, BTreeSet};

use super::{Comparison, Direction};
use crate::{Dependency, EffectRule, Probe, Rule};

impl Comparison<'_> {
    pub(super) fn lists(&mut self) {
        let (old, new) = (self.old.clone(), self.new.clone());
        let stricter: Vec<Rule> = [new.tools.deny.as_slice(), &new.tools.ask].concat();
        self.forbidding("tools.deny", &old.tools.deny, &new.tools.deny, &new.tools.deny);
        self.asking();
        self.forbidding("tools.external", &old.tools.external, &new.tools.external, &new.tools.external);
        for rule in gone(&old.tools.ask, &new.tools.ask) {
            let direction = covered(rule, &stricter);
            self.add("tools.ask", went(rule), direction);
        }
        self.permitting("tools.read_only", &old.tools.read_only, &new.tools.read_only);
        self.evidence();
        self.allow();
        self.targets();
        self.operations();
        self.environments();
        self.delegations();
    }

    /// What counts as a run of a check may show more to hold.
    fn evidence(&mut self) {
        let (old, new) = (self.old.evidence.clone(), self.new.evidence.clone());
        let checks: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for check in checks {
            let rules = |of: &BTreeMap<String, Vec<Rule>>| of.get(check).cloned().unwrap_or_default();
            self.permitting(&format!("evidence.{check}"), &rules(&old), &rules(&new));
        }
    }

    /// More rules forbid more.
    fn forbidding(&mut self, key: &str, old: &[Rule], new: &[Rule], stricter: &[Rule]) {
        for rule in gone(new, old) {
            self.add(key, came(rule), Direction::Narrower);
        }
        for rule in gone(old, new) {
            self.add(key, went(rule), covered(rule, stricter));
        }
    }

    /// Under a closed list a rule that asks opens what was closed.
    fn asking(&mut self) {
        let (old, new) = (self.old.clone(), self.new.clone());
        for rule in gone(&new.tools.ask, &old.tools.ask) {
            let allowed = old.tools.allow.iter().flatten().any(|own| own.includes(rule));
            let asked = old.tools.ask.iter().any(|own| own.includes(rule));
            let narrows = allowed || asked || !old.is_closed();
            let direction = if narrows { Direction::Narrower } else { Direction::Unclear };
            self.add("tools.ask", came(rule), direction);
        }
    }

    /// More rules permit more.
    fn permitting(&mut self, key: &str, old: &[Rule], new: &[Rule]) {
        for rule in gone(new, old) {
            let had = old.iter().any(|own| own.includes(rule));
            self.add(key, came(rule), if had { Direction::Equal } else { Direction::Wider });
        }
        for rule in gone(old, new) {
            self.add(key, went(rule), Direction::Narrower);
        }
    }

    fn allow(&mut self) {
        let (old, new) = (self.old.clone(), self.new.clone());
        match (old.is_closed(), new.is_closed()) {
            (false, true) => {
                self.add("unlisted", "a list of what may run came".to_owned(), Direction::Narrower);
            }
            (true, false) => {
                self.add("unlisted", "the list of what may run went".to_owned(), Direction::Wider);
            }
            (true, true) => {
                let list = |allow: Option<Vec<Rule>>| allow.unwrap_or_default();
                self.permitting("tools.allow", &list(old.tools.allow), &list(new.tools.allow));
            }
            (false, false) if old.tools.allow != new.tools.allow => {
                self.add("tools.allow", "changed, while all is allowed".to_owned(), Direction::Equal);
            }
            (false, false) => {}
        }
    }

    /// Another target makes another call of a call that was denied, so that the denial would be forgotten.
    fn targets(&mut self) {
        let (old, new) = (self.old.target.clone(), self.new.target.clone());
        if old != new {
            self.add("target", "changed".to_owned(), Direction::Unclear);
        }
    }

    /// What is left out of an effect makes more calls the same, and what waits makes more of them wait. A probe settles
    /// without the operator.
    fn operations(&mut self) {
        let (old, new) = (self.old.clone(), self.new.clone());
        let effect = |it: &EffectRule| {
            let ignored: Vec<&str> = it.ignore.iter().map(|pointer| pointer.text.as_str()).collect();
            format!("{} {}", it.tool, ignored.join(" "))
        };
        let waits = |it: &Dependency| format!("{} on {}", it.tool, it.on);
        let probe = |it: &Probe| format!("{} settles {} as {}", it.tool, it.settles, it.outcome);
        let (narrower, wider) = (Direction::Narrower, Direction::Wider);
        self.tables("effect", (&old.effect, &new.effect), effect, (narrower, wider));
        self.tables("dependency", (&old.dependency, &new.dependency), waits, (narrower, wider));
        self.tables("probe", (&old.probe, &new.probe), probe, (wider, narrower));
    }

    fn tables<T: PartialEq>(
        &mut self,
        key: &str,
        (old, new): (&[T], &[T]),
        text: impl Fn(&T) -> String,
        (came, went): (Direction, Direction),
    ) {
        for it in new.iter().filter(|it| !old.contains(it)) {
            self.add(key, format!("+ {}", text(it)), came);
        }
        for it in old.iter().filter(|it| !new.contains(it)) {
            self.add(key, format!("- {}", text(it)), went);
        }
    }

    fn environments(&mut self) {
        let old = self.old.authority.environments.clone();
        let new = self.new.authority.environments.clone();
        let key = "authority.environments";
        match (old, new) {
            (None, None) => {}
            (None, Some(_)) => self.add(key, "a list came".to_owned(), Direction::Narrower),
            (Some(_), None) => self.add(key, "the list went".to_owned(), Direction::Wider),
            (Some(old), Some(new)) => {
                for name in new.iter().filter(|name| !old.contains(name)) {
                    self.add(key, format!("+ {name}"), Direction::Wider);
                }
                for name in old.iter().filter(|name| !new.contains(name)) {
                    self.add(key, format!("- {name}"), Direction::Narrower);
                }
            }
        }
    }

    fn delegations(&mut self) {
        let (old, new) = (self.old.clone(), self.new.clone());
        match (old.limits_subagents(), new.limits_subagents()) {
            (false, true) => self.add("delegation", "subagents are limited".to_owned(), Direction::Narrower),
            (true, false) => self.add("delegation", "subagents inherit".to_owned(), Direction::Wider),
            (false, false) => {}
            (true, true) => {
                let mut types: Vec<&str> =
                    old.delegation.iter().chain(&new.delegation).map(|it| it.agent_type.as_str()).collect();
                types.sort_unstable();
                types.dedup();
                for name in types {
                    let of = |list: &[crate::Delegation]| {
                        let found = list.iter().find(|it| it.agent_type == name);
                        found.map_or_else(Vec::new, |it| it.allow.clone())
                    };
                    let key = format!("delegation.{name}");
                    self.permitting(&key, &of(&old.delegation), &of(&new.delegation));
                }
            }
        }
    }
}

/// Those of `old` that `new` lacks.
fn gone<'r>(old: &'r [Rule], new: &'r [Rule]) -> impl Iterator<Item = &'r Rule> {
    old.iter().filter(|rule| !new.contains(rule))
}

fn covered(rule: &Rule, rules: &[Rule]) -> Direction {
    let covered = rules.iter().any(|other| other.forbids_as_much_as(rule));
    if covered { Direction::Equal } else { Direction::Wider }
}

fn came(rule: &Rule) -> String {
    format!("+ {rule}")
}

fn went(rule: &Rule) -> String {
    format!("- {rule}")
}
