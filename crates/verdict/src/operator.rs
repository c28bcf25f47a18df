use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Body of [`crate::Record::OperatorActed`]: who did what as the operator. What came of it is the record behind this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorActed {
    /// The command, as in `policy accept`.
    pub verb: String,
    /// What it was about, and the state that it was meant for.
    pub subject: BTreeMap<String, String>,
    /// Digest of the policy that said whose word counts; none where no policy applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Who: a user of this machine, or a principal of the allowed signers.
    pub who: String,
    /// How that is known.
    pub proof: OperatorProof,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
}

/// How it is known that the operator acted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum OperatorProof {
    /// A word was typed at a terminal.
    Terminal,
    /// A request was signed.
    Signature {
        /// `SHA256:…` of the key.
        key: String,
        /// The nonce of the request, which is spent by this.
        nonce: String,
        /// SHA-256 of the request.
        request: String,
        /// When the request expired or would have, in seconds since the Unix epoch.
        expires_at: i64,
    },
}

impl OperatorActed {
    /// Who and how, in a few words.
    #[must_use]
    pub fn by(&self) -> String {
        match &self.proof {
            OperatorProof::Terminal => format!("{} at a terminal", self.who),
            OperatorProof::Signature { key, .. } => format!("{} by a signature of {key}", self.who),
        }
    }
}

/// What is remembered of the operator's acts, so that a signature counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorActs {
    /// The time of the latest one. A clock that goes back doesn't revive what had expired by then.
    #[serde(default)]
    pub latest: i64,
    /// When the requests expire whose nonces are spent, by nonce. What has expired needn't be remembered.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spent: BTreeMap<String, i64>,
}

impl OperatorActs {
    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == OperatorActs::default()
    }

    pub(crate) fn take(&mut self, acted: &OperatorActed) {
        self.latest = self.latest.max(acted.at);
        if let OperatorProof::Signature { nonce, expires_at, .. } = &acted.proof {
            self.spent.insert(nonce.clone(), *expires_at);
        }
        let latest = self.latest;
        self.spent.retain(|_, expires_at| *expires_at >= latest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acted(nonce: &str, at: i64, expires_at: i64) -> OperatorActed {
        let proof = OperatorProof::Signature {
            key: "SHA256:k".into(),
            nonce: nonce.into(),
            request: String::new(),
            expires_at,
        };
        OperatorActed {
            verb: "release".into(),
            subject: BTreeMap::new(),
            policy: None,
            who: "alice".into(),
            proof,
            at,
        }
    }

    #[test]
    fn a_nonce_is_remembered_as_long_as_its_request_could_count() {
        let mut acts = OperatorActs::default();
        acts.take(&acted("a", 100, 200));
        acts.take(&acted("b", 90, 300));
        assert_eq!((acts.latest, acts.spent.len()), (100, 2));
        acts.take(&acted("c", 201, 400));
        assert!(!acts.spent.contains_key("a") && acts.spent.len() == 2);
    }
}
