use super::select_session::select;
use crate::options::Options;
use crate::output;
use crate::store::{self, Store, decode};
use std::process::ExitCode;

/// Reads a session's whole ledger: each record's digest, its place in the chain, the snapshot and the anchor.
///
/// Exit status: 0 sound, 1 broken, 2 error. A chain without a key proves that nothing was changed by accident or by
/// somebody who didn't know it; whoever may write the state directory can write a new chain.
#[derive(clap::Args)]
pub struct Verify {
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID", conflicts_with = "all")]
    session: Option<String>,
    /// Check every session in the state directory
    #[arg(long)]
    all: bool,
}

impl Verify {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let stores: Vec<(String, Store)> = if self.all {
            let names = state_dir.session_names()?;
            names.into_iter().map(|name| (name.clone(), Store::of_folder(&state_dir, &name))).collect()
        } else {
            select(&state_dir, self.session.as_deref())?.into_iter().collect()
        };
        if stores.is_empty() {
            anyhow::bail!("no session is recorded for this directory in {}", state_dir.path().display());
        }
        let mut broken = false;
        for (name, store) in stores {
            match check(&store) {
                Ok(line) => output::stdout(&format!("{name}: sound, {line}\n")),
                Err(error) => {
                    broken = true;
                    output::stdout(&format!("{name}: broken: {error:#}\n"));
                    if let Some(remedy) = store::remedy(&error) {
                        output::stdout(&format!("  remedy: {remedy}\n"));
                    }
                }
            }
        }
        Ok(ExitCode::from(u8::from(broken)))
    }
}

fn check(store: &Store) -> anyhow::Result<String> {
    let verified = store.session().verify()?;
    let Some((first, last)) = verified.entries.first().zip(verified.entries.last()) else {
        anyhow::bail!("{}: there are no records", store.session().ledger_path().display());
    };
    if first.seq != 1 {
        anyhow::bail!(
            "{}: it begins at record {}; the records before that were removed",
            store.session().ledger_path().display(),
            first.seq
        );
    }
    for entry in &verified.entries {
        decode(entry)?;
    }
    let mut line = format!("{} records from {} to {}", verified.entries.len(), first.at, last.at);
    if verified.torn_bytes > 0 {
        line += &format!("; {} bytes of a record that was never acknowledged follow", verified.torn_bytes);
    }
    Ok(line)
}
