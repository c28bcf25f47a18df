use super::process::Outcome;
use super::session_text;
use crate::{deadline, output, store};
use hook_protocol::Payload;
use std::process::ExitCode;
use verdict::{Denial, DenyCode, Reply};

/// What the client is told.
pub struct Answer {
    deny: bool,
    stdout: String,
    stderr: String,
}

impl Answer {
    /// Nothing to say.
    pub fn silent() -> Answer {
        Answer { deny: false, stdout: String::new(), stderr: String::new() }
    }

    /// A failure on an event that can't be denied: a note for the debug log, and the next PreToolUse is closed.
    pub fn failed(note: &str) -> Answer {
        Answer { stderr: note.to_owned(), ..Answer::silent() }
    }

    /// A denial for a reason that has no record.
    pub fn denied(code: DenyCode, detail: String) -> Answer {
        let denial = Denial { code, detail, context: None, verdict: None, event_id: None, request: None };
        Answer { deny: true, stderr: denial.paragraph(), ..Answer::silent() }
    }

    /// A change of settings that is blocked; `why` goes on "the change".
    pub fn settings_kept(why: &str) -> Answer {
        let stderr = format!(
            "compact-gate blocked a change of the settings: it {why}. This session goes on with the hooks that it started \
             with. Whoever wants the change restarts the client."
        );
        Answer { deny: true, stderr, ..Answer::silent() }
    }

    /// The answer to a processed event.
    pub fn of(outcome: Outcome) -> Answer {
        match outcome.reply {
            Reply::Silent => Answer { stdout: outcome.text.unwrap_or_default(), ..Answer::silent() },
            Reply::Deny(denial) => Answer { deny: true, stderr: denial.paragraph(), ..Answer::silent() },
            Reply::KeepSettings(threat) => Answer::settings_kept(threat.what()),
        }
    }

    /// The answer to an event whose processing failed.
    pub fn of_failure(payload: &Payload, error: &anyhow::Error) -> Answer {
        let what = format!("{error:#}");
        match payload.event.as_str() {
            "PreToolUse" => {
                let lead = if store::is_tampering(error) {
                    "the gate's state was edited, damaged or put back"
                } else {
                    "the gate's state can't be read or written"
                };
                Answer::denied(DenyCode::StateFailure, format!("{lead}: {what}"))
            }
            // Where nobody can tell what the hooks were, they stay as they are: without them, nothing else is closed.
            "ConfigChange" => Answer::settings_kept(&format!("can't be compared with the state: {what}")),
            // What git says is true whatever became of the state.
            "SessionStart" => Answer {
                stdout: session_text::without_state(payload, &what),
                stderr: format!("compact-gate: {what}"),
                deny: false,
            },
            _ => Answer::failed(&format!("compact-gate: {what}")),
        }
    }

    /// Exit status, standard output and standard error.
    pub fn parts(self) -> (u8, String, String) {
        (if self.deny { 2 } else { 0 }, self.stdout, self.stderr)
    }

    /// Says it. A denial has an empty standard output: some clients let the tool run otherwise.
    pub fn speak(&self) -> ExitCode {
        if self.deny {
            output::stderr(&self.stderr);
            return ExitCode::from(2);
        }
        if !self.stdout.is_empty() {
            output::stdout(&self.stdout);
        }
        if !self.stderr.is_empty() {
            output::stderr(&self.stderr);
        }
        // An event that can't be denied ends with 0 whatever happened.
        debug_assert!(self.stderr.is_empty() || deadline::closed_status() == 0);
        ExitCode::SUCCESS
    }
}
