//! Who may do what: the operator's policy, and what it says about one tool call.
//!
//! [`Policy::parse`] reads a policy file and names every problem in it. [`Policy::evaluate`] says what the policy
//! decides about a call, and why each rule did or didn't. [`Policy::merge`] puts a repository's file beneath the
//! operator's, where it can only narrow; [`compare`] tells what a changed policy widens.
//!
//! A policy is a list of layers, and a call needs the consent of each: that is what makes a layer more incapable
//! of permitting anything, whatever it says.
//!
//! Nothing here reads a file, a clock or the environment. `docs/policy.md` is the reference for users.

mod call;
mod canonical_json;
mod comparison;
mod contract;
mod digest;
mod evaluate;
mod evaluation;
mod file;
mod host;
mod in_force;
mod json;
mod layer;
mod merge;
mod operation;
mod parse;
mod policy;
mod problem;
mod rule;
mod rule_match;
#[cfg(test)]
mod schema;
mod scope;
mod settings;
mod shell;
mod subject;
mod target;
mod verdict_on_rule;
mod widening;
mod wildcard;

pub use call::{Call, Places, Resolved};
pub use canonical_json::{NotCanonical, canonical_json};
pub use comparison::{Change, Direction, compare};
pub use contract::Contract;
pub use evaluation::{Considered, Decision, Evaluation, List, Reason};
pub use layer::{
    Approval, Authority, Checkpoint, Delegation, Dependency, EffectRule, Git, Layer, Pointer, PolicyFile,
    Probe, Resume, TargetRule, Tools, Version,
};
pub use merge::Merged;
pub use policy::Policy;
pub use problem::Problem;
pub use rule::{Malformed, Rule};
pub use scope::Scope;
pub use settings::{Level, OnChange, OnDoubt, Outcome, Subagents, Ttl, Unlisted};
pub use target::{Target, TargetSource, effect, payload, place};
pub use verdict_on_rule::{Doubt, Match};
pub use widening::{Widening, WideningEffect};
