//! What the core asks of an event's transcript.

use super::look::{self, Position};
use super::summary_lint::{Linter, summary_digest};
use super::{parents, session_text};
use crate::store::{Current, Store};
use hook_protocol::Payload;
use hook_protocol::transcript::{FoundBoundary, agent_transcript, gate_texts};
use ledger::StateDir;
use std::path::PathBuf;
use verdict::{
    Boundary, Context, ContextId, DENIAL_OPENING, Event, Facts, History, HistoryFacts, Look, SummaryFacts,
    TranscriptFacts,
};

/// How many of the gate's own texts in a transcript are looked at.
const MAX_GATE_TEXTS: usize = 64;

/// An event whose transcript is looked at, and what is known of its session.
pub struct TranscriptOf<'e> {
    /// The session's files.
    pub store: &'e Store,
    /// What they hold.
    pub current: &'e Current,
    /// The event as it was sent.
    pub payload: &'e Payload,
    /// The event.
    pub event: &'e Event,
    /// Where other sessions are known.
    pub state_dir: &'e StateDir,
    /// For summaries that nobody has checked.
    pub linter: &'e Linter<'e>,
}

impl TranscriptOf<'_> {
    /// Looks as the core asks, and puts what the transcript holds into the facts.
    pub fn take(&self, look: Look, facts: &mut Facts) -> Position {
        let Self { store, current, payload, event, state_dir, linter } = *self;
        let context = match event {
            Event::PreToolUse { context: Some(context), .. } => context.clone(),
            _ => ContextId::Main,
        };
        let state = current.state.contexts.get(&context);
        let path = context_transcript(payload, &context);
        let main_path = context_transcript(payload, &ContextId::Main);
        let tool_use_id = payload.tool_use_id.as_deref();
        let (Some(path), Some(main_path)) = (path, main_path) else { return Position::unknown() };
        let settled =
            |uuid: &str, digest: Option<&str>| state.is_some_and(|state| state.accounts_for(uuid, digest));
        match look {
            Look::Nothing => Position::unknown(),
            Look::NewRows | Look::Settle => {
                let wait = look == Look::Settle;
                // A position is a hint for the way that is open already; a proof is looked for in the whole file.
                let hint = if wait { None } else { look::saved_position(store, &context) };
                let Some(seen) = look::look(&path, hint, tool_use_id, wait, &settled) else {
                    return Position::unknown();
                };
                facts.transcript = Some(TranscriptFacts {
                    own_row: seen.own_row,
                    boundaries: unaccounted(&seen.boundaries, state, linter),
                });
                Position::at(context, hint, seen.position)
            }
            Look::History | Look::HistoryNow => {
                let wait = look == Look::History;
                let seen = look::look(&path, None, tool_use_id, wait, &settled);
                let main = if context.is_main() {
                    seen.clone()
                } else {
                    look::look(&main_path, None, None, false, &settled)
                };
                let own_row =
                    if wait { seen.as_ref().is_some_and(|seen| seen.own_row) } else { main.is_some() };
                let boundaries: Vec<Boundary> = main
                    .iter()
                    .flat_map(|main| main.boundaries.iter().map(|found| linted(found, None, linter)))
                    .collect();
                let found = parents::find(state_dir, payload, &main_path);
                facts.history = Some(HistoryFacts {
                    transcript_read: main.is_some(),
                    own_row,
                    greeted_before: greeted_before(current, payload),
                    known_before: known_before(current, payload),
                    parents: found.parents,
                    parents_unreadable: found.unreadable,
                    boundaries: boundaries.clone(),
                });
                let of_context = if context.is_main() {
                    boundaries
                } else {
                    seen.iter()
                        .flat_map(|seen| seen.boundaries.iter().map(|found| linted(found, state, linter)))
                        .collect()
                };
                facts.transcript = wait.then_some(TranscriptFacts { own_row, boundaries: of_context });
                Position::unknown()
            }
        }
    }
}

/// Whether a session that isn't known, or is a fork of something unknown, was known here before.
fn known_before(current: &Current, payload: &Payload) -> bool {
    match current.state.contexts.get(&ContextId::Main) {
        // With a record, this isn't the first contact, and the transcript may hold words of just now.
        None => current.removed || current.last.seq == 0 && !gate_texts_in(payload).is_empty(),
        // A fork's copied rows name the session that they were written for; its own greeting names itself.
        Some(Context { history: History::ForkOfUnknownParent, .. }) => {
            let own = session_text::greeting(&payload.session_id);
            gate_texts_in(payload)
                .iter()
                .any(|text| text.starts_with(session_text::GREETING) && !text.starts_with(&own))
        }
        Some(_) => false,
    }
}

/// Whether an unrecorded session was greeted by this gate under its own id. A fork's copied rows greet its parent.
fn greeted_before(current: &Current, payload: &Payload) -> bool {
    let own = session_text::greeting(&payload.session_id);
    current.last.seq == 0 && gate_texts_in(payload).iter().any(|text| text.starts_with(&own))
}

/// What this gate has said in the transcript: greetings, and denials that were recorded.
pub fn gate_texts_in(payload: &Payload) -> Vec<String> {
    let Some(path) = context_transcript(payload, &ContextId::Main) else { return Vec::new() };
    let mut texts =
        gate_texts(&path, session_text::GREETING, DENIAL_OPENING, MAX_GATE_TEXTS).unwrap_or_default();
    texts.retain(|text| text.starts_with(session_text::GREETING) || text.contains(" Event deny-"));
    texts
}

/// Where the rows of a context are.
pub fn context_transcript(payload: &Payload, context: &ContextId) -> Option<PathBuf> {
    let main = PathBuf::from(payload.transcript_path.as_deref()?);
    if !main.is_absolute() {
        return None;
    }
    match context {
        ContextId::Main => Some(main),
        ContextId::Agent(agent_id) => agent_transcript(&main, &payload.session_id, agent_id),
    }
}

/// The boundaries that no epoch accounts for by uuid; those of known summaries needn't be linted again.
fn unaccounted(found: &[FoundBoundary], context: Option<&Context>, linter: &Linter<'_>) -> Vec<Boundary> {
    found
        .iter()
        .filter(|found| {
            let digest = found.summary.as_deref().map(summary_digest);
            let accounted = |context: &Context| {
                context.boundaries.contains(&found.uuid)
                    && context.accounts_for(&found.uuid, digest.as_deref())
            };
            !context.is_some_and(accounted)
        })
        .map(|found| linted(found, context, linter))
        .collect()
}

fn linted(found: &FoundBoundary, context: Option<&Context>, linter: &Linter<'_>) -> Boundary {
    let summary = found.summary.as_deref().map(|text| {
        let digest = summary_digest(text);
        if context.is_some_and(|context| context.summaries.contains(&digest)) {
            SummaryFacts { digest, ..SummaryFacts::default() }
        } else {
            linter.text(text)
        }
    });
    Boundary { uuid: found.uuid.clone(), summary }
}
