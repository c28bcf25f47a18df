use super::{Format, select_session::select};
use crate::options::Options;
use crate::output;
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;
use verdict::{Context, ContextId, State, Verdict};

/// Exit status: 0 pass, 3 pending, 4 flagged, 5 absent (no record of such a session), 2 error. It is that of the main
/// context; subagents are listed.
#[derive(clap::Args)]
pub struct Status {
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Shown<'a> {
    session: Option<&'a str>,
    verdict: String,
    contexts: BTreeMap<String, ShownContext<'a>>,
    cwd: Option<&'a str>,
    replaces: Option<&'a str>,
    forked_from: Option<&'a str>,
    ledger: Option<String>,
    records: u64,
    /// Operations that are unresolved.
    unresolved_operations: usize,
    /// Calls that ran although they were denied.
    bypasses: u64,
}

#[derive(Serialize)]
struct ShownContext<'a> {
    verdict: String,
    disposition: String,
    epoch: u32,
    reasons: &'a [String],
    agent_type: Option<&'a str>,
    newest_summary: Option<&'a str>,
    omitted: &'a [String],
}

impl Status {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let selected = select(&state_dir, self.session.as_deref())?;
        let loaded = match &selected {
            Some((name, store)) => Some((name, store.session().ledger_path(), store.load()?)),
            None => None,
        };
        let none = State::default();
        let state = loaded.as_ref().map_or(&none, |(_, _, current)| &current.state);
        let main = state.contexts.get(&ContextId::Main);
        let shown = Shown {
            session: loaded.as_ref().map(|(name, _, _)| name.as_str()),
            verdict: main.map_or("absent".into(), |main| main.verdict.to_string()),
            contexts: state.contexts.iter().map(|(id, context)| (id.to_string(), show(context))).collect(),
            cwd: state.cwd.as_deref(),
            replaces: state.replaces.as_deref(),
            forked_from: state.forked_from.as_deref(),
            ledger: loaded
                .as_ref()
                .filter(|(_, path, _)| path.exists())
                .map(|(_, path, _)| path.display().to_string()),
            records: loaded.as_ref().map_or(0, |(_, _, current)| current.last.lines),
            unresolved_operations: unresolved(state),
            bypasses: state.bypass_count,
        };
        output::stdout(&match self.format {
            Format::Json => serde_json::to_string_pretty(&shown)? + "\n",
            Format::Text => as_text(&shown, &state_dir.path().display().to_string()),
        });
        Ok(ExitCode::from(match main.map(|main| main.verdict) {
            Some(Verdict::Pass) => 0,
            Some(Verdict::Pending) => 3,
            Some(Verdict::Flagged) => 4,
            None => 5,
        }))
    }
}

fn unresolved(state: &State) -> usize {
    state.authority.operations.values().filter(|operation| operation.status.is_unresolved()).count()
}

fn show(context: &Context) -> ShownContext<'_> {
    ShownContext {
        verdict: context.verdict.to_string(),
        disposition: context.disposition.to_string(),
        epoch: context.epoch,
        reasons: &context.reasons,
        agent_type: context.agent_type.as_deref(),
        newest_summary: context.newest_summary.as_deref(),
        omitted: &context.omitted,
    }
}

fn as_text(shown: &Shown<'_>, state_dir: &str) -> String {
    let quote = |text: &str| git_facts::quote(text, 200);
    let Some(session) = shown.session.filter(|_| !shown.contexts.is_empty()) else {
        return format!("absent: no session is recorded for this directory or id in {state_dir}\n");
    };
    let mut text = format!("session {session}: {}\n", shown.verdict);
    for (id, context) in &shown.contexts {
        text += &format!("  {}: {}", quote(id), context.verdict);
        if context.verdict == "flagged" {
            text += &format!(" ({})", context.disposition);
        }
        text += &format!(", epoch {}", context.epoch);
        if let Some(agent_type) = context.agent_type {
            text += &format!(", {}", quote(agent_type));
        }
        if !context.reasons.is_empty() {
            text += &format!(", because of {}", context.reasons.join(", "));
        }
        text.push('\n');
        if !context.omitted.is_empty() {
            let omitted: Vec<String> = context.omitted.iter().map(|item| quote(item)).collect();
            text += &format!("    its summary doesn't mention {}\n", omitted.join(", "));
        }
    }
    for (what, value) in [
        ("started in", shown.cwd),
        ("replaces", shown.replaces),
        ("forked from", shown.forked_from),
        ("ledger", shown.ledger.as_deref()),
    ] {
        if let Some(value) = value {
            text += &format!("  {what}: {}\n", quote(value));
        }
    }
    text += &format!("  records: {}\n", shown.records);
    if shown.unresolved_operations > 0 {
        text += &format!(
            "  unresolved operations: {}; `compact-gate operations` lists them\n",
            shown.unresolved_operations
        );
    }
    if shown.bypasses > 0 {
        let calls = if shown.bypasses == 1 {
            "1 denied call ran".into()
        } else {
            format!("{} denied calls ran", shown.bypasses)
        };
        text +=
            &format!("  {calls} all the same (bypass_detected): this client doesn't do what its hooks say\n");
    }
    text
}
