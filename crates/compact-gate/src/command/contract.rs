mod show;

use super::Format;
use super::authorization::{Act, Authorization, Whose};
use super::select_session::select_recorded;
use crate::hook::session_text::contract::shown_of_one;
use crate::hook::{contract_files, policy_files};
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::Context as _;
use clap::Subcommand;
use git_facts::quote;
use ledger::StateDir;
use policy::Policy;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The contract of one task: what it is for, what holds throughout it, and what it may do within the policy.
///
/// It is bound by its digest to a session or, with --run, to a run. Its constraints are given back to the model word for
/// word whenever a session starts, resumes, forks, is cleared or has compacted.
#[derive(clap::Args)]
pub struct Contract {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Bind a session, or with --run a run, to a contract; needs a terminal or a signature
    ///
    /// It takes the place of the contract before it. What was denied stays denied.
    Issue {
        /// The contract: a TOML file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The session's id [default: the latest session that was started in this directory]
        #[arg(long, value_name = "ID", conflicts_with = "run")]
        session: Option<String>,
        #[command(flatten)]
        authorization: Authorization,
    },
    /// Read a contract and name every problem in it [exit status: 0 good, 1 problems, 2 error]
    Check {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Show the contract in force [exit status: 0 as issued, 1 changed since, 5 none, 2 error]
    Show {
        /// The session's id [default: the latest session that was started in this directory]
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        /// How to show it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

impl Contract {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        match &self.action {
            Action::Issue { file, session, authorization } => {
                issue(options, file, session.as_deref(), authorization)
            }
            Action::Check { file } => check(file),
            Action::Show { session, format } => show::run(options, session.as_deref(), *format),
        }
    }
}

/// A contract's text and what it says; the error status after its problems have been printed.
fn read(file: &Path) -> anyhow::Result<Result<(String, policy::Contract), ExitCode>> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(|| name.clone())?;
    Ok(match contract_files::parse(&name, &text) {
        Ok(contract) => Ok((text, contract)),
        Err(problems) => {
            for problem in problems {
                output::stdout(&format!("{problem}\n"));
            }
            Err(ExitCode::from(1))
        }
    })
}

fn check(file: &Path) -> anyhow::Result<ExitCode> {
    Ok(match read(file)? {
        Ok((_, contract)) => {
            output::stdout(&format!("{}: good, digest {}\n", file.display(), contract.digest()));
            output::stdout(&remarks(&contract));
            ExitCode::SUCCESS
        }
        Err(status) => status,
    })
}

fn issue(
    options: &Options,
    file: &Path,
    session: Option<&str>,
    authorization: &Authorization,
) -> anyhow::Result<ExitCode> {
    let state_dir = options.state_dir()?;
    let (text, contract) = match read(file)? {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let (whose, store) = holder(options, session, &state_dir)?;
    let state = store.load()?.state;
    let authority = &state.authority;
    let digest = contract.digest();
    // The file is compared under this name from now on, so that a link to it can't be turned elsewhere.
    let file = file.canonicalize().with_context(|| file.display().to_string())?;
    let path = file.to_str().with_context(|| format!("{}: its path is not UTF-8", file.display()))?;
    let word: String = digest.chars().take(8).collect();
    let mut question = format!(
        "About to issue to {whose}:\n{}  from {}\n  digest {digest}\n",
        outline(&contract),
        quote(path, 400)
    );
    for replaced in &authority.contracts {
        let _ =
            writeln!(question, "  in place of {}, digest {}", quote(&replaced.task_id, 128), replaced.digest);
    }
    question += &remarks(&contract);
    let policy = policy_that_binds(options, authority.policy.as_ref(), &state_dir);
    let named: Vec<&str> = policy.iter().flat_map(Policy::checks).collect();
    for check in contract.required_checks.iter().filter(|check| !named.contains(&check.as_str())) {
        let _ = writeln!(
            question,
            "  note: no rule in the policy's [evidence] names the check {}, so no run of it will be known",
            quote(check, 160)
        );
    }
    if contract.says.authority.environments.is_some() && !policy.as_ref().is_some_and(declares_targets) {
        question += "  note: the policy has no [[target]], so nothing tells which environment a call is about: the list \
                     of environments holds nothing back\n";
    }
    let replaced: Vec<&str> = authority.contracts.iter().map(|replaced| replaced.digest.as_str()).collect();
    let act = Act::new("contract issue")
        .about(store.kind(), store.name())
        .about("task", &contract.task_id)
        .about("digest", &digest)
        .about("file", path)
        .about("in_place_of", if replaced.is_empty() { "none".to_owned() } else { replaced.join(", ") })
        .confirmed_by(question, word);
    let governed = options.run.as_deref().map_or(Whose::Session(&state), Whose::Run);
    let Some(authorized) = authorization.authorize(options, governed, &act)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let issued = contract_files::issue(&state_dir, contract, &text, path, authorized.by())?;
    store.append(&[authorized.record(), issued])?;
    output::stdout(&format!("issued to {whose}\n"));
    Ok(ExitCode::SUCCESS)
}

/// The run or the session that is meant, in words, and its ledger.
fn holder(options: &Options, session: Option<&str>, state_dir: &StateDir) -> anyhow::Result<(String, Store)> {
    if let Some(run) = &options.run {
        return Ok((format!("run {}", quote(run, 100)), Store::of_run(state_dir, run)));
    }
    let (name, store) = select_recorded(state_dir, session)?.with_context(|| {
        let place = state_dir.path().display();
        format!("no such session is recorded in {place}: start it first, or name a run with --run")
    })?;
    Ok((format!("session {name}"), store))
}

/// What the operator is about to sign, names and constraints as data.
fn outline(contract: &policy::Contract) -> String {
    let mut text = format!("  task {}\n", quote(&contract.task_id, 160));
    if !contract.objective.is_empty() {
        let _ = writeln!(text, "  objective {}", quote(&contract.objective, 600));
    }
    for constraint in &contract.constraints {
        let _ = writeln!(text, "  constraint {}", quote(constraint, 2_400));
    }
    let tools = &contract.says.tools;
    let lists =
        [("allow", tools.allow.as_deref()), ("deny", Some(&tools.deny[..])), ("ask", Some(&tools.ask[..]))];
    for (list, rules) in lists {
        for rule in rules.unwrap_or_default() {
            let _ = writeln!(text, "  {list} {}", quote(rule.text(), 200));
        }
    }
    for environment in contract.says.authority.environments.iter().flatten() {
        let _ = writeln!(text, "  environment {}", quote(environment, 160));
    }
    for delegation in &contract.says.delegation {
        let rules: Vec<String> = delegation.allow.iter().map(|rule| quote(rule.text(), 200)).collect();
        let _ = writeln!(text, "  delegated to {}: {}", quote(&delegation.agent_type, 160), rules.join(", "));
    }
    text
}

/// What is good to know before it is issued.
fn remarks(contract: &policy::Contract) -> String {
    let (shown, total) = (shown_of_one(contract), contract.constraints.len());
    if shown < total {
        format!(
            "  note: {shown} of {total} constraints fit into a session's beginning, counted from the first\n"
        )
    } else {
        String::new()
    }
}

/// The policy that binds, or would.
fn policy_that_binds(
    options: &Options,
    bound: Option<&verdict::PolicyBinding>,
    state_dir: &StateDir,
) -> Option<Policy> {
    let bound = bound.and_then(|bound| policy_files::recall(state_dir, &bound.digest));
    let here = || std::env::current_dir().ok().and_then(|here| policy_files::read(options, &here, state_dir));
    bound.or_else(|| here().and_then(Result::ok).map(|in_force| in_force.policy))
}

/// Whether it says where calls name their environment.
fn declares_targets(policy: &Policy) -> bool {
    policy.layers().iter().any(|layer| !layer.says.target.is_empty())
}
