use super::operator;
use super::select_session::select;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::bail;
use clap::Subcommand;
use std::process::ExitCode;
use verdict::{DenialLifted, Record, StandingDenial};

/// Denials that stand: the same tool and target get the same answer until you lift it.
///
/// With --run they are those of the run, else those of a session.
#[derive(clap::Args)]
pub struct Denial {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the denials that stand
    List {
        /// The session's id [default: the latest session that was started in this directory]
        #[arg(long, value_name = "ID")]
        session: Option<String>,
    },
    /// End one; needs a terminal and a typed confirmation
    Lift {
        /// Its event id, as the denial named it
        #[arg(value_name = "EVENT")]
        event: String,
        /// Why it may be asked again
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// The session's id [default: the latest session that was started in this directory]
        #[arg(long, value_name = "ID")]
        session: Option<String>,
    },
}

impl Denial {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        match &self.action {
            Action::List { session } => {
                for store in stores(options, session.as_deref())? {
                    for denial in store.load()?.state.authority.denials.values() {
                        output::stdout(&line(denial));
                    }
                }
            }
            Action::Lift { event, reason, session } => {
                if reason.trim().is_empty() {
                    bail!("--reason must say why");
                }
                let operator = operator::at_terminal()?;
                let stores = stores(options, session.as_deref())?;
                let mut found = None;
                for store in &stores {
                    let state = store.load()?.state;
                    found = found.or(state
                        .authority
                        .denials
                        .into_values()
                        .find(|denial| denial.event_id == *event));
                }
                let Some(denial) = found else {
                    bail!("no denial {event} stands here; `compact-gate denial list` shows which do")
                };
                operator::confirm(
                    &format!("About to lift:\n  {}Type {event} to go on:", line(&denial)),
                    event,
                )?;
                let lifted = DenialLifted { event_id: event.clone(), reason: reason.clone(), operator };
                for store in &stores {
                    store.append(&[Record::DenialLifted(lifted.clone())])?;
                }
                output::stdout(&format!("{event} is lifted; the policy's rules are asked again\n"));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The ledgers that may hold it: the session's, and with `--run` the run's.
fn stores(options: &Options, session: Option<&str>) -> anyhow::Result<Vec<Store>> {
    let state_dir = options.state_dir()?;
    let mut stores: Vec<Store> = select(&state_dir, session)?.into_iter().map(|(_, store)| store).collect();
    if let Some(run) = &options.run {
        stores.push(Store::of_run(&state_dir, run));
    }
    stores.retain(|store| store.session().ledger_path().exists());
    if stores.is_empty() {
        bail!("no session is recorded for this directory in {}", state_dir.path().display());
    }
    Ok(stores)
}

fn line(denial: &StandingDenial) -> String {
    format!(
        "{}  {}  {}  {}  by {}\n",
        denial.event_id,
        denial.code.as_str(),
        git_facts::quote(&denial.tool_name, 80),
        denial.target,
        denial.rule
    )
}
