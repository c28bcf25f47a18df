use super::Format;
use crate::hook::{self, process};
use crate::options::Options;
use crate::{deadline, output};
use hook_protocol::Payload;
use serde::Serialize;
use std::process::ExitCode;
use verdict::{Context, ContextId, Record, Reply, State};

/// Exit status: 0, or 2 on PreToolUse when the tool must not run.
#[derive(clap::Args)]
pub struct Hook {
    /// Say what would happen, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// How a dry run shows it
    #[arg(long, value_enum, default_value_t, requires = "dry_run")]
    format: Format,
}

#[derive(Serialize)]
struct Rehearsal<'a> {
    event: &'a str,
    session: &'a str,
    context: String,
    verdict_before: String,
    verdict_after: String,
    decision: &'static str,
    exit_status: u8,
    reason_code: Option<&'static str>,
    message: Option<String>,
    text: Option<String>,
    records: &'a [Record],
}

impl Hook {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        if !self.dry_run {
            return Ok(hook::run(options));
        }
        deadline::arm();
        let payload = match hook::read_payload() {
            Ok(payload) => payload,
            Err((error, event)) => {
                let closed = event.is_none_or(|event| hook::closes(&event));
                output::stderr(&format!(
                    "compact-gate: {error}; the hook would end with {}",
                    if closed { 2 } else { 0 }
                ));
                return Ok(ExitCode::from(if closed { 2 } else { 0 }));
            }
        };
        if payload.event != "PreToolUse" {
            deadline::nothing_to_deny();
        }
        match process::rehearse(options, &payload) {
            Ok(outcome) => self.show(&payload, &outcome),
            Err(error) => {
                let status = if hook::closes(&payload.event) { 2 } else { 0 };
                output::stderr(&format!("compact-gate: {error:#}; the hook would end with {status}"));
                Ok(ExitCode::from(status))
            }
        }
    }

    fn show(&self, payload: &Payload, outcome: &process::Outcome) -> anyhow::Result<ExitCode> {
        let context = payload.agent_id.as_ref().map_or(ContextId::Main, |id| ContextId::Agent(id.clone()));
        let after = outcome.decision.as_ref().map_or(&outcome.before, |decision| &decision.after);
        let (decision, exit_status, denial) = match &outcome.reply {
            Reply::Deny(denial) => ("deny", 2, Some(denial)),
            Reply::KeepSettings(_) => ("block", 2, None),
            Reply::Silent if payload.event == "PreToolUse" => ("allow", 0, None),
            Reply::Silent => ("none", 0, None),
        };
        let rehearsal = Rehearsal {
            event: &payload.event,
            session: &payload.session_id,
            verdict_before: verdict(&outcome.before, &context),
            verdict_after: verdict(after, &context),
            context: context.to_string(),
            decision,
            exit_status,
            reason_code: denial.map(|denial| denial.code.as_str()),
            message: denial.map(verdict::Denial::paragraph),
            text: outcome.text.clone(),
            records: outcome.decision.as_ref().map_or(&[], |decision| &decision.records),
        };
        output::stdout(&match self.format {
            Format::Json => serde_json::to_string_pretty(&rehearsal)? + "\n",
            Format::Text => as_text(&rehearsal)?,
        });
        Ok(ExitCode::from(exit_status))
    }
}

fn verdict(state: &State, context: &ContextId) -> String {
    let show =
        |context: &Context| format!("{} ({}), epoch {}", context.verdict, context.disposition, context.epoch);
    state.contexts.get(context).map_or("absent".into(), show)
}

fn as_text(rehearsal: &Rehearsal<'_>) -> anyhow::Result<String> {
    let quote = |text: &str| git_facts::quote(text, 200);
    let mut text = format!(
        "event:    {}\nsession:  {}\ncontext:  {}\nverdict:  {} -> {}\ndecision: {} (exit status {})\n",
        quote(rehearsal.event),
        quote(rehearsal.session),
        quote(&rehearsal.context),
        rehearsal.verdict_before,
        rehearsal.verdict_after,
        rehearsal.decision,
        rehearsal.exit_status
    );
    if let (Some(code), Some(message)) = (rehearsal.reason_code, &rehearsal.message) {
        text += &format!("reason:   {code}\nmessage:  {message}\n");
    }
    if let Some(said) = &rehearsal.text {
        text += &format!("text:\n{said}");
    }
    text += &format!("records:  {}\n", rehearsal.records.len());
    for record in rehearsal.records {
        text += &format!("  {}\n", serde_json::to_string(record)?);
    }
    Ok(text)
}
