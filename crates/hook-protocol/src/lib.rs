//! What Claude Code sends to a hook on standard input, and what it writes into its transcript. The only crate that
//! knows the client's field names; they were captured from client 2.1.332, and older ones where they differ.

pub mod duplicates;
mod frame;
mod input_error;
mod payload;
mod reader;
mod repair;
pub mod transcript;

pub use input_error::InputError;
pub use payload::{Payload, event_name_hint, parse};
pub use reader::{MAX_INPUT_BYTES, read_value};
pub use repair::repair;
