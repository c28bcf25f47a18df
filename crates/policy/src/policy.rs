//! A policy: layers, each of which has to consent.

use crate::layer::{Layer, PolicyFile, TargetRule};
use crate::{Problem, parse};

/// Who may do what. The default is an operator's file that says nothing: everything is as without a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The operator's first.
    pub(crate) layers: Vec<Layer>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { layers: vec![Layer { source: "default".to_owned(), says: PolicyFile::default() }] }
    }
}

impl Policy {
    /// Reads a policy file, or names every problem in it, by line.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, Vec<Problem>> {
        let says = parse::policy_file(text, file_name)?;
        Ok(Self { layers: vec![Layer { source: file_name.to_owned(), says }] })
    }

    /// The format of the policy files that this gate reads.
    #[must_use]
    pub fn version() -> u64 {
        crate::layer::Version::NUMBER
    }

    /// Its layers, the operator's first.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Adds what a contract, a decision or the like forbids: a layer that has to consent, too. What could permit
    /// something by itself is left out of it, so that it only narrows.
    #[must_use]
    pub fn with_layer(mut self, source: &str, mut says: PolicyFile) -> Self {
        says.tools.read_only.clear();
        says.evidence.clear();
        says.probe.clear();
        says.approval.allowed_signers = None;
        self.layers.push(Layer { source: source.to_owned(), says });
        self
    }

    /// Every target rule with its layer's name, the operator's first.
    pub(crate) fn target_rules(&self) -> impl Iterator<Item = (&str, &TargetRule)> {
        self.layers
            .iter()
            .flat_map(|layer| layer.says.target.iter().map(|rule| (layer.source.as_str(), rule)))
    }
}
