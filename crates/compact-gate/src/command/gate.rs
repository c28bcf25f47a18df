use super::{Format, select_session::select};
use crate::hook::standing::{Standing, standing};
use crate::options::Options;
use crate::output;
use serde::Serialize;
use std::process::ExitCode;
use verdict::{Check, CheckStatus, ContextId, Verdict};

/// Runs every check of the restore gate on a session as it is now, and records nothing.
///
/// Each check is ok, failed or not applicable, with what it was judged by. The decision is `allow_scoped_tools` if none has
/// failed and the verdict is pass, else `deny`. A failed check of the summary closes as quarantine, any other as rebuild.
/// Exit status: 0 `allow_scoped_tools`, 1 deny, 2 error.
#[derive(clap::Args)]
pub struct Gate {
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// The context: main, or agent:ID
    #[arg(long, default_value = "main", value_name = "CONTEXT")]
    context: String,
    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Shown<'a> {
    session: &'a str,
    context: String,
    verdict: String,
    disposition: Option<String>,
    epoch: Option<u32>,
    decision: &'static str,
    checks: Vec<ShownCheck<'a>>,
}

#[derive(Serialize)]
struct ShownCheck<'a> {
    name: &'static str,
    status: &'static str,
    evidence: &'a str,
}

impl Gate {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let Some((session, store)) = select(&state_dir, self.session.as_deref())? else {
            anyhow::bail!("no session is recorded for this directory in {}", state_dir.path().display());
        };
        if !store.session().ledger_path().exists() {
            anyhow::bail!("{}: there is no such session", store.session().ledger_path().display());
        }
        let id = ContextId::from(self.context.clone());
        let standing = standing(options, &state_dir, &session, &store, &id)?;
        let allow = allows(&standing);
        let shown = show(&session, &id, &standing, allow);
        let text = match self.format {
            Format::Json => serde_json::to_string_pretty(&shown)? + "\n",
            Format::Text => as_text(&shown),
        };
        output::stdout(&text);
        Ok(ExitCode::from(u8::from(!allow)))
    }
}

fn allows(standing: &Standing) -> bool {
    let passes = standing.context.as_ref().is_some_and(|context| context.verdict == Verdict::Pass);
    passes && standing.checks.iter().all(|check| check.status != CheckStatus::Failed)
}

fn show<'a>(session: &'a str, id: &ContextId, standing: &'a Standing, allow: bool) -> Shown<'a> {
    let context = standing.context.as_ref();
    Shown {
        session,
        context: id.to_string(),
        verdict: context.map_or("absent".into(), |context| context.verdict.to_string()),
        disposition: context.map(|context| context.disposition.to_string()),
        epoch: context.map(|context| context.epoch),
        decision: if allow { "allow_scoped_tools" } else { "deny" },
        checks: standing.checks.iter().map(show_check).collect(),
    }
}

fn show_check(check: &Check) -> ShownCheck<'_> {
    let status = match check.status {
        CheckStatus::Ok => "ok",
        CheckStatus::Failed => "failed",
        CheckStatus::NotApplicable => "not_applicable",
    };
    ShownCheck { name: check.name, status, evidence: &check.evidence }
}

fn as_text(shown: &Shown<'_>) -> String {
    let mut text = format!("{} of session {}: verdict {}", shown.context, shown.session, shown.verdict);
    if let (Some(disposition), Some(epoch)) = (&shown.disposition, shown.epoch) {
        text += &format!(" ({disposition}), epoch {epoch}");
    }
    text.push('\n');
    for check in &shown.checks {
        text += &format!("  {:<36} {:<15} {}\n", check.name, check.status, check.evidence);
    }
    text + &format!("{}\n", shown.decision)
}
