//! How a session stands now: the restore gate, run on what is there, with nothing recorded.

use super::gather::{Gathered, checkpoint_facts};
use super::repository::Repository;
use super::run_authority::RunAuthority;
use super::{parents, policy_call, policy_settings};
use crate::options::Options;
use crate::store::{self, Current, Store};
use hook_protocol::Payload;
use ledger::StateDir;
use serde_json::json;
use verdict::{
    Check, Context, ContextId, Disposition, Event, LedgerFacts, SummaryFacts, Verdict, ledger_checks,
    run_restore_gate,
};

/// A context, and every check of the restore gate on it.
pub struct Standing {
    /// The context; `None` where the state can't be read, or doesn't hold it.
    pub context: Option<Context>,
    /// All checks, by design the same ones in the same order.
    pub checks: Vec<Check>,
}

/// Runs every check on one context of a session.
pub fn standing(
    options: &Options,
    state_dir: &StateDir,
    session: &str,
    store: &Store,
    id: &ContextId,
) -> anyhow::Result<Standing> {
    let current = match store.load() {
        Ok(current) => current,
        Err(error) => {
            let problem = format!("{error:#}");
            let facts = if store::is_replay(&error) {
                LedgerFacts::NotLatest(problem)
            } else {
                LedgerFacts::Damaged(problem)
            };
            return Ok(Standing { context: None, checks: ledger_checks(&facts) });
        }
    };
    let ledger = match store.session().verify() {
        Ok(_) if current.removed => {
            LedgerFacts::NotLatest("its records, or the first of them, are gone".into())
        }
        Ok(_) => LedgerFacts::Sound { last: current.last.seq, digest: current.last.digest.clone() },
        Err(error) => LedgerFacts::Damaged(error.to_string()),
    };
    let mut checks = ledger_checks(&ledger);
    checks.extend(of_context(options, state_dir, session, &current, id)?);
    Ok(Standing { context: current.state.contexts.get(id).cloned(), checks })
}

fn of_context(
    options: &Options,
    state_dir: &StateDir,
    session: &str,
    current: &Current,
    id: &ContextId,
) -> anyhow::Result<Vec<Check>> {
    let payload = asked(session, current)?;
    let summary = SummaryFacts::default();
    let mut event = Event::PostCompact { context: id.clone(), summary };
    let mut gathered = Gathered::for_event(options, &payload, &event, state_dir)?;
    checkpoint_facts(&mut gathered, current, &Repository::of(&payload), &event);
    let run = RunAuthority::load(options, state_dir, false)?;
    let run = run.authority();
    let limits = parents::assumed_limits(state_dir, session, &current.state);
    let cwd = current.state.cwd.as_deref();
    let applied = policy_call::apply(options, &payload, cwd, &limits, run, state_dir);
    applied.tell(&mut gathered.facts);
    if let Some(policy) = &applied.policy {
        policy_settings::settle(policy, &mut event, &mut gathered.facts);
    }
    let context = current.state.contexts.get(id);
    let summary = context.and_then(newest_summary);
    Ok(run_restore_gate(&limits, context, summary.as_ref(), &gathered.facts))
}

/// What the ledger keeps of the summary in a context.
fn newest_summary(context: &Context) -> Option<SummaryFacts> {
    let digest = context.newest_summary.clone()?;
    let suspect = context.verdict == Verdict::Flagged && context.disposition == Disposition::Quarantine;
    let flags = if suspect { context.reasons.clone() } else { Vec::new() };
    Some(SummaryFacts { digest, flags, ..SummaryFacts::default() })
}

/// An event that asks for a look at the session's directory.
fn asked(session: &str, current: &Current) -> anyhow::Result<Payload> {
    let state = &current.state;
    let text = json!({
        "hook_event_name": "PostCompact",
        "session_id": session,
        "cwd": state.cwd,
        "transcript_path": state.transcript_path,
    });
    Ok(hook_protocol::parse(&text.to_string())?)
}
