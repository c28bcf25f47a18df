use super::authorization::{Act, Authorization, Whose};
use crate::clock;
use crate::options::Options;
use crate::output;
use crate::store::{LOCK_WAIT, Store};
use anyhow::{Context as _, bail};
use std::process::ExitCode;
use verdict::{Context, ContextId, Event, Facts, State, Verdict, decide};

/// Opens a context that is pending or flagged, for the summary that is in it now.
///
/// The release is bound to the session, the context, the epoch and the summary's digest, and is recorded with its
/// reason. `compact-gate status` shows all of these.
#[derive(clap::Args)]
pub struct Release {
    /// The session's id
    #[arg(long, value_name = "ID")]
    session: String,
    /// The epoch that you have looked at
    #[arg(long, value_name = "N")]
    epoch: u32,
    /// Why it is safe to go on
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The context: main, or agent:ID
    #[arg(long, default_value = "main", value_name = "CONTEXT")]
    context: String,
    #[command(flatten)]
    authorization: Authorization,
}

/// A reason is kept up to this many characters.
const MAX_REASON_CHARS: usize = 1000;

impl Release {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        if self.reason.trim().is_empty() || self.reason.chars().count() > MAX_REASON_CHARS {
            bail!("--reason takes 1 to {MAX_REASON_CHARS} characters");
        }
        let store = Store::new(&options.state_dir()?, &self.session);
        let id = ContextId::from(self.context.clone());
        let state = store.load()?.state;
        let context = self.closed_context(&store, &state, &id)?;
        let act = Act::new("release")
            .about("session", &self.session)
            .about("context", id.to_string())
            .about("epoch", self.epoch.to_string())
            .about("summary", context.newest_summary.as_deref().unwrap_or("none"))
            .about("because", context.reasons.join(", "))
            .about("reason", &self.reason)
            .confirmed_by(self.question(&context), confirmation_word(&context, &self.session));
        let Some(authorized) = self.authorization.authorize(options, Whose::Session(&state), &act)? else {
            return Ok(ExitCode::SUCCESS);
        };
        let event = Event::Release {
            context: id.clone(),
            epoch: self.epoch,
            summary: context.newest_summary,
            reason: self.reason.clone(),
            operator: authorized.by(),
        };
        let current = store.load()?;
        let decision = decide(&current.state, &event, &Facts { now: clock::now(), ..Facts::default() });
        let mut records = vec![authorized.record()];
        records.extend(decision.records);
        if records.len() == 1 || !store.commit(&current, &records, LOCK_WAIT)? {
            bail!("the session has moved on meanwhile: look at it again with `compact-gate status`");
        }
        output::stdout(&format!(
            "{id} of session {} is open again (pass, epoch {}).\n",
            self.session, self.epoch
        ));
        Ok(ExitCode::SUCCESS)
    }

    fn closed_context(&self, store: &Store, state: &State, id: &ContextId) -> anyhow::Result<Context> {
        let context = state.contexts.get(id).with_context(|| {
            format!(
                "there is no context {id} of session {} in {}",
                self.session,
                store.session().folder().display()
            )
        })?;
        if context.verdict == Verdict::Pass {
            bail!("context {id} is open already (pass, epoch {})", context.epoch);
        }
        if context.epoch != self.epoch {
            bail!(
                "context {id} is at epoch {} now, not {}: look at it again first",
                context.epoch,
                self.epoch
            );
        }
        Ok(context.clone())
    }

    fn question(&self, context: &Context) -> String {
        let summary = context.newest_summary.as_deref().unwrap_or("none seen");
        let why = if context.reasons.is_empty() {
            "no reasons recorded".into()
        } else {
            context.reasons.join(", ")
        };
        format!(
            "About to open {} of session {}:\n  verdict: {} ({}), epoch {}\n  because of: {why}\n  summary sha256: \
             {summary}\n  your reason: {}\nThe summary stays in the model's context.",
            self.context,
            self.session,
            context.verdict,
            context.disposition,
            context.epoch,
            git_facts::quote(&self.reason, MAX_REASON_CHARS)
        )
    }
}

/// What has to be typed: the beginning of the summary's digest, or of the session's id where no summary was seen.
fn confirmation_word(context: &Context, session: &str) -> String {
    let from = context.newest_summary.as_deref().unwrap_or(session);
    from.chars().take(8).collect()
}
