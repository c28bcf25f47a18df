mod operator_acts;
mod own_gate;
mod progress;
mod scenario_files;

use crate::options::Options;
use crate::output;
use anyhow::{Context as _, bail};
use boundary_evals::{Played, Scenario, play};
use own_gate::OwnGate;
use progress::Progress;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Play boundary scenarios against the gate [exit status: 0 all passed, 1 some failed]
///
/// Plays scenarios of what can happen around a compaction against this gate, and compares its answers.
///
/// A scenario is a TOML file: hook events, rows of the transcript, changes of files, git, policy, state and clock, and
/// what the gate has to answer to each. docs/boundary-evals.md shows how to write one. Each is played in a temporary
/// directory with a home, a project and a state of its own, which is removed; nothing of yours is read or written.
///
/// With --policy, your policy is in force in every scenario instead of its own. A scenario that counts on its own
/// rules then says where yours answer otherwise.
///
/// Exit status: 0 all passed, 1 some failed, 2 a scenario can't be read.
#[derive(clap::Args)]
pub struct Eval {
    /// A scenario file, or a directory of them [default: those that come with compact-gate]
    #[arg(value_name = "DIR")]
    path: Option<PathBuf>,
    /// How to show the results
    #[arg(long, value_enum, default_value_t)]
    format: EvalFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum EvalFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For continuous integration
    Junit,
}

impl Eval {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        if options.state_dir.is_some() || options.run.is_some() {
            bail!("--state-dir and --run don't go with eval: each scenario has a state of its own");
        }
        let policy = match &options.policy {
            Some(path) => Some(std::fs::read_to_string(path).with_context(|| path.display().to_string())?),
            None => None,
        };
        let dir = tempfile::Builder::new()
            .prefix("compact-gate-eval-")
            .tempdir()
            .context("a temporary directory")?;
        let base = dir.path().canonicalize().context("the temporary directory")?;
        crate::home::set_for_eval(base.join("home"));
        let gate = OwnGate;
        let mut scenarios = Vec::new();
        let mut unreadable = false;
        for (file, text) in self.texts()? {
            match Scenario::parse(&file, &text) {
                Ok(scenario) => scenarios.push((file, scenario)),
                Err(problem) => {
                    unreadable = true;
                    output::stderr(&format!("compact-gate: {problem}"));
                }
            }
        }
        if unreadable {
            return Ok(ExitCode::from(2));
        }
        let mut progress = Progress::new(scenarios.len());
        let mut played = Vec::with_capacity(scenarios.len());
        for (file, scenario) in scenarios {
            progress.at(&scenario.name);
            let begun = Instant::now();
            let outcome = play(&scenario, &base, &gate, policy.as_deref());
            played.push(Played { scenario, file, outcome, took: begun.elapsed() });
        }
        progress.end();
        output::stdout(&match self.format {
            EvalFormat::Text => boundary_evals::table(&played),
            EvalFormat::Json => boundary_evals::json(&played),
            EvalFormat::Junit => boundary_evals::junit(&played),
        });
        let failed = played.iter().any(|played| !played.outcome.passed());
        Ok(ExitCode::from(u8::from(failed)))
    }

    /// File and text of what is to be played, in the order of names.
    fn texts(&self) -> anyhow::Result<Vec<(String, String)>> {
        let shipped =
            || boundary_evals::shipped().map(|(file, text)| (file.to_owned(), text.to_owned())).collect();
        self.path.as_deref().map_or_else(|| Ok(shipped()), scenario_files::read)
    }
}
