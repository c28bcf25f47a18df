use crate::step::Step;
use std::collections::BTreeMap;

/// What can happen around a compaction, and what a gate has to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The name of its file, without `.toml`.
    pub name: String,
    /// What it shows, in one line.
    pub title: String,
    /// Why that matters.
    pub why: String,
    /// The operator's policy; without one none is registered.
    pub policy: Option<String>,
    /// Name of the run that the gate is registered with.
    pub run: Option<String>,
    /// Whether the project is a git repository with one commit.
    pub repository: bool,
    /// Files of the project, by their path in it.
    pub files: BTreeMap<String, String>,
    /// Texts that may stand in no output and in no file of the state directory.
    pub canaries: Vec<String>,
    /// What happens.
    pub steps: Vec<Step>,
}
