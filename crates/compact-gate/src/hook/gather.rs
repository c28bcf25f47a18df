//! Collects the facts that the core asks for.

use super::client_process::previous_session;
use super::continuity_file::read_continuity;
use super::decision_file::{self, DecisionFile};
use super::event::{summary_digest, summary_facts};
use super::look::{self, Position};
use super::{parents, session_text};
use crate::clock;
use crate::options::Options;
use crate::store::{Current, Store};
use anyhow::Context as _;
use hook_protocol::Payload;
use hook_protocol::transcript::{FoundBoundary, agent_transcript, gate_texts};
use ledger::StateDir;
use std::path::{Path, PathBuf};
use verdict::{
    Boundary, Context, ContextId, DENIAL_OPENING, Event, Facts, GitBaseline, GitMove, History, HistoryFacts,
    Look, Predecessor, Source, SummaryFacts, TranscriptFacts,
};

/// How many of the gate's own texts in a transcript are looked at.
const MAX_GATE_TEXTS: usize = 64;

/// The facts of an event, with what its text needs beyond them.
pub struct Gathered {
    /// For the core.
    pub facts: Facts,
    /// All that git says, on SessionStart.
    pub git: Option<git_facts::Facts>,
    /// DECISIONS.md, where it was read.
    pub decisions: DecisionFile,
    /// On a SessionStart that could be a first contact: the transcript holds words of this gate.
    pub gate_was_here: bool,
}

impl Gathered {
    /// Gathers all but the transcript, which depends on the state.
    pub fn for_event(
        options: &Options,
        payload: &Payload,
        event: &Event,
        state_dir: &StateDir,
    ) -> anyhow::Result<Gathered> {
        let mut facts = Facts {
            now: clock::now(),
            nonce: nonce()?,
            cwd: payload.cwd.clone(),
            transcript_path: payload.transcript_path.clone(),
            run: options.run.clone(),
            ..Facts::default()
        };
        let mut gathered = Gathered {
            facts: Facts::default(),
            git: None,
            decisions: DecisionFile::default(),
            gate_was_here: false,
        };
        let cwd = payload.cwd.as_deref().map(Path::new).filter(|cwd| cwd.is_absolute());
        let git_options = session_text::git_options();
        let speaks_of_files = matches!(
            event,
            Event::SessionStart { .. }
                | Event::PreCompact { .. }
                | Event::PostCompact { .. }
                | Event::SubagentStart { .. }
        );
        if let (Some(cwd), true) = (cwd, speaks_of_files) {
            gathered.decisions = repository_files(cwd, &mut facts);
        }
        match (event, cwd) {
            (Event::SessionStart { source, .. }, Some(cwd)) => {
                let git = git_facts::observe(cwd, &git_options);
                facts.git = git.head.as_ref().ok().map(baseline);
                gathered.git = Some(git);
                if *source == Source::Clear {
                    facts.predecessor = predecessor(state_dir, &payload.session_id);
                }
            }
            (Event::PreCompact { .. }, Some(cwd)) => {
                facts.git = git_facts::head(cwd, &git_options).ok().as_ref().map(baseline);
            }
            _ => {}
        }
        if matches!(event, Event::SessionStart { source: Source::Resume | Source::Other(_), .. }) {
            gathered.gate_was_here = !gate_texts_in(payload).is_empty();
        }
        gathered.facts = facts;
        Ok(gathered)
    }
}

/// Looks at the transcript as the core asks, and puts what it holds into the facts.
pub fn transcript_facts(
    gathered: &mut Gathered,
    look: Look,
    store: &Store,
    current: &Current,
    payload: &Payload,
    event: &Event,
    state_dir: &StateDir,
) -> Position {
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
            gathered.facts.transcript = Some(TranscriptFacts {
                own_row: seen.own_row,
                boundaries: unaccounted(&seen.boundaries, state),
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
            let own_row = if wait { seen.as_ref().is_some_and(|seen| seen.own_row) } else { main.is_some() };
            let boundaries: Vec<Boundary> = main
                .iter()
                .flat_map(|main| main.boundaries.iter().map(|found| linted(found, None)))
                .collect();
            let found = parents::find(state_dir, payload, &main_path);
            gathered.facts.history = Some(HistoryFacts {
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
                    .flat_map(|seen| seen.boundaries.iter().map(|found| linted(found, state)))
                    .collect()
            };
            gathered.facts.transcript = wait.then_some(TranscriptFacts { own_row, boundaries: of_context });
            Position::unknown()
        }
    }
}

/// Reads the files of the repository that a checkpoint speaks of. Returns DECISIONS.md.
fn repository_files(cwd: &Path, facts: &mut Facts) -> DecisionFile {
    facts.continuity = read_continuity(cwd);
    let decisions = decision_file::read(cwd);
    decisions.tell(facts);
    decisions
}

/// What the restore gate compares with the open checkpoint of the event's context, if the event may settle it.
pub fn checkpoint_facts(gathered: &mut Gathered, current: &Current, payload: &Payload, event: &Event) {
    let (Event::PostCompact { context, .. } | Event::PreToolUse { context: Some(context), .. }) = event
    else {
        return;
    };
    let cwd = payload.cwd.as_deref().map(Path::new).filter(|cwd| cwd.is_absolute());
    if let (None, Some(cwd)) = (current.state.contexts.get(&ContextId::Main), cwd) {
        // The first that is heard of a session: what was decided against binds it from here on.
        gathered.decisions = repository_files(cwd, &mut gathered.facts);
    }
    let open = current.state.contexts.get(context).and_then(|context| context.checkpoint.as_ref());
    let (Some(checkpoint), Some(cwd)) = (open, cwd) else { return };
    if matches!(event, Event::PreToolUse { .. }) {
        gathered.decisions = repository_files(cwd, &mut gathered.facts);
    }
    gathered.facts.git_move = checkpoint.git.as_ref().and_then(|before| git_move(before, cwd));
}

fn git_move(before: &GitBaseline, cwd: &Path) -> Option<GitMove> {
    let options = session_text::git_options();
    let now = match git_facts::head(cwd, &options) {
        Ok(head) => baseline(&head),
        Err(git_facts::Unknown::NotAWorkTree | git_facts::Unknown::DirectoryGone) => {
            return Some(GitMove::Elsewhere("the repository is gone".into()));
        }
        // What git can't tell in time is no proof of anything.
        Err(_) => return None,
    };
    if *before == now {
        return Some(GitMove::Same);
    }
    if before.worktree == now.worktree && before.branch == now.branch {
        let moved = before.head.as_deref().zip(now.head.as_deref());
        let descends = moved.and_then(|(from, to)| git_facts::is_descendant(cwd, from, to, &options));
        // The first commit of an unborn branch has nothing to descend from.
        if descends == Some(true) || before.head.is_none() {
            return Some(GitMove::Descendant);
        }
        return Some(GitMove::Elsewhere("HEAD moved, and not to a descendant".into()));
    }
    let what = if before.worktree == now.worktree {
        "the branch is another one"
    } else {
        "the worktree is another one"
    };
    Some(GitMove::Elsewhere(what.into()))
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
fn gate_texts_in(payload: &Payload) -> Vec<String> {
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
fn unaccounted(found: &[FoundBoundary], context: Option<&Context>) -> Vec<Boundary> {
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
        .map(|found| linted(found, context))
        .collect()
}

fn linted(found: &FoundBoundary, context: Option<&Context>) -> Boundary {
    let summary = found.summary.as_deref().map(|text| {
        let digest = summary_digest(text);
        if context.is_some_and(|context| context.summaries.contains(&digest)) {
            SummaryFacts { digest, ..SummaryFacts::default() }
        } else {
            summary_facts(text)
        }
    });
    Boundary { uuid: found.uuid.clone(), summary }
}

fn predecessor(state_dir: &StateDir, session_id: &str) -> Option<Predecessor> {
    let previous = previous_session(state_dir).filter(|previous| previous != session_id)?;
    let state = Store::new(state_dir, &previous).load().ok()?.state;
    let authority = parents::assumed_limits(state_dir, &previous, &state);
    let agents = state.contexts.into_iter().filter(|(id, _)| !id.is_main()).collect();
    Some(Predecessor { session_id: previous, authority, agents })
}

/// The part of git's facts that state remembers.
pub fn baseline(head: &git_facts::HeadFacts) -> GitBaseline {
    let branch = match &head.head {
        git_facts::Head::Branch(name) | git_facts::Head::Unborn(name) => Some(name.clone()),
        git_facts::Head::Detached => None,
    };
    GitBaseline { worktree: Some(head.worktree.clone()), branch, head: head.oid.clone() }
}

fn nonce() -> anyhow::Result<String> {
    use rustix::rand::{GetRandomFlags, getrandom};
    let mut bytes = [0; 16];
    let filled = getrandom(&mut bytes, GetRandomFlags::empty()).context("no random numbers")?;
    anyhow::ensure!(filled == bytes.len(), "no random numbers");
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
