//! compact-gate keeps Claude Code's tools closed after a compaction until the summary has been checked.

mod clock;
mod command;
mod deadline;
mod home;
mod hook;
mod invocation;
mod options;
mod output;
mod random;
mod read_only_tools;
mod store;

use std::process::ExitCode;

fn main() -> ExitCode {
    // The hook runs once per tool call, so it doesn't go through the command-line parser that the other commands use.
    match invocation::hook_invocation(std::env::args_os().skip(1)) {
        Some(options) => hook::run(&options),
        None => command::run(),
    }
}
