use super::event::{event_of, is_about_nothing};
use super::gather::{Gathered, checkpoint_facts};
use super::repository::Repository;
use super::run_authority::RunAuthority;
use super::summary_lint::Linter;
use super::transcript_look::TranscriptOf;
use super::{
    check_runs, client_process, contract_files, operation_facts, parents, policy_call, policy_settings,
    proposal_file, requests, session_text,
};
use crate::options::Options;
use crate::store::{LOCK_WAIT, Store};
use hook_protocol::Payload;
use std::borrow::Cow;
use verdict::{Authority, Decision, Event, Record, Reply, State, decide, look_needed};

/// How often a decision is made again because another process has recorded something meanwhile.
const ATTEMPTS: u32 = 6;
/// The first so many of them without the lock.
const UNLOCKED_ATTEMPTS: u32 = 4;

/// What became of an event.
pub struct Outcome {
    /// The core's reply.
    pub reply: Reply,
    /// Text for standard output.
    pub text: Option<String>,
    /// The state before.
    pub before: State,
    /// What was, or in a dry run would be, recorded.
    pub decision: Option<Decision>,
}

impl Outcome {
    /// The event asks for nothing.
    fn nothing() -> Outcome {
        Outcome { reply: Reply::Silent, text: None, before: State::default(), decision: None }
    }
}

/// Processes one event and makes what it records durable.
pub fn process(options: &Options, payload: &Payload) -> anyhow::Result<Outcome> {
    let outcome = run(options, payload, true);
    // A compaction that begins unrecorded must not pass for none.
    let begins = payload.event == "PreCompact" || payload.source.as_deref() == Some("compact");
    if let (Err(_), true, Ok(state_dir)) = (&outcome, begins, options.state_dir()) {
        Store::new(&state_dir, &payload.session_id).session().mark_unrecorded();
    }
    outcome
}

/// Says what [`process`] would do, and writes nothing.
pub fn rehearse(options: &Options, payload: &Payload) -> anyhow::Result<Outcome> {
    run(options, payload, false)
}

fn run(options: &Options, payload: &Payload, durable: bool) -> anyhow::Result<Outcome> {
    let state_dir = options.state_dir()?;
    let store = Store::new(&state_dir, &payload.session_id);
    // Reading goes on where the state is broken; whoever needs the state reads it again below, and fails there.
    let mut first = store.load().ok();
    let before = first.as_ref().map(|current| current.state.clone()).unwrap_or_default();
    if first.as_ref().is_some_and(|current| is_about_nothing(payload, &current.state, options.run.is_some()))
    {
        return Ok(Outcome::nothing());
    }
    let mut run = RunAuthority::load(options, &state_dir, false);
    let mut bound_by = parents::assumed_limits(&state_dir, &payload.session_id, &before);
    let no_run = Authority::default();
    let of_run = run.as_ref().map_or(&no_run, RunAuthority::authority);
    let mut applied =
        policy_call::apply(options, payload, before.cwd.as_deref(), &bound_by, of_run, &state_dir);
    let repository = Repository::of(payload);
    let linter = Linter::new(&repository, &bound_by, of_run, &applied);
    let Some(mut event) = event_of(options, payload, applied.reads_only, &linter, applied.policy.as_ref())
        .filter(|event| !is_open_at_every_verdict(event))
    else {
        return Ok(Outcome::nothing());
    };
    let mut gathered = Gathered::for_event(options, payload, &event, &state_dir)?;
    let mut claim = false;
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            // Two sessions of a run must not start the same effect at once. The run's lock comes before the session's.
            drop(run);
            run = RunAuthority::load(options, &state_dir, claim || attempt >= UNLOCKED_ATTEMPTS);
        }
        // Deciding needs no lock; where others keep recording meanwhile, it is taken before.
        let held = if durable && attempt >= UNLOCKED_ATTEMPTS { Some(store.lock(LOCK_WAIT)?) } else { None };
        let current = match first.take() {
            Some(current) => current,
            None => store.load()?,
        };
        let shared = run.as_mut().map_err(|error| anyhow::anyhow!("{error:#}"))?;
        let of_run = &shared.authority().clone();
        gathered.facts.run_authority.clone_from(of_run);
        gathered.facts.state_removed = current.removed || gathered.gate_was_here && current.last.seq == 0;
        gathered.facts.unrecorded = current.unrecorded;
        let look = look_needed(&current.state, &event);
        let linter = Linter::new(&repository, &bound_by, of_run, &applied);
        let transcript = TranscriptOf {
            store: &store,
            current: &current,
            payload,
            event: &event,
            state_dir: &state_dir,
            linter: &linter,
        };
        let position = transcript.take(look, &mut gathered.facts);
        checkpoint_facts(&mut gathered, &current, &repository, &event);
        let binds = bound_after(&current.state, &gathered);
        if attempt > 0 || *binds != bound_by {
            let cwd = current.state.cwd.as_deref();
            applied = policy_call::apply(options, payload, cwd, &binds, of_run, &state_dir);
            bound_by = binds.into_owned();
        }
        applied.tell(&mut gathered.facts);
        check_runs::gather(&mut gathered, &current.state, payload, &applied, &repository);
        operation_facts::gather(&mut gathered.facts, &store, &current.state, payload, &event, &applied)?;
        gathered.facts.approved_elsewhere =
            requests::approved_elsewhere(&state_dir, &current.state, payload, &event, &applied);
        if let Some(policy) = &applied.policy {
            policy_settings::settle(policy, &mut event, &mut gathered.facts);
        }
        let decision = decide(&current.state, &event, &gathered.facts);
        if durable && shared.has_to_be_locked(&decision) {
            claim = true;
            first = Some(current);
            continue;
        }
        if durable {
            if decision.records.iter().any(|record| matches!(record, Record::PolicyBound(_))) {
                // Kept before it is bound, so that a later policy can be compared with it.
                applied.in_force.iter().for_each(|in_force| in_force.keep(&state_dir));
            }
            requests::keep(&store, payload, &decision)?;
            shared.spend(&decision)?;
        }
        if durable && !decision.records.is_empty() {
            let recorded = match &held {
                Some(lock) => store.commit_under(lock, &current, &decision.records)?,
                None => store.commit(&current, &decision.records, LOCK_WAIT)?,
            };
            if !recorded {
                continue;
            }
        }
        if durable {
            shared.share(&decision)?;
            position.save(&store, &decision.after);
            if matches!(event, Event::SessionStart { .. }) {
                client_process::remember(&state_dir, &payload.session_id);
            }
        }
        let starts = matches!(event, Event::SessionStart { .. });
        let text =
            starts.then(|| told(payload, (&current.state, &decision.after), of_run, &gathered, &state_dir));
        let reply = decision.reply.clone();
        return Ok(Outcome { reply, text, before: current.state, decision: Some(decision) });
    }
    anyhow::bail!("other processes kept recording events of this session; nothing could be decided")
}

/// What a SessionStart says of the session, from its state before and after.
fn told(
    payload: &Payload,
    (before, after): (&State, &State),
    run: &Authority,
    gathered: &Gathered,
    state_dir: &ledger::StateDir,
) -> String {
    let limits = parents::assumed_limits(state_dir, &payload.session_id, after);
    let folder = ledger::folder_name(&payload.session_id);
    let digest = after.proposal.as_ref();
    let known = session_text::Known {
        before,
        after,
        contracts: contract_files::read(&limits, run, state_dir),
        decisions: limits.decisions_in_force(run),
        proposal: digest.and_then(|digest| proposal_file::read(state_dir, &folder, digest)),
        denials: limits.denials_in_force(run),
    };
    session_text::compose(payload, &known, gathered)
}

/// What will bind the session once this event is decided: its parents may be found, and new decisions.
fn bound_after<'s>(state: &'s State, gathered: &Gathered) -> Cow<'s, Authority> {
    let mut authority = Cow::Borrowed(&state.authority);
    let facts = &gathered.facts;
    for parent in facts.history.iter().flat_map(|history| &history.parents) {
        authority.to_mut().inherit(&parent.authority);
    }
    let new = authority.unknown_decisions(&facts.run_authority, &facts.rejected_receipts);
    if !new.is_empty() {
        authority.to_mut().bind_decisions(&new);
    }
    authority
}

/// A tool that can only read, without anything against it, needs no state: it works even where the state is broken.
fn is_open_at_every_verdict(event: &Event) -> bool {
    matches!(event, Event::PreToolUse { context: Some(_), call, .. } if call.read_only && call.violation.is_none())
}
