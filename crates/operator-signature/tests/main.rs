//! Signatures of the system's own ssh-keygen, and whatever else may come in their place.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod allowed_signers;
mod any_input;
mod keys;
mod signatures;
