//! How the client is started.

use std::ffi::OsString;
use std::path::Path;

/// The part of the client's command line that a test chooses.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    args: Vec<OsString>,
}

impl Launch {
    /// A new session.
    #[must_use]
    pub fn fresh() -> Self {
        Self::default()
    }

    /// Goes on with a session.
    #[must_use]
    pub fn resume(session: &str) -> Self {
        Self { args: vec!["--resume".into(), session.into()] }
    }

    /// Goes on with the latest session of the project.
    #[must_use]
    pub fn latest() -> Self {
        Self { args: vec!["--continue".into()] }
    }

    /// Goes on under a new session id.
    #[must_use]
    pub fn forked(mut self) -> Self {
        self.args.push("--fork-session".into());
        self
    }

    /// Loads this settings file beside the project's.
    #[must_use]
    pub fn settings(mut self, file: &Path) -> Self {
        self.args.extend(["--settings".into(), file.into()]);
        self
    }

    pub(crate) fn args(&self) -> &[OsString] {
        &self.args
    }
}
