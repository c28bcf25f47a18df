use super::authorization::{Act, Authorization, Whose};
use crate::hook::{self, contract_files, policy_call, policy_files};
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::{Context as _, bail};
use clap::Subcommand;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::{PolicyAccepted, Record};

/// The operator's policy (--policy FILE) and, beneath it, the project's .claude/compact-gate.toml.
#[derive(clap::Args)]
pub struct Policy {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Read a policy file and name every problem in it [exit status: 0 good, 1 problems, 2 error]
    Check {
        /// The file [default: the policy in force in this directory]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Say which rule decides about the call of a PreToolUse event on standard input, and why the others don't
    Explain,
    /// Accept what the policy in force in this directory widens; needs a terminal or a signature
    ///
    /// A signature has to be one that the policy allows to which the latest session of this directory is bound.
    Accept {
        #[command(flatten)]
        authorization: Authorization,
    },
}

impl Policy {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        match &self.action {
            Action::Check { file } => check(options, file.as_deref()),
            Action::Explain => explain(options),
            Action::Accept { authorization } => accept(options, authorization),
        }
    }
}

fn check(options: &Options, file: Option<&Path>) -> anyhow::Result<ExitCode> {
    if let Some(file) = file {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        return Ok(match policy::Policy::parse(&text, &file.display().to_string()) {
            Ok(policy) => {
                output::stdout(&format!("{}: good, digest {}\n", file.display(), policy.digest()));
                ExitCode::SUCCESS
            }
            Err(problems) => {
                for problem in problems {
                    output::stdout(&format!("{problem}\n"));
                }
                ExitCode::from(1)
            }
        });
    }
    let here = std::env::current_dir().context("the working directory")?;
    match policy_files::read(options, &here, &options.state_dir()?) {
        None => {
            output::stdout(
                "no policy: neither --policy nor .claude/compact-gate.toml here; nothing is denied by rules\n",
            );
            Ok(ExitCode::SUCCESS)
        }
        Some(Err(problem)) => {
            output::stdout(&format!("{problem}\n"));
            Ok(ExitCode::from(1))
        }
        Some(Ok(in_force)) => {
            output::stdout(&format!("good, digest {}\n", in_force.policy.digest()));
            for widening in &in_force.widenings {
                output::stdout(&format!("  {widening}\n"));
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn explain(options: &Options) -> anyhow::Result<ExitCode> {
    let payload = hook::read_payload().map_err(|(error, _)| anyhow::anyhow!("{error}"))?;
    if payload.event != "PreToolUse" {
        bail!("the event is {}; only a PreToolUse event has a call to explain", payload.event);
    }
    let state_dir = options.state_dir()?;
    let state = Store::new(&state_dir, &payload.session_id).load()?.state;
    let run = match &options.run {
        Some(run) => Store::of_run(&state_dir, run).load()?.state.authority,
        None => verdict::Authority::default(),
    };
    let contracts = contract_files::read(&state.authority, &run, &state_dir);
    let project = state.cwd.as_deref().or(payload.cwd.as_deref()).map_or(PathBuf::from("/"), PathBuf::from);
    let in_force =
        policy_files::read(options, &project, &state_dir).unwrap_or_else(|| Ok(policy_files::nothing()));
    let in_force = in_force.map_err(|problem| anyhow::anyhow!("{problem}"))?;
    let policy = policy_call::layered(in_force.policy, &contracts, &state.authority.decisions_in_force(&run));
    let text = policy_call::with_call(&payload, &project, |call| {
        let runs = policy.checks_run(call).into_iter();
        let runs = runs.map(|(check, rule)| format!("a run of the check {check:?}, by {rule}\n"));
        policy.evaluate(call).explain() + &runs.collect::<Vec<_>>().concat()
    });
    output::stdout(&text);
    Ok(ExitCode::SUCCESS)
}

fn accept(options: &Options, authorization: &Authorization) -> anyhow::Result<ExitCode> {
    let here = std::env::current_dir().context("the working directory")?;
    let state_dir = options.state_dir()?;
    let in_force =
        policy_files::read(options, &here, &state_dir).context("there is no policy to accept here")?;
    let in_force = in_force.map_err(|problem| anyhow::anyhow!("{problem}"))?;
    let mut digests = vec![in_force.policy.digest()];
    let mut question = format!("About to accept the policy in force in {}:\n", here.display());
    for widening in &in_force.widenings {
        question += &format!("  {widening}\n");
    }
    if !in_force.widenings.is_empty() {
        digests.extend(in_force.repository_digest.clone());
    }
    let word: String = digests[0].chars().take(8).collect();
    question +=
        &format!("  digest {}\nSessions that are bound to a narrower one may go on with it.", digests[0]);
    let act = Act::new("policy accept")
        .about("directory", here.display().to_string())
        .about("digest", &digests[0])
        .about("repository", digests.get(1).map_or("none", String::as_str))
        .confirmed_by(question, word);
    let Some(authorized) = authorization.authorize(options, Whose::Here, &act)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let operator = authorized.by();
    let accepted =
        |digest: String| Record::PolicyAccepted(PolicyAccepted { digest, operator: operator.clone() });
    let mut records: Vec<Record> = authorized.record_for_operators_ledger().into_iter().collect();
    records.extend(digests.into_iter().map(accepted));
    Store::of_operator(&state_dir).append(&records)?;
    // With the repository's part accepted, the policy as a whole is another one, which is accepted with it.
    if let Some(Ok(now)) = policy_files::read(options, &here, &state_dir) {
        Store::of_operator(&state_dir).append(&[accepted(now.policy.digest())])?;
    }
    output::stdout("accepted\n");
    Ok(ExitCode::SUCCESS)
}
