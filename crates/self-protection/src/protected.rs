//! What is judged, and what is protected.

use std::path::{Path, PathBuf};

/// What has to stay as it is. All paths are absolute. Apart from what is listed here, hook settings are protected
/// wherever the client may look for them: `.claude/settings.json` and `.claude/settings.local.json` in any
/// directory, `settings*.json` and `plugins` in the home's `.claude`, `/etc/claude-code`, and the
/// `hooks/hooks.json` of a plugin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Protected {
    /// The gate's state directory.
    pub state_dir: PathBuf,
    /// Further settings files that register hooks.
    pub settings: Vec<PathBuf>,
    /// The operator's policy.
    pub policy: Option<PathBuf>,
    /// The files that say whose signature is the operator's.
    pub allowed_signers: Vec<PathBuf>,
    /// The gate's own binary.
    pub binary: Option<PathBuf>,
    /// The home directory, for `~`.
    pub home: Option<PathBuf>,
}

/// One tool call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The tool, as the client names it.
    pub tool_name: &'a str,
    /// Its input: the text of a valid JSON object.
    pub tool_input: &'a str,
    /// The directory in which it runs.
    pub cwd: &'a Path,
}
