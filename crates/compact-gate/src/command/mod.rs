//! The commands for people and scripts, one file each.

mod approval;
mod authorization;
mod contract;
mod decisions;
mod demo;
mod denial;
mod dry_run;
mod duration;
mod eval;
mod gate;
mod lint;
mod operations;
mod operator;
mod packet;
mod policy;
mod propose;
mod rebaseline;
mod reconcile;
mod release;
mod select_session;
mod status;
mod verify;

use crate::options::Options;
use clap::{Parser, Subcommand, ValueEnum};
use std::process::ExitCode;

/// Keeps Claude Code's tools closed after a compaction until the summary has been checked.
///
/// Registered as a hook (see settings.example.json), it reads one event from standard input and answers by its exit
/// status: on PreToolUse, 0 lets the tool run and 2 keeps it from running. The other commands are for the operator.
#[derive(Parser)]
#[command(name = "compact-gate", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer one hook event from standard input; this is what settings.json registers
    Hook(dry_run::Hook),
    /// Play a whole compaction lifecycle on captured payloads in a temporary directory
    Demo(demo::Demo),
    Eval(eval::Eval),
    Packet(packet::Packet),
    /// Show the verdict of a session [exit status: 0 pass, 3 pending, 4 flagged, 5 absent]
    Status(status::Status),
    /// Run every check of the restore gate [exit status: 0 allow, 1 deny]
    Gate(gate::Gate),
    /// Check a session's whole record chain [exit status: 0 sound, 1 broken]
    Verify(verify::Verify),
    /// Open a closed context; needs a terminal or a signature
    Release(release::Release),
    /// Accept where git stands now; needs a terminal or a signature
    Rebaseline(rebaseline::Rebaseline),
    /// Check, explain or accept the policy
    Policy(policy::Policy),
    /// Issue, check or show the contract of a task
    Contract(contract::Contract),
    /// Check decision receipts, or accept what became of rejected ones
    Decisions(decisions::Decisions),
    /// List or lift standing denials
    Denial(denial::Denial),
    /// List the calls that wait for your approval [exit status: 0 none, 3 some, 2 error]
    Requests(approval::Requests),
    /// Approve one call that waits, once; needs a terminal or a signature
    Approve(approval::Approve),
    /// Refuse a call that waits, for good; needs a terminal or a signature
    Refuse(approval::Refuse),
    /// List calls with effects outside of the workspace, and what is known of them
    Operations(operations::Operations),
    /// Say what came of an operation; needs a terminal or a signature
    Reconcile(reconcile::Reconcile),
    /// Take a note of the model to itself [exit status: 0 taken, 1 refused]
    Propose(propose::Propose),
    /// Check summaries for instructions, hidden text, secrets and false authority
    Lint(lint::Lint),
}

/// How results are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

/// Parses the command line and runs what it asks for.
pub fn run() -> ExitCode {
    let Cli { options, command } = Cli::parse();
    let outcome = match command {
        Command::Hook(hook) => hook.run(&options),
        Command::Demo(_) => demo::Demo::run(),
        Command::Eval(eval) => eval.run(&options),
        Command::Packet(packet) => packet.run(&options),
        Command::Status(status) => status.run(&options),
        Command::Gate(gate) => gate.run(&options),
        Command::Verify(verify) => verify.run(&options),
        Command::Release(release) => release.run(&options),
        Command::Rebaseline(rebaseline) => rebaseline.run(&options),
        Command::Policy(policy) => policy.run(&options),
        Command::Contract(contract) => contract.run(&options),
        Command::Decisions(decisions) => decisions.run(&options),
        Command::Denial(denial) => denial.run(&options),
        Command::Requests(requests) => requests.run(&options),
        Command::Approve(approve) => approve.run(&options),
        Command::Refuse(refuse) => refuse.run(&options),
        Command::Operations(operations) => operations.run(&options),
        Command::Reconcile(reconcile) => reconcile.run(&options),
        Command::Propose(propose) => propose.run(&options),
        Command::Lint(lint) => lint.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            crate::output::stderr(&format!("compact-gate: {error:#}"));
            if let Some(remedy) = crate::store::remedy(&error) {
                crate::output::stderr(&format!("remedy: {remedy}"));
            }
            ExitCode::from(2)
        }
    }
}
