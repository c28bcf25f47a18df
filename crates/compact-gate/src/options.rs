use std::path::PathBuf;

/// Options that every command takes, in any place. They come from the registered command line alone: a repository's
/// settings can set a hook's environment, so no environment variable decides anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Options {
    /// Directory that holds the durable state [default: .local/state/compact-gate in your home directory]
    #[arg(long, global = true, value_name = "DIR")]
    pub state_dir: Option<PathBuf>,
    /// The operator's policy file; the model's tools may not write it
    #[arg(long, global = true, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Name of the run that this session belongs to, recorded with it
    #[arg(long, global = true, value_name = "NAME")]
    pub run: Option<String>,
}

impl Options {
    /// The state directory as an absolute path.
    pub fn state_dir(&self) -> anyhow::Result<ledger::StateDir> {
        let path = match &self.state_dir {
            Some(path) => std::path::absolute(path)?,
            None => ledger::StateDir::default_path().ok_or_else(|| {
                anyhow::anyhow!(
                    "this user has no home directory, so the state has no place: pass --state-dir DIR"
                )
            })?,
        };
        Ok(ledger::StateDir::at(path))
    }
}
