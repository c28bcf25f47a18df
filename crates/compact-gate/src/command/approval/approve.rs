use super::{kept, shown};
use crate::clock;
use crate::command::authorization::{Act, Authorization, Whose};
use crate::command::duration::{seconds, up_to_a_week};
use crate::hook::requests::KeptCall;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::{bail, ensure};
use git_facts::quote;
use std::process::ExitCode;
use verdict::{
    ApprovalEnd, ApprovalEnded, ApprovalIssued, ApprovalRequest, ApprovalRequested, Event, Facts, Record,
    decide,
};

/// Approve one call, once: exactly what `requests` shows of it, and nothing else.
///
/// The approval is bound to the tool and its input, to where its path leads, to the policy, and to the agent of the session
/// that asked; with --run, to any session of the run instead. It is spent when the call is let through, also if the call
/// fails. Nothing renews it.
#[derive(clap::Args)]
pub struct Approve {
    /// The request's id, as the denial named it
    #[arg(value_name = "REQUEST")]
    request: String,
    /// How long it counts: 90s, 30m, 24h, at most 7d
    #[arg(long, value_name = "DURATION", default_value = "30m", value_parser = up_to_a_week)]
    expires: policy::Ttl,
    /// The session that asked [default: whichever did]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    #[command(flatten)]
    authorization: Authorization,
}

impl Approve {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let found = kept::find(&state_dir, self.session.as_deref(), &self.request)?;
        let call = kept::call_of(&found.store, &self.request, &found.request)?;
        let run = options.run.as_deref();
        if let Some(run) = run {
            ensure!(
                found.state.run.as_deref() == Some(run),
                "the session {} that asked is not one of the run {}",
                found.store.name(),
                quote(run, 100)
            );
        }
        let scope =
            run.map_or_else(|| "this session alone".to_owned(), |run| format!("run {}", quote(run, 100)));
        let act = Act::new("approve")
            .about("request", &self.request)
            .about("session", found.store.name())
            .about("scope", run.map_or("session".to_owned(), |run| format!("run {run}")))
            .about("context", found.request.context.to_string())
            .about("tool", &found.request.tool_name)
            .about("payload", &found.request.payload)
            .about("places", if found.request.places.is_empty() { "none" } else { &found.request.places })
            .about("asked_by", &found.request.rule)
            .about("asked_under", &found.request.policy.digest)
            .about("expires", format!("{} after it is recorded", self.expires))
            .confirmed_by(
                self.question(&found.request, &call, &found.store, &scope),
                found.request.payload.chars().take(8).collect::<String>(),
            );
        let Some(authorized) = self.authorization.authorize(options, Whose::Session(&found.state), &act)?
        else {
            return Ok(ExitCode::SUCCESS);
        };
        let acted = authorized.record();
        let until = match run {
            Some(run) => {
                let until = self.issue_to_run(
                    &Store::of_run(&state_dir, run),
                    &found.request,
                    &acted,
                    &authorized.by(),
                )?;
                self.move_to_run(&found.store, &acted)?;
                until
            }
            None => self.issue(&found.store, &found.request, &acted, &authorized.by())?,
        };
        // What was read isn't needed any more; should this fail, the next request clears it away.
        let _ = found.store.session().forget_requests(&|id| id == self.request);
        output::stdout(&format!(
            "{} is approved for {scope}, once, until {}\n",
            self.request,
            clock::rfc3339(until)
        ));
        Ok(ExitCode::SUCCESS)
    }

    fn question(&self, request: &ApprovalRequest, call: &KeptCall, store: &Store, scope: &str) -> String {
        let place = call.cwd.as_deref().map_or_else(String::new, |cwd| format!(" in {}", quote(cwd, 400)));
        format!(
            "About to approve this call of {}{place}, once, within {}:\n{}  asked by {} of session {}, because of {}\n  \
             approved for {scope}\n  payload sha256 {}",
            quote(&request.tool_name, 160),
            self.expires,
            shown::input(call),
            quote(&request.context.to_string(), 120),
            store.name(),
            request.rule,
            request.payload
        )
    }

    /// Records the approval in the session that asked. Returns until when it counts.
    fn issue(
        &self,
        store: &Store,
        request: &ApprovalRequest,
        acted: &Record,
        by: &str,
    ) -> anyhow::Result<i64> {
        let event = Event::Approve {
            request: self.request.clone(),
            seconds: seconds(self.expires),
            operator: by.to_owned(),
        };
        store.record(|current| {
            self.ensure_waits(current.state.authority.approvals.0.get(&self.request), request)?;
            let decision = decide(&current.state, &event, &Facts { now: clock::now(), ..Facts::default() });
            let issued = decision.records.iter().find_map(expiry);
            let Some(until) = issued else { bail!("{} waits no longer", self.request) };
            let mut records = vec![acted.clone()];
            records.extend(decision.records);
            Ok((records, until))
        })
    }

    /// Records it where every session of the run finds it.
    fn issue_to_run(
        &self,
        store: &Store,
        request: &ApprovalRequest,
        acted: &Record,
        by: &str,
    ) -> anyhow::Result<i64> {
        store.record(|current| {
            ensure!(
                !current.state.authority.approvals.0.contains_key(&self.request),
                "{} was approved for the run already",
                self.request
            );
            let at = clock::now().max(current.state.clock);
            let expires_at = at.saturating_add(seconds(self.expires));
            let id = self.request.clone();
            let requested = ApprovalRequested { id: id.clone(), request: request.clone() };
            let records = vec![
                acted.clone(),
                Record::ApprovalRequested(requested),
                Record::ApprovalIssued(ApprovalIssued { id, at, expires_at, operator: by.to_owned() }),
            ];
            Ok((records, expires_at))
        })
    }

    fn move_to_run(&self, store: &Store, acted: &Record) -> anyhow::Result<()> {
        let ended =
            ApprovalEnded { id: self.request.clone(), why: ApprovalEnd::MovedToRun, at: clock::now() };
        store.append(&[acted.clone(), Record::ApprovalEnded(ended)])
    }

    fn ensure_waits(&self, now: Option<&ApprovalRequest>, seen: &ApprovalRequest) -> anyhow::Result<()> {
        ensure!(
            now == Some(seen),
            "{} has changed meanwhile: look at it again with `compact-gate requests`",
            self.request
        );
        Ok(())
    }
}

fn expiry(record: &Record) -> Option<i64> {
    match record {
        Record::ApprovalIssued(issued) => Some(issued.expires_at),
        _ => None,
    }
}
