//! What a subagent may do.

use crate::rule_match::permitting;
use crate::subject::Subject;
use crate::{Call, Malformed, Policy, Rule};

/// What a subagent may do beside reading, as far as the policy lets anybody: what every list of it permits. Without
/// a list that is everything, with an empty one nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    lists: Vec<Vec<Rule>>,
}

impl Scope {
    /// The main agent's: all that the policy permits.
    #[must_use]
    pub fn whole() -> Self {
        Self::default()
    }

    /// The scope with these lists of rules, as [`Scope::lists`] gave them.
    pub fn from_lists<S: AsRef<str>>(lists: &[Vec<S>]) -> Result<Self, Malformed> {
        let parsed = lists.iter().map(|list| list.iter().map(|text| Rule::parse(text.as_ref())).collect());
        Ok(Self { lists: parsed.collect::<Result<_, _>>()? })
    }

    /// Its lists, as the rules' texts.
    #[must_use]
    pub fn lists(&self) -> Vec<Vec<&str>> {
        self.lists.iter().map(|list| list.iter().map(Rule::text).collect()).collect()
    }

    /// Whether it is all that the policy permits.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lists.is_empty()
    }

    /// Whether it is reading alone.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.lists.iter().any(Vec::is_empty)
    }

    /// Whether the call is in it. `read_only`: it only reads, as [`crate::Evaluation::read_only`] says.
    #[must_use]
    pub fn permits(&self, call: &Call<'_>, read_only: bool) -> bool {
        let subject = Subject::new(call);
        read_only || self.lists.iter().all(|list| permitting(list, &subject).is_some())
    }
}

impl Policy {
    /// The scope of a subagent of this type under this parent. It is never more than the parent's. In a layer with a
    /// delegation or `subagents = "explicit"`, a type without a delegation, or none, can only read; a layer without
    /// either leaves the parent's scope.
    #[must_use]
    pub fn scope_for(&self, agent_type: Option<&str>, parent: &Scope) -> Scope {
        let mut lists = parent.lists.clone();
        for layer in self.layers.iter().filter(|layer| layer.limits_subagents()) {
            let delegation =
                layer.says.delegation.iter().find(|it| Some(it.agent_type.as_str()) == agent_type);
            let list = delegation.map_or_else(Vec::new, |it| it.allow.clone());
            if !lists.contains(&list) {
                lists.push(list);
            }
        }
        Scope { lists }
    }
}
