//! The commands for people and scripts.

mod lint;

use crate::options::Options;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "compact-gate", version, about, long_about = None)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check summaries for instructions, hidden text, secrets and false authority
    Lint(lint::Lint),
}

/// Parses the command line and runs what it asks for.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::Lint(lint) => lint.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            crate::output::stderr(&format!("compact-gate: {error:#}"));
            ExitCode::from(2)
        }
    }
}
