use super::select_session::select_recorded;
use crate::hook::proposal_file;
use crate::options::Options;
use crate::output;
use anyhow::{Context as _, bail};
use std::io::{IsTerminal, Read};
use std::process::ExitCode;
use verdict::{MAX_PROPOSAL_BYTES, Proposal, Record, UpdateRefused};

/// Takes a note of the model to itself: a JSON object on standard input.
///
/// Its keys are `current_hypothesis`, `files_in_focus` (a list) and `next_investigation_step`; each may be left out. It
/// is told at the session's next starts, quoted and as untrusted, and nothing is decided by it. Anything else is refused, and
/// that is recorded. Exit status: 0 taken, 1 refused, 2 error.
#[derive(clap::Args)]
pub struct Propose {
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

impl Propose {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            bail!("a proposal is read from standard input: {{\"current_hypothesis\": \"...\"}}");
        }
        let mut bytes = Vec::new();
        stdin.take(MAX_PROPOSAL_BYTES as u64 + 1).read_to_end(&mut bytes).context("standard input")?;
        let state_dir = options.state_dir()?;
        let known = select_recorded(&state_dir, self.session.as_deref())?;
        let (name, store) = known.with_context(|| {
            format!("no such session is recorded in {}: pass --session ID", state_dir.path().display())
        })?;
        let text = String::from_utf8_lossy(&bytes);
        match Proposal::parse(&text).and_then(linted) {
            Ok(proposal) => {
                let kept = proposal_file::keep(&state_dir, &name, &proposal)?;
                store.append(&[Record::Proposed(kept)])?;
                output::stdout("taken as a note; nothing is decided by it\n");
                Ok(ExitCode::SUCCESS)
            }
            Err((refused, what)) => {
                store.append(&[Record::UpdateRefused(refused)])?;
                output::stderr(&format!("compact-gate: refused, and recorded: {what}"));
                Ok(ExitCode::from(1))
            }
        }
    }
}

/// A note may say nothing that a summary may not.
fn linted(proposal: Proposal) -> Result<Proposal, (UpdateRefused, String)> {
    let mut names: Vec<String> = Vec::new();
    for finding in lint::lint(&proposal.text()).findings {
        if finding.severity == lint::Severity::Deny && !names.iter().any(|name| name == finding.rule) {
            names.push(finding.rule.to_owned());
        }
    }
    if names.is_empty() {
        return Ok(proposal);
    }
    let what = format!("it reads as more than a note ({})", names.join(", "));
    Err((UpdateRefused { why: "lint".into(), names }, what))
}
