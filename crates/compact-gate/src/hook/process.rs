use super::event::event_of;
use super::gather::{Gathered, transcript_facts};
use super::{client_process, session_text};
use crate::options::Options;
use crate::store::{LOCK_WAIT, Store};
use hook_protocol::Payload;
use verdict::{Decision, Event, Reply, State, decide, look_needed};

/// How often a decision is made again because another process has recorded something meanwhile.
const ATTEMPTS: u32 = 16;

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

/// Processes one event and makes what it records durable.
pub fn process(options: &Options, payload: &Payload) -> anyhow::Result<Outcome> {
    run(options, payload, true)
}

/// Says what [`process`] would do, and writes nothing.
pub fn rehearse(options: &Options, payload: &Payload) -> anyhow::Result<Outcome> {
    run(options, payload, false)
}

fn run(options: &Options, payload: &Payload, durable: bool) -> anyhow::Result<Outcome> {
    let Some(event) = event_of(options, payload) else {
        return Ok(Outcome { reply: Reply::Silent, text: None, before: State::default(), decision: None });
    };
    if is_open_at_every_verdict(&event) {
        return Ok(Outcome { reply: Reply::Silent, text: None, before: State::default(), decision: None });
    }
    let state_dir = options.state_dir()?;
    let store = Store::new(&state_dir, &payload.session_id);
    let mut gathered = Gathered::for_event(options, payload, &event, &state_dir)?;
    for _ in 0..ATTEMPTS {
        let current = store.load()?;
        gathered.facts.state_removed = current.removed
            || gathered.gate_was_here && !current.state.contexts.contains_key(&verdict::ContextId::Main);
        let look = look_needed(&current.state, &event);
        let position = transcript_facts(&mut gathered, look, &store, &current, payload, &event, &state_dir);
        let decision = decide(&current.state, &event, &gathered.facts);
        if durable && !decision.records.is_empty() && !store.commit(&current, &decision.records, LOCK_WAIT)? {
            continue;
        }
        if durable {
            position.save(&store, &decision.after);
            if matches!(event, Event::SessionStart { .. }) {
                client_process::remember(&state_dir, &payload.session_id);
            }
        }
        let text = match &event {
            Event::SessionStart { .. } => {
                Some(session_text::compose(payload, &current.state, &decision.after, &gathered))
            }
            _ => None,
        };
        return Ok(Outcome {
            reply: decision.reply.clone(),
            text,
            before: current.state,
            decision: Some(decision),
        });
    }
    anyhow::bail!("other processes kept recording events of this session; nothing could be decided")
}

/// A tool that can only read, without anything against it, needs no state: it works even where the state is broken.
fn is_open_at_every_verdict(event: &Event) -> bool {
    matches!(event, Event::PreToolUse { context: Some(_), call, .. } if call.read_only && call.violation.is_none())
}
