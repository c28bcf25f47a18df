//! What a changed policy changes, rule by rule.

mod lists;
mod settings;

use std::fmt;

use crate::layer::PolicyFile;
use crate::{Layer, Policy};

/// One difference between two policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The layer it is in.
    pub layer: String,
    /// The key, as in `tools.deny`.
    pub key: String,
    /// The rule, name or setting, and whether it came or went.
    pub text: String,
    /// Where it leads.
    pub direction: Direction,
}

/// Where a change leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Less may be done.
    Narrower,
    /// It makes no difference.
    Equal,
    /// More may be done.
    Wider,
    /// It can't be told, and counts as wider.
    Unclear,
}

impl Direction {
    /// Whether the operator has to accept it.
    #[must_use]
    pub fn widens(self) -> bool {
        matches!(self, Self::Wider | Self::Unclear)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            Direction::Narrower => "narrower",
            Direction::Equal => "no difference",
            Direction::Wider => "wider",
            Direction::Unclear => "unclear, counts as wider",
        };
        write!(formatter, "{} {} {}: {direction}", self.layer, self.key, self.text)
    }
}

/// What `new` changes. A layer that comes is compared with one that says nothing, and
/// one that goes, too; layers are compared in their order.
#[must_use]
pub fn compare(old: &Policy, new: &Policy) -> Vec<Change> {
    let nothing = PolicyFile::default();
    let count = old.layers.len().max(new.layers.len());
    let mut changes = Vec::new();
    for at in 0..count {
        let (was, is) = (old.layers.get(at), new.layers.get(at));
        let source = is.or(was).map_or("", |layer| layer.source.as_str());
        let says = |layer: Option<&Layer>| layer.map_or_else(|| nothing.clone(), |layer| layer.says.clone());
        let mut comparison = Comparison { old: says(was), new: says(is), source, changes: &mut changes };
        comparison.lists();
        // Beneath the operator's layer a setting that isn't made changes nothing, so that the default is no level.
        comparison.settings(at == 0);
    }
    changes
}

struct Comparison<'c> {
    old: PolicyFile,
    new: PolicyFile,
    source: &'c str,
    changes: &'c mut Vec<Change>,
}

impl Comparison<'_> {
    fn add(&mut self, key: &str, text: String, direction: Direction) {
        let (layer, key) = (self.source.to_owned(), key.to_owned());
        self.changes.push(Change { layer, key, text, direction });
    }
}
