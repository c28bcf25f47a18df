use super::signers_files;
use crate::options::Options;
use hook_protocol::Payload;
use policy::Policy;
use self_protection::{Call, Protected};
use std::path::{Path, PathBuf};

/// What self-protection has against a tool call, as a sentence.
pub fn violation(options: &Options, payload: &Payload, policy: Option<&Policy>) -> Option<String> {
    let mut protected = protected(options);
    if let Some(policy) = policy {
        let project = payload.cwd.as_deref().map_or(Path::new("/"), Path::new);
        protected.allowed_signers = signers_files::paths(policy, project).into_iter().flatten().collect();
    }
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
        allowed_signers: Vec::new(),
        binary: std::env::current_exe().ok(),
        home: crate::home::directory(),
    }
}
