use crate::options::Options;
use hook_protocol::Payload;
use self_protection::{Call, Protected};
use std::path::{Path, PathBuf};

/// What self-protection has against a tool call, as a sentence.
pub fn violation(options: &Options, payload: &Payload) -> Option<String> {
    let protected = protected(options);
    let call = Call {
        tool_name: payload.tool_name.as_deref().unwrap_or_default(),
        tool_input: payload.tool_input.as_deref().unwrap_or("{}"),
        cwd: Path::new(payload.cwd.as_deref().unwrap_or("/")),
    };
    self_protection::check(&call, &protected)
        .map(|violation| violation.reason().trim_end_matches('.').to_owned())
}

/// What the gate stands on.
fn protected(options: &Options) -> Protected {
    Protected {
        state_dir: options.state_dir().map_or_else(|_| PathBuf::new(), |dir| dir.path().to_owned()),
        settings: Vec::new(),
        policy: options.policy.as_ref().and_then(|path| std::path::absolute(path).ok()),
        binary: std::env::current_exe().ok(),
        home: crate::home::directory(),
    }
}
