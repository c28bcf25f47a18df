//! Whether a tool call would touch what the gate itself rests on: its state directory, the client's hook
//! settings, the operator's policy, its own binary; or would speak to it with the operator's voice.
//!
//! [`check`] answers for one call, at every verdict, before anything else is decided. Tools that only read are
//! never in question. A tool that writes is judged by the path that it names, resolved through symbolic links;
//! what it writes is data and isn't looked at. A shell command is judged by the words of every simple command
//! in it: it may name a protected place only if every program in it can only read.
//!
//! # What this doesn't stop
//!
//! It is best effort. An agent with an unrestricted shell is the same user as the gate, and its text doesn't
//! have to name what it touches: variables put together at run time, `base64 -d | sh`, compiled programs,
//! scripts and makefiles written by an earlier call, links made by another program, `git` commands that
//! rewrite tracked settings. The ledger's anchor and its signatures make such things visible; only settings and
//! state that belong to another user make them impossible.

mod code_mention;
mod json_strings;
mod path_text;
mod places;
mod protected;
mod resolve;
mod shell;
mod tool;
mod violation;

#[cfg(test)]
mod tests;

pub use places::SETTINGS_FILES;
pub use protected::{Call, Protected};
pub use shell::OPERATOR_VERBS;
pub use violation::{Violation, What};

/// Why `call` must not run, if it would touch what is `protected`.
#[must_use]
pub fn check(call: &Call, protected: &Protected) -> Option<Violation> {
    tool::check(call, protected)
}
