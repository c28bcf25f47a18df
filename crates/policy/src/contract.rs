//! A contract: what one task may do, and what holds throughout it.

use crate::layer::PolicyFile;
use crate::{Problem, parse};

/// What the operator has agreed with an agent for one task. It narrows the policy and never widens it: what it says
/// about tools, environments and subagents is one more layer that has to consent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The task's name.
    pub task_id: String,
    /// What the task is for, in a sentence.
    pub objective: String,
    /// What holds throughout the task, to the letter, the most important first.
    pub constraints: Vec<String>,
    /// What has to pass before the task is done.
    pub required_checks: Vec<String>,
    /// What it says as a layer of the policy.
    pub says: PolicyFile,
}

impl Contract {
    /// A contract's file may not be larger than this, in bytes.
    pub const MAX_BYTES: usize = 64 * 1024;
    /// A constraint may not be longer than this, in characters: the first one has to fit into a session's beginning.
    pub const MAX_CONSTRAINT_CHARS: usize = 2_000;

    /// Reads a contract, or names every problem in it, by line.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, Vec<Problem>> {
        parse::contract(text, file_name)
    }
}
