use super::authorization::{Act, Authorization, Whose};
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
    /// End one; needs a terminal or a signature
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
        #[command(flatten)]
        authorization: Authorization,
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
            Action::Lift { event, reason, session, authorization } => {
                lift(options, event, reason, session.as_deref(), authorization)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A reason is kept up to this many characters.
const MAX_REASON_CHARS: usize = 1000;

fn lift(
    options: &Options,
    event: &str,
    reason: &str,
    session: Option<&str>,
    authorization: &Authorization,
) -> anyhow::Result<()> {
    if reason.trim().is_empty() || reason.chars().count() > MAX_REASON_CHARS {
        bail!("--reason takes 1 to {MAX_REASON_CHARS} characters, and must say why");
    }
    let stores = stores(options, session)?;
    let states = stores.iter().map(|store| Ok(store.load()?.state)).collect::<anyhow::Result<Vec<_>>>()?;
    let standing = states.iter().flat_map(|state| state.authority.denials.values());
    let Some(denial) = standing.clone().find(|denial| denial.event_id == *event) else {
        bail!("no denial {event} stands here; `compact-gate denial list` shows which do")
    };
    let mut act = Act::new("denial lift")
        .about("event", event)
        .about("rule", &denial.rule)
        .about("target", &denial.target)
        .about("tool", &denial.tool_name)
        .about("reason", reason)
        .confirmed_by(format!("About to lift:\n  {}", line(denial)), event);
    for store in &stores {
        act = act.about(store.kind(), store.name());
    }
    let session = stores.iter().zip(&states).find(|(store, _)| store.kind() == "session");
    let governed = Whose::of(session.map(|(_, state)| state), options.run.as_deref());
    let Some(authorized) = authorization.authorize(options, governed, &act)? else {
        return Ok(());
    };
    let lifted =
        DenialLifted { event_id: event.to_owned(), reason: reason.to_owned(), operator: authorized.by() };
    for store in &stores {
        store.append(&[authorized.record(), Record::DenialLifted(lifted.clone())])?;
    }
    output::stdout(&format!("{event} is lifted; the policy's rules are asked again\n"));
    Ok(())
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
