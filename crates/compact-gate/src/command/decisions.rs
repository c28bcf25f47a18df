use super::authorization::{Act, Authorization, Whose};
use super::select_session::select_recorded;
use crate::hook::decision_file::{self, DECISIONS_FILE, DecisionFile, MAX_DECISIONS_BYTES, rule_problem};
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::{Context as _, bail};
use clap::Subcommand;
use git_facts::quote;
use ledger::StateDir;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::{Authority, Record, RejectedDecision, State};

/// The decision receipts of a repository's DECISIONS.md.
///
/// A rejected one stays in force from when a session first saw it, whatever the file says later, until you accept that.
#[derive(clap::Args)]
pub struct Decisions {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Read the receipts and name every problem in them [exit status: 0 good, 1 problems, 2 error]
    Check {
        /// The file [default: DECISIONS.md in this directory]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Accept the rejected decisions as the file has them now; needs a terminal or a signature
    ///
    /// With --run it counts for the run, too. Calls that were denied meanwhile stay denied until they are lifted.
    Accept {
        /// The session's id [default: the latest session that was started in this directory]
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        #[command(flatten)]
        authorization: Authorization,
    },
}

impl Decisions {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        match &self.action {
            Action::Check { file } => check(file.as_deref().unwrap_or(Path::new(DECISIONS_FILE))),
            Action::Accept { session, authorization } => accept(options, session.as_deref(), authorization),
        }
    }
}

fn check(file: &Path) -> anyhow::Result<ExitCode> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| name.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let problems = decisions::check(&text, &rule_problem);
    for problem in &problems {
        output::stdout(&format!("{name}:{problem}\n"));
    }
    let too_large = bytes.len() as u64 > MAX_DECISIONS_BYTES;
    if too_large {
        output::stdout(&format!(
            "{name}: it holds {} bytes; receipts behind the first {MAX_DECISIONS_BYTES} are not read: move old ones out\n",
            bytes.len()
        ));
    }
    let receipts = decisions::parse(&text);
    let rejected = receipts.iter().filter(|receipt| receipt.is_rejected()).count();
    let too_many = rejected > verdict::MAX_DECISIONS;
    if too_many {
        output::stdout(&format!(
            "{name}: {rejected} rejected receipts; a session remembers {}: move old ones out\n",
            verdict::MAX_DECISIONS
        ));
    }
    if !problems.is_empty() || too_large || too_many {
        return Ok(ExitCode::from(1));
    }
    output::stdout(&format!("{name}: good, {} receipts, {rejected} of them rejected\n", receipts.len()));
    Ok(ExitCode::SUCCESS)
}

/// Whose decisions are meant: the ledgers, and what they say.
struct Bound {
    stores: Vec<Store>,
    session: Option<State>,
    run: Authority,
    directory: PathBuf,
}

fn accept(
    options: &Options,
    session: Option<&str>,
    authorization: &Authorization,
) -> anyhow::Result<ExitCode> {
    let bound = bound(options, session, &options.state_dir()?)?;
    let file = decision_file::read(&bound.directory);
    let none = Authority::default();
    let authority = bound.session.as_ref().map_or(&none, |state| &state.authority);
    let in_force = authority.decisions_in_force(&bound.run);
    let difference = difference(&in_force, &file);
    if difference.is_empty() {
        output::stdout(
            "nothing to accept: every rejected decision in force stands in the file as it was seen\n",
        );
        return Ok(ExitCode::SUCCESS);
    }
    let word: String = file.digest.as_deref().unwrap_or("nofile").chars().take(8).collect();
    let question = format!(
        "About to accept the rejected decisions of {}:\n{difference}",
        quote(&bound.directory.join(DECISIONS_FILE).display().to_string(), 400)
    );
    let digest_of_difference = ledger::sha256_hex(difference.as_bytes());
    let mut act = Act::new("decisions accept")
        .about("file", bound.directory.join(DECISIONS_FILE).display().to_string())
        .about("digest", file.digest.as_deref().unwrap_or("none"))
        .about("difference", digest_of_difference)
        .confirmed_by(question, word);
    for store in &bound.stores {
        act = act.about(store.kind(), store.name());
    }
    let governed = Whose::of(bound.session.as_ref(), options.run.as_deref());
    let Some(authorized) = authorization.authorize(options, governed, &act)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let accepted = file.accepted(&in_force, authorized.by());
    for store in &bound.stores {
        store.append(&[authorized.record(), Record::DecisionsAccepted(accepted.clone())])?;
    }
    output::stdout("accepted\n");
    Ok(ExitCode::SUCCESS)
}

fn bound(options: &Options, session: Option<&str>, state_dir: &StateDir) -> anyhow::Result<Bound> {
    let mut bound = Bound {
        stores: Vec::new(),
        session: None,
        run: Authority::default(),
        directory: std::env::current_dir().context("the working directory")?,
    };
    if let Some((_, store)) = select_recorded(state_dir, session)? {
        let state = store.load()?.state;
        bound.directory = state.cwd.as_deref().map_or(bound.directory, PathBuf::from);
        bound.session = Some(state);
        bound.stores.push(store);
    }
    if let Some(run) = &options.run {
        let store = Store::of_run(state_dir, run);
        if store.session().ledger_path().exists() {
            bound.run = store.load()?.state.authority;
            bound.stores.push(store);
        }
    }
    if bound.stores.is_empty() {
        bail!("no session is recorded for this directory in {}", state_dir.path().display());
    }
    Ok(bound)
}

/// What accepting the file changes, a line each.
fn difference(in_force: &[(&str, &RejectedDecision)], file: &DecisionFile) -> String {
    let mut text = String::new();
    for (id, decision) in in_force {
        let now = file.rejected.iter().find(|(known, _)| known == id).map(|(_, now)| now);
        match now {
            Some(now) if now.digest == decision.digest => {}
            Some(now) => {
                let _ = writeln!(text, "  altered: {}\n    is now: {}", line(id, decision), line(id, now));
            }
            None => {
                let _ = writeln!(text, "  ends, removed or no longer rejected: {}", line(id, decision));
            }
        }
    }
    for (id, decision) in
        file.rejected.iter().filter(|(id, _)| !in_force.iter().any(|(known, _)| known == id))
    {
        let _ = writeln!(text, "  new: {}", line(id, decision));
    }
    text
}

fn line(id: &str, decision: &RejectedDecision) -> String {
    let mut text = format!("{} {}", quote(id, 80), quote(&decision.decision, 200));
    if !decision.enforce.is_empty() {
        let rules: Vec<String> = decision.enforce.iter().map(|rule| quote(rule, 180)).collect();
        let _ = write!(text, ", denies {}", rules.join(", "));
    }
    text
}
