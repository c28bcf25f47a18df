//! How the client says that a shell command ended.

use hook_protocol::Payload;
use serde::de::IgnoredAny;

/// What the client answers of a shell command in PostToolUse.
#[derive(Default, serde::Deserialize)]
struct ShellResponse {
    #[serde(default, rename = "backgroundTaskId")]
    background: Option<IgnoredAny>,
    #[serde(default)]
    interrupted: Option<bool>,
    /// It ended with another status than 0, which the client takes to mean something else than a failure.
    #[serde(default, rename = "returnCodeInterpretation")]
    interpreted: Option<IgnoredAny>,
}

fn response(payload: &Payload) -> ShellResponse {
    let response = payload.tool_response.as_deref();
    response.and_then(|response| serde_json::from_str(response).ok()).unwrap_or_default()
}

/// Whether a command of a PostToolUse was moved to the background or interrupted, which the client also tells so.
pub fn goes_on(payload: &Payload) -> bool {
    let shell = response(payload);
    shell.background.is_some() || shell.interrupted == Some(true)
}

/// Whether a PostToolUse says that the command ended by itself, with status 0. What isn't understood doesn't say so.
pub fn succeeded(payload: &Payload) -> bool {
    let shell = response(payload);
    shell.interrupted == Some(false) && shell.background.is_none() && shell.interpreted.is_none()
}

/// The status of a PostToolUseFailure, where the command failed by its own, so that it has run.
pub fn exit_status(payload: &Payload) -> Option<u32> {
    let error: String = serde_json::from_str(payload.error.as_deref()?).ok()?;
    let rest = error.strip_prefix("Exit code ").filter(|_| payload.tool_name.as_deref() == Some("Bash"))?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
