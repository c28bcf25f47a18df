use crate::clock;
use crate::command::Format;
use crate::command::select_session::select;
use crate::hook::contract_files::{self, InForce};
use crate::hook::run_authority::RunAuthority;
use crate::options::Options;
use crate::output;
use git_facts::quote;
use serde::Serialize;
use std::process::ExitCode;
use verdict::Authority;

#[derive(Serialize)]
struct Shown<'a> {
    contracts: Vec<ShownContract<'a>>,
}

#[derive(Serialize)]
struct ShownContract<'a> {
    task_id: &'a str,
    digest: &'a str,
    file: &'a str,
    issued_at: String,
    issued_by: &'a str,
    problem: Option<&'a str>,
    objective: Option<&'a str>,
    constraints: &'a [String],
    required_checks: &'a [String],
    environments: Option<&'a [String]>,
}

/// Shows what binds a session, or with `--run` a run.
pub fn run(options: &Options, session: Option<&str>, format: Format) -> anyhow::Result<ExitCode> {
    let state_dir = options.state_dir()?;
    let run = RunAuthority::load(options, &state_dir, false)?;
    let own = match select(&state_dir, session)? {
        Some((_, store)) => store.load()?.state.authority,
        None => Authority::default(),
    };
    let in_force = contract_files::read(&own, run.authority(), &state_dir);
    let shown = Shown { contracts: in_force.iter().map(show).collect() };
    output::stdout(&match format {
        Format::Json => serde_json::to_string_pretty(&shown)? + "\n",
        Format::Text => as_text(&shown),
    });
    Ok(ExitCode::from(match in_force.as_slice() {
        [] => 5,
        contracts if contracts.iter().any(|contract| contract.facts.problem.is_some()) => 1,
        _ => 0,
    }))
}

fn show(in_force: &InForce) -> ShownContract<'_> {
    let (binding, contract) = (&in_force.binding, in_force.contract.as_ref());
    ShownContract {
        task_id: &binding.task_id,
        digest: &binding.digest,
        file: &binding.file,
        issued_at: clock::rfc3339(binding.at),
        issued_by: &binding.operator,
        problem: in_force.facts.problem.as_deref(),
        objective: contract.map(|contract| contract.objective.as_str()),
        constraints: contract.map_or(&[], |contract| &contract.constraints),
        required_checks: contract.map_or(&[], |contract| &contract.required_checks),
        environments: contract.and_then(|contract| contract.says.authority.environments.as_deref()),
    }
}

fn as_text(shown: &Shown<'_>) -> String {
    if shown.contracts.is_empty() {
        return "no contract was issued\n".into();
    }
    let mut text = String::new();
    for contract in &shown.contracts {
        text += &format!(
            "task {}: {}\n  digest {}\n  from {}\n  issued {} by {}\n",
            quote(contract.task_id, 160),
            contract.problem.map_or("as issued".to_owned(), |problem| format!("changed: {problem}")),
            contract.digest,
            quote(contract.file, 400),
            contract.issued_at,
            contract.issued_by
        );
        for constraint in contract.constraints {
            text += &format!("  constraint {}\n", quote(constraint, 2_400));
        }
        for check in contract.required_checks {
            text += &format!("  required check {}\n", quote(check, 160));
        }
    }
    text
}
