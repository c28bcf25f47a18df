use serde::{Deserialize, Serialize};

/// A contract that the operator issued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractBinding {
    /// The task's name.
    pub task_id: String,
    /// SHA-256 of what the contract says, in hexadecimal.
    pub digest: String,
    /// The file that it was issued from.
    pub file: String,
    /// When, in seconds since the Unix epoch.
    pub at: i64,
    /// Who: the operating system's user name or id.
    pub operator: String,
    /// The checks that it requires, by name. Older records don't tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required_checks: Vec<String>,
    /// It was seen to be another since. Only a new one ends that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub altered: bool,
}

/// Body of [`crate::Record::ContractIssued`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractIssued {
    /// The contract.
    pub contract: ContractBinding,
}

/// Body of [`crate::Record::ContractAltered`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractAltered {
    /// Digest of the contract that was issued.
    pub digest: String,
    /// What was found in its place, in words of our own.
    pub what: String,
}

/// A contract in force, as it is at one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractFacts {
    /// Digest of the contract that was issued.
    pub digest: String,
    /// Why it isn't what was issued: a sentence without a full stop.
    pub problem: Option<String>,
    /// The problem is a change that has no record yet; not one that may pass, such as a file that can't be read now.
    pub unrecorded: bool,
}
