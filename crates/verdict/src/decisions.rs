use crate::Authority;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A session remembers at most so many rejected decisions: a repository's file can hold any number.
pub const MAX_DECISIONS: usize = 128;
/// And of each at most so many rules.
pub const MAX_ENFORCED_RULES: usize = 8;
/// Digests of ended decisions that are remembered.
const MAX_ENDED: usize = 512;

/// A rejected receipt of DECISIONS.md, as far as it takes to quote and enforce it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedDecision {
    /// SHA-256 of all that the receipt says, in hexadecimal.
    pub digest: String,
    /// What was decided, cut to a length that can be shown. Data of the repository.
    pub decision: String,
    /// Why, likewise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Permission rules that are denied while it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enforce: Vec<String>,
}

impl RejectedDecision {
    /// Enforces what another receipt of the same id does, too.
    pub(crate) fn take_rules(&mut self, other: &RejectedDecision) {
        for rule in &other.enforce {
            if !self.enforce.contains(rule) {
                self.enforce.push(rule.clone());
            }
        }
    }
}

/// Body of [`crate::Record::DecisionsBound`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionsBound {
    /// The new ones by the id of their receipt.
    pub receipts: BTreeMap<String, RejectedDecision>,
}

/// Body of [`crate::Record::DecisionsAccepted`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionsAccepted {
    /// SHA-256 of the file that was accepted, in hexadecimal; none where there is no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What is in force from here on, by the id of its receipt.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub receipts: BTreeMap<String, RejectedDecision>,
    /// Digests of those that aren't any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<String>,
    /// Who: the operating system's user name or id.
    pub operator: String,
}

impl Authority {
    /// The rejected decisions that bind a session with this authority in a run with that one.
    #[must_use]
    pub fn decisions_in_force<'a>(&'a self, run: &'a Authority) -> Vec<(&'a str, &'a RejectedDecision)> {
        let own =
            self.decisions.iter().filter(|(_, decision)| !run.ended_decisions.contains(&decision.digest));
        let of_run = run.decisions.iter().filter(|(id, decision)| {
            !self.ended_decisions.contains(&decision.digest)
                && self.decisions.get(*id).is_none_or(|own| own.digest != decision.digest)
        });
        own.chain(of_run).map(|(id, decision)| (id.as_str(), decision)).collect()
    }

    /// Those of a file's rejected receipts that are to be bound: their ids aren't in force yet, and there is room.
    #[must_use]
    pub fn unknown_decisions(
        &self,
        run: &Authority,
        receipts: &[(String, RejectedDecision)],
    ) -> BTreeMap<String, RejectedDecision> {
        let mut new = BTreeMap::new();
        if receipts.is_empty() {
            return new;
        }
        let in_force = self.decisions_in_force(run);
        let room = MAX_DECISIONS.saturating_sub(in_force.len());
        for (id, receipt) in receipts {
            if new.len() < room && !in_force.iter().any(|(known, _)| known == id) && !new.contains_key(id) {
                new.insert(id.clone(), receipt.clone());
            }
        }
        new
    }

    /// Puts rejected decisions in force.
    pub fn bind_decisions(&mut self, receipts: &BTreeMap<String, RejectedDecision>) {
        for (id, receipt) in receipts {
            self.ended_decisions.retain(|digest| *digest != receipt.digest);
            self.decisions.insert(id.clone(), receipt.clone());
        }
    }

    pub(crate) fn accept_decisions(&mut self, accepted: &DecisionsAccepted) {
        self.decisions = BTreeMap::new();
        for digest in &accepted.ended {
            self.ended_decisions.retain(|known| known != digest);
            self.ended_decisions.push(digest.clone());
        }
        let over = self.ended_decisions.len().saturating_sub(MAX_ENDED);
        self.ended_decisions.drain(..over);
        self.bind_decisions(&accepted.receipts);
    }
}
