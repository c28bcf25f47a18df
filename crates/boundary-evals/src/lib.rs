//! Boundary evals: scenarios of what can happen around a compaction, played against a gate.
//!
//! A scenario is a TOML file ([`Scenario::parse`]): hook events in the client's own payloads, rows of its transcript,
//! changes of files, of git, of the policy, of the state and of the clock; and with each step what the gate has to
//! answer. [`play()`] makes a project, a home and a state directory for it below a given directory, sends the events,
//! compares, and takes everything away again. What a gate is, the caller says ([`Gate`]).
//!
//! Nothing here judges anything: what is expected stands in the scenario. But no scenario can be read that a gate
//! would pass which always says the same: each expects at least one call to be let through and one to be denied.

mod clock_shift;
mod expect;
mod gate;
mod git;
mod outcome;
mod payloads;
mod place;
mod play;
mod problem;
mod read;
mod report;
mod scenario;
mod shipped;
mod step;
mod surroundings;
mod tampering;
mod transcript;

pub use expect::{Decision, Expect};
pub use gate::{Gate, OperatorAct, Reply, Standing, VERBS};
pub use outcome::{Failure, Outcome, What};
pub use payloads::names as payload_names;
pub use place::Place;
pub use play::play;
pub use problem::Problem;
pub use report::{Played, json, junit, table};
pub use scenario::Scenario;
pub use shipped::shipped;
pub use step::{Act, Row, Step, ToolUse};
pub use tampering::Tampering;
