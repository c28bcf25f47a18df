//! One hook call: an event from standard input, an answer by exit status, standard output and standard error.

mod answer;
mod call_results;
mod check_runs;
mod client_process;
mod command_end;
mod continuity_file;
pub mod contract_files;
mod control_state;
pub mod decision_file;
mod event;
mod gather;
mod look;
mod operation_facts;
mod parents;
pub mod policy_call;
pub mod policy_files;
mod policy_settings;
mod probes;
pub mod process;
pub mod proposal_file;
mod protected;
mod registration;
mod repository;
pub mod requests;
pub mod run_authority;
pub mod session_text;
pub mod signers_files;
pub mod standing;
mod summary_lint;
mod transcript_look;

use crate::deadline;
use crate::options::Options;
use hook_protocol::{InputError, Payload};
use std::os::fd::AsFd;
use std::process::ExitCode;
use verdict::DenyCode;

pub use answer::Answer;
pub use event::HANDLED;
pub use gather::place;

/// Whether a failure of ours has to end with 2 at an event: where something would be let through otherwise.
pub fn closes(event: &str) -> bool {
    matches!(event, "PreToolUse" | "ConfigChange")
}

/// Runs the hook as the client calls it.
pub fn run(options: &Options) -> ExitCode {
    deadline::arm();
    answer(options, read_payload()).speak()
}

/// The answer to one event that is read from `input`, for who isn't the client.
pub fn answer_from(options: &Options, input: impl AsFd) -> Answer {
    answer(options, read_payload_from(input))
}

fn answer(options: &Options, payload: Result<Payload, (InputError, Option<String>)>) -> Answer {
    let payload = match payload {
        Ok(payload) => payload,
        Err((error, event)) => {
            if let Some(event) = event.filter(|event| event != "PreToolUse") {
                deadline::nothing_to_deny();
                if closes(&event) {
                    return Answer::settings_kept(&format!("can't be judged: {error}"));
                }
                let ours = HANDLED.contains(&event.as_str());
                return if ours {
                    Answer::failed(&format!("compact-gate: {error}"))
                } else {
                    Answer::silent()
                };
            }
            return Answer::denied(DenyCode::BadInput, error.to_string());
        }
    };
    if payload.event != "PreToolUse" {
        deadline::nothing_to_deny();
    }
    if !HANDLED.contains(&payload.event.as_str()) {
        return Answer::silent();
    }
    match process::process(options, &payload) {
        Ok(outcome) => Answer::of(outcome),
        Err(error) => Answer::of_failure(&payload, &error),
    }
}

/// Reads one event from standard input. On failure, the name of the event where it can be told.
pub fn read_payload() -> Result<Payload, (InputError, Option<String>)> {
    let stdin = std::io::stdin();
    if std::io::IsTerminal::is_terminal(&stdin) {
        return Err((InputError::Terminal, None));
    }
    read_payload_from(&stdin)
}

fn read_payload_from(input: impl AsFd) -> Result<Payload, (InputError, Option<String>)> {
    let bytes = hook_protocol::read_value(input).map_err(|(error, bytes)| {
        let contradictory = matches!(error, InputError::SecondValue);
        let event =
            if contradictory { None } else { hook_protocol::event_name_hint(&hook_protocol::repair(&bytes)) };
        (error, event)
    })?;
    let text = hook_protocol::repair(&bytes);
    hook_protocol::parse(&text).map_err(|error| (error, hook_protocol::event_name_hint(&text)))
}
