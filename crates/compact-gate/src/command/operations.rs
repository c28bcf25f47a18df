use super::{Format, select_session::select};
use crate::clock;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::bail;
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;
use verdict::{Operation, OperationStatus};

/// Every operation that is unresolved or committed, and the latest of the others, oldest first.
///
/// `started` and `unknown` are unresolved: the same effect, and what the policy lets wait for it, stay closed until you
/// have looked at the world and said so with `reconcile`. With --run, those that the sessions of the run share.
///
/// Exit status: 0, or 3 if one of them is unresolved; 2 error.
#[derive(clap::Args)]
pub struct Operations {
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Listed<'a> {
    operations: Vec<Shown<'a>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    #[serde(flatten)]
    operation: &'a Operation,
    started: String,
}

impl Operations {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let mut known: BTreeMap<String, Operation> = BTreeMap::new();
        if let Some(run) = &options.run {
            known.append(&mut Store::of_run(&state_dir, run).load()?.state.authority.operations);
        }
        match select(&state_dir, self.session.as_deref())? {
            Some((_, store)) => known.append(&mut store.load()?.state.authority.operations),
            None if options.run.is_none() => {
                bail!("no session is recorded for this directory in {}", state_dir.path().display())
            }
            None => {}
        }
        let mut operations: Vec<Shown<'_>> = known
            .iter()
            .map(|(id, operation)| Shown { id, operation, started: clock::rfc3339(operation.started_at) })
            .collect();
        operations.sort_by_key(|shown| (shown.operation.started_at, shown.id));
        let unresolved = operations.iter().any(|shown| shown.operation.status.is_unresolved());
        output::stdout(&match self.format {
            Format::Json => serde_json::to_string_pretty(&Listed { operations })? + "\n",
            Format::Text if operations.is_empty() => "no operations are recorded\n".into(),
            Format::Text => operations.iter().map(|shown| line(shown.id, shown.operation)).collect(),
        });
        Ok(ExitCode::from(if unresolved { 3 } else { 0 }))
    }
}

/// An operation on one line, as people read it.
pub fn line(id: &str, operation: &Operation) -> String {
    let mut text = format!(
        "{id}  {}  {}  {}  since {}, by {}",
        operation.status.as_str(),
        git_facts::quote(&operation.tool_name, 80),
        operation.target,
        clock::rfc3339(operation.started_at),
        operation.cause
    );
    if let (OperationStatus::Unknown, Some(event)) = (operation.status, &operation.heard_late) {
        text += &format!(", then {event} was heard");
    }
    if let Some(evidence) = &operation.evidence {
        text += &format!(", evidence {}", git_facts::quote(evidence, 200));
    }
    text + "\n"
}
