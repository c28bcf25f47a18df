use super::kept;
use crate::clock;
use crate::command::authorization::{Act, Authorization, Whose};
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::bail;
use git_facts::quote;
use ledger::StateDir;
use std::process::ExitCode;
use verdict::{Event, Facts, Record, decide};

/// Refuse a call that waits: a denial of its tool and target stands from then on.
///
/// `denial list` shows it, and `denial lift` ends it.
#[derive(clap::Args)]
pub struct Refuse {
    /// The request's id, as the denial named it
    #[arg(value_name = "REQUEST")]
    request: String,
    /// The session that asked [default: whichever did]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    #[command(flatten)]
    authorization: Authorization,
}

impl Refuse {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let found = kept::find(&state_dir, self.session.as_deref(), &self.request)?;
        let request = &found.request;
        let act = Act::new("refuse")
            .about("request", &self.request)
            .about("session", found.store.name())
            .about("tool", &request.tool_name)
            .about("target", &request.target)
            .about("payload", &request.payload)
            .confirmed_by(
                format!(
                    "About to refuse {} of session {}: {} {} stays denied until that is lifted.",
                    self.request,
                    found.store.name(),
                    quote(&request.tool_name, 160),
                    request.target
                ),
                &self.request,
            );
        let Some(authorized) = self.authorization.authorize(options, Whose::Session(&found.state), &act)?
        else {
            return Ok(ExitCode::SUCCESS);
        };
        let event = Event::RefuseRequest { request: self.request.clone(), operator: authorized.by() };
        let denial =
            record(&found.store, found.state.run.as_deref(), &state_dir, &event, &authorized.record())?;
        let _ = found.store.session().forget_requests(&|id| id == self.request);
        output::stdout(&format!("{} is refused; the denial {denial} stands\n", self.request));
        Ok(ExitCode::SUCCESS)
    }
}

/// Records it in the session, and in its run, which shares denials. Returns the denial's id.
fn record(
    store: &Store,
    run: Option<&str>,
    state_dir: &StateDir,
    event: &Event,
    acted: &Record,
) -> anyhow::Result<String> {
    let nonce = crate::random::hex()?;
    let stands = store.record(|current| {
        let facts = Facts { now: clock::now(), nonce: nonce.clone(), ..Facts::default() };
        let decision = decide(&current.state, event, &facts);
        let stands = decision.records.iter().find_map(|record| match record {
            Record::DenialStands(stands) => Some(stands.clone()),
            _ => None,
        });
        let Some(stands) = stands else { bail!("the request waits no longer") };
        let mut records = vec![acted.clone()];
        records.extend(decision.records);
        Ok((records, stands))
    })?;
    let id = stands.denial.event_id.clone();
    if let Some(run) = run {
        Store::of_run(state_dir, run).append(&[acted.clone(), Record::DenialStands(stands)])?;
    }
    Ok(id)
}
