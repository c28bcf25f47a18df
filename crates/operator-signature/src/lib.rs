//! Whether a text was signed by somebody whom a file of allowed signers names.
//!
//! [`AllowedSigners::parse`] reads the file as `ssh-keygen` does, and names every line that it can't read.
//! [`Signature::parse`] reads what `ssh-keygen -Y sign` writes, and [`AllowedSigners::verify`] compares both with the
//! signed bytes. Ed25519 keys are verified; every other kind of key, and certificates, are refused by name.
//!
//! Nothing here reads a file, a clock or the environment, or starts a program.

mod allowed_signers;
mod pattern;
mod public_key;
mod refusal;
mod signature;
mod signer_options;
mod validity;
mod verify;
mod wire;

pub use allowed_signers::{AllowedSigners, Problem};
pub use refusal::Refusal;
pub use signature::{BadSignature, Signature};
pub use validity::Now;
pub use verify::Signer;
