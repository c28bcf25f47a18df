use super::authorization::{Act, Authorization, Whose};
use super::operations::line;
use super::select_session::folders;
use crate::clock;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::bail;
use clap::ValueEnum;
use ledger::StateDir;
use std::process::ExitCode;
use verdict::{Event, Facts, Operation, Record, State, decide};

/// Say what came of an operation whose outcome isn't known, after looking at the world itself.
///
/// It is your last word: no event changes it afterwards. What was committed isn't done again without a new approval;
/// what wasn't may be. It counts wherever the operation was handed on to: in forks, after /clear, and in its run.
#[derive(clap::Args)]
pub struct Reconcile {
    /// The operation's id, as `operations` lists it
    #[arg(value_name = "OP")]
    operation: String,
    /// Whether it had its effect
    #[arg(long, value_enum)]
    outcome: Outcome,
    /// What shows that: a ticket, a log, a URL without credentials
    #[arg(long, value_name = "REF")]
    evidence: String,
    /// Only in this session [default: wherever it is known]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    #[command(flatten)]
    authorization: Authorization,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Outcome {
    /// It had its effect
    Committed,
    /// It didn't
    NotCommitted,
}

/// Evidence is kept up to this many characters.
const MAX_EVIDENCE_CHARS: usize = 500;

impl Reconcile {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        if self.evidence.trim().is_empty() || self.evidence.chars().count() > MAX_EVIDENCE_CHARS {
            bail!("--evidence takes 1 to {MAX_EVIDENCE_CHARS} characters");
        }
        let holders = holders(&options.state_dir()?, self.session.as_deref(), &self.operation)?;
        let Some((_, operation)) = holders.iter().find(|(_, operation)| operation.status.is_unresolved())
        else {
            match holders.first() {
                Some((_, operation)) => bail!(
                    "{} is settled already ({}), and that is final",
                    self.operation,
                    operation.status.as_str()
                ),
                None => {
                    bail!(
                        "no operation {} is known here; `compact-gate operations` lists them",
                        self.operation
                    )
                }
            }
        };
        let outcome = if self.outcome == Outcome::Committed { "committed" } else { "not committed" };
        let mut act = Act::new("reconcile")
            .about("operation", &self.operation)
            .about("outcome", outcome)
            .about("evidence", &self.evidence)
            .about("tool", &operation.tool_name)
            .about("target", &operation.target)
            .about("status", operation.status.as_str())
            .confirmed_by(
                format!(
                    "About to settle as {outcome}, by {}:\n  {}",
                    git_facts::quote(&self.evidence, MAX_EVIDENCE_CHARS),
                    line(&self.operation, operation)
                ),
                &self.operation,
            );
        let known: Vec<String> =
            holders.iter().map(|(store, _)| format!("{} {}", store.kind(), store.name())).collect();
        act = act.about("known_to", known.join(", "));
        let governing = governing(&holders)?;
        let whose = Whose::of(governing.as_ref(), options.run.as_deref());
        let Some(authorized) = self.authorization.authorize(options, whose, &act)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let event = Event::Reconcile {
            operation: self.operation.clone(),
            committed: self.outcome == Outcome::Committed,
            evidence: self.evidence.clone(),
            operator: authorized.by(),
        };
        for (store, _) in &holders {
            settle(store, &event, &authorized.record())?;
        }
        output::stdout(&format!("{} is settled as {outcome}\n", self.operation));
        Ok(ExitCode::SUCCESS)
    }
}

/// The ledgers that know the operation: sessions, and the runs that they belong to.
fn holders(state_dir: &StateDir, session: Option<&str>, id: &str) -> anyhow::Result<Vec<(Store, Operation)>> {
    let names = folders(state_dir, session)?.into_iter().chain(state_dir.run_folders()?);
    let stores = names.map(|name| Store::of_folder(state_dir, &name));
    let mut found = Vec::new();
    for store in stores {
        // One that can't be read is closed as it is, and can't be written to either.
        let Ok(current) = store.load() else { continue };
        if let Some(operation) = current.state.authority.operations.get(id) {
            found.push((store, operation.clone()));
        }
    }
    Ok(found)
}

/// The state of the session whose policy says who may act: of those that know the operation, the one that changed last.
fn governing(holders: &[(Store, Operation)]) -> anyhow::Result<Option<State>> {
    let session = holders.iter().find(|(store, _)| store.kind() == "session");
    session.map(|(store, _)| Ok(store.load()?.state)).transpose()
}

fn settle(store: &Store, event: &Event, acted: &Record) -> anyhow::Result<()> {
    store.record(|current| {
        let mut records =
            decide(&current.state, event, &Facts { now: clock::now(), ..Facts::default() }).records;
        if !records.is_empty() {
            records.insert(0, acted.clone());
        }
        Ok((records, ()))
    })
}
