//! Plays the real Claude Code client against a scripted model, so that a gate can be judged by what the client
//! then does: which tools ran, which didn't, and what the model was told.
//!
//! The client is the published one, installed once from npm. Everything around it is made for one run and
//! removed afterwards: a project with a git repository, a home, a temporary directory, and a mock of the Messages
//! API on loopback that answers from a script. No account, key, or network is involved after the install.
//!
//! ```no_run
//! # fn main() -> anyhow::Result<()> {
//! use real_client_lab::{Lab, Mode, Turn};
//!
//! let outcome = Lab::new("/path/to/gate", "/path/to/cache")
//!     .mode(Mode::Auto)
//!     .turns([
//!         Turn::mark("WARMUP"),
//!         Turn::mark("BEFORE").input_tokens(195_000),
//!         Turn::mark("AFTER"),
//!         Turn::say("done"),
//!     ])
//!     .summary("<summary>\n1. Nothing was asked for.\n</summary>")
//!     .prompts(["start"])
//!     .run()?;
//! outcome.assert_ran(["BEFORE", "AFTER"]);
//! # Ok(())
//! # }
//! ```

mod api_request;
mod client;
mod hook_call;
mod hook_set;
mod lab;
mod launch;
mod mock_api;
mod outcome;
mod platform;
mod play;
mod run_slot;
mod sandbox;
mod session;
mod tool_call;
mod tool_result;
mod turn;

pub use crate::api_request::ApiRequest;
pub use crate::api_request::RequestKind;
pub use crate::client::{Client, InstallError};
pub use crate::hook_call::HookCall;
pub use crate::hook_set::HookSet;
pub use crate::lab::{Lab, Mode};
pub use crate::launch::Launch;
pub use crate::mock_api::{MockApi, Script};
pub use crate::outcome::Outcome;
pub use crate::play::Play;
pub use crate::session::{Answer, Session};
pub use crate::tool_call::ToolCall;
pub use crate::tool_result::ToolResult;
pub use crate::turn::Turn;
