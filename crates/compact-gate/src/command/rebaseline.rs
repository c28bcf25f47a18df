use super::authorization::{Act, Authorization, Whose};
use super::{Format, select_session::select_recorded};
use crate::clock;
use crate::hook::place;
use crate::options::Options;
use crate::output;
use crate::store::{Store, decode};
use anyhow::{Context as _, ensure};
use git_facts::quote;
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;
use verdict::{
    Context, ContextId, Event, Facts, GitBaseline, Rebaselined, Record, State, decide, is_settled_by_git,
};

/// Show where git stands beside where the session was bound, and accept the difference.
///
/// A context that is closed because of git alone (`git_baseline_matches`) is open again then; one that something else stands
/// against stays closed, and `release` is for that. What is accepted is what is shown: worktree, branch and HEAD, at the
/// context's epoch and summary.
#[derive(clap::Args)]
pub struct Rebaseline {
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// The context: main, or agent:ID
    #[arg(long, default_value = "main", value_name = "CONTEXT")]
    context: String,
    /// How to show what there is to accept; json shows it and does nothing else
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    authorization: Authorization,
}

/// What there is to accept.
#[derive(Serialize)]
struct Difference<'a> {
    session: &'a str,
    context: String,
    verdict: String,
    epoch: u32,
    reasons: &'a [String],
    bound: Option<&'a GitBaseline>,
    now: &'a GitBaseline,
    differs: bool,
}

impl Rebaseline {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let (session, store) = select_recorded(&state_dir, self.session.as_deref())?
            .context("there is no such session here: name one with --session")?;
        let state = store.load()?.state;
        let id = ContextId::from(self.context.clone());
        let context =
            state.contexts.get(&id).with_context(|| format!("session {session} has no context {id}"))?;
        let bound = bound(&store, &state, &id, context)?;
        let now = stands(&state)?;
        let closed = context.verdict == verdict::Verdict::Flagged;
        let difference = Difference {
            session: &session,
            context: id.to_string(),
            verdict: context.verdict.to_string(),
            epoch: context.epoch,
            reasons: &context.reasons,
            bound: bound.as_ref(),
            now: &now,
            differs: bound.as_ref() != Some(&now),
        };
        if self.format == Format::Json {
            output::stdout(&(serde_json::to_string_pretty(&difference)? + "\n"));
            return Ok(ExitCode::from(if difference.differs || closed { 3 } else { 0 }));
        }
        if !difference.differs && !closed {
            output::stdout("git stands where the session is bound: there is nothing to accept\n");
            return Ok(ExitCode::SUCCESS);
        }
        ensure!(
            is_settled_by_git(context),
            "{id} of session {session} is closed because of {}: a new baseline doesn't end that; look at it, and `compact-gate \
             release` it",
            context.reasons.join(", ")
        );
        let summary = context.newest_summary.clone();
        let shown = |value: Option<&String>| value.map_or_else(|| "none".to_owned(), Clone::clone);
        let act = Act::new("rebaseline")
            .about("session", &session)
            .about("context", id.to_string())
            .about("epoch", context.epoch.to_string())
            .about("summary", shown(summary.as_ref()))
            .about("worktree", shown(now.worktree.as_ref()))
            .about("branch", shown(now.branch.as_ref()))
            .about("head", shown(now.head.as_ref()))
            .confirmed_by(question(&difference), word(&now));
        let Some(authorized) = self.authorization.authorize(options, Whose::Session(&state), &act)? else {
            return Ok(ExitCode::SUCCESS);
        };
        ensure!(stands(&state)? == now, "git has moved on meanwhile: look at it again");
        let event = Event::Rebaseline {
            accepted: Rebaselined {
                context: id.clone(),
                epoch: context.epoch,
                summary,
                git: now,
                operator: authorized.by(),
            },
        };
        store.record(|current| {
            let facts = Facts { now: clock::now(), ..Facts::default() };
            let decision = decide(&current.state, &event, &facts);
            ensure!(!decision.records.is_empty(), "the session has moved on meanwhile: look at it again");
            let mut records = vec![authorized.record()];
            records.extend(decision.records);
            Ok((records, ()))
        })?;
        let open = if closed { ", and open again" } else { "" };
        output::stdout(&format!("{id} of session {session} is bound to where git stands now{open}.\n"));
        Ok(ExitCode::SUCCESS)
    }
}

/// Where the session's directory is now.
fn stands(state: &State) -> anyhow::Result<GitBaseline> {
    let cwd = state.cwd.as_deref().context("nobody has heard in which directory the session was started")?;
    let head = place(Path::new(cwd));
    head.map_err(|unknown| anyhow::anyhow!("git doesn't tell where {} stands: {unknown}", quote(cwd, 400)))
}

/// What a context is compared with: the checkpoint of its open compaction, or of its last one if that closed it.
fn bound(
    store: &Store,
    state: &State,
    id: &ContextId,
    context: &Context,
) -> anyhow::Result<Option<GitBaseline>> {
    if let Some(checkpoint) = &context.checkpoint {
        return Ok(checkpoint.git.clone());
    }
    if context.verdict == verdict::Verdict::Pass {
        return Ok(state.baseline.clone());
    }
    let entries = store.session().entries_with("checkpoint_taken")?;
    for entry in entries.iter().rev().filter(|entry| entry.kind == "checkpoint_taken") {
        if let Record::CheckpointTaken(taken) = decode(entry)?
            && taken.context == *id
        {
            return Ok(taken.checkpoint.git);
        }
    }
    Ok(state.baseline.clone())
}

fn question(difference: &Difference<'_>) -> String {
    let nowhere = GitBaseline::default();
    let (bound, now) = (difference.bound.unwrap_or(&nowhere), difference.now);
    let mut question = format!(
        "About to bind {} of session {} to where git stands now:\n",
        difference.context, difference.session
    );
    let shown = |value: &Option<String>| value.as_deref().map_or("none".to_owned(), |name| quote(name, 400));
    for (name, before, after) in [
        ("worktree", &bound.worktree, &now.worktree),
        ("branch", &bound.branch, &now.branch),
        ("HEAD", &bound.head, &now.head),
    ] {
        let change = if before == after {
            format!("{}, as before", shown(after))
        } else {
            format!("{} -> {}", shown(before), shown(after))
        };
        question += &format!("  {name}: {change}\n");
    }
    if !difference.reasons.is_empty() {
        question += &format!("It is closed because of {}, and will be open.", difference.reasons.join(", "));
    }
    question
}

/// What has to be typed: the beginning of HEAD, or of the branch's name where there is no commit.
fn word(now: &GitBaseline) -> String {
    let from = now.head.as_ref().or(now.branch.as_ref()).map_or("none", String::as_str);
    from.chars().take(8).collect()
}
