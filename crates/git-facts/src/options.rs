use std::path::PathBuf;
use std::time::Duration;

/// How to look, none of it taken from the environment.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time that one call may take in all. What isn't known by then stays unknown.
    pub deadline: Duration,
    /// The git to run instead of the first one of the fixed list; for tests.
    pub git: Option<PathBuf>,
    /// The home whose `.gitconfig` applies (`safe.directory`, global ignores). It should come from the password
    /// database: `HOME` itself can be set by a repository's settings. None: no global configuration.
    pub home: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { deadline: Duration::from_secs(2), git: None, home: None }
    }
}
