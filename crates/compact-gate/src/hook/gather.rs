//! Collects the facts that the core asks for.

use super::check_runs::Checks;
use super::client_process::previous_session;
use super::continuity_file::read_continuity;
use super::decision_file::{self, DecisionFile};
use super::repository::Repository;
use super::transcript_look::gate_texts_in;
use super::{parents, registration, session_text};
use crate::clock;
use crate::options::Options;
use crate::store::{Current, Store};
use hook_protocol::Payload;
use ledger::StateDir;
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::{ContextId, Event, Facts, GitBaseline, GitMove, Predecessor, Source};

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
    /// What is left of the time for git, on SessionStart.
    pub git_time_left: Duration,
    /// Checks that the policy names.
    pub checks: Checks,
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
            nonce: crate::random::hex()?,
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
            git_time_left: Duration::ZERO,
            checks: Checks::default(),
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
                let begun = Instant::now();
                let git = git_facts::observe(cwd, &git_options);
                gathered.git_time_left = git_options.deadline.saturating_sub(begun.elapsed());
                facts.git = git.head.as_ref().ok().map(baseline);
                gathered.git = Some(git);
                facts.registered = registration::registered(cwd);
                if *source == Source::Clear {
                    facts.predecessor = predecessor(state_dir, &payload.session_id);
                }
            }
            (Event::PreCompact { .. }, Some(cwd)) => {
                if let Ok((head, patch)) = git_facts::head_and_patch(cwd, &git_options) {
                    facts.git = Some(baseline(&head));
                    facts.patch = patch.ok();
                }
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

/// Reads the files of the repository that a checkpoint speaks of. Returns DECISIONS.md.
fn repository_files(cwd: &Path, facts: &mut Facts) -> DecisionFile {
    facts.continuity = read_continuity(cwd);
    let decisions = decision_file::read(cwd);
    decisions.tell(facts);
    decisions
}

/// What the restore gate compares with the open checkpoint of the event's context, if the event may settle it.
pub fn checkpoint_facts(
    gathered: &mut Gathered,
    current: &Current,
    repository: &Repository<'_>,
    event: &Event,
) {
    let (Event::PostCompact { context, .. } | Event::PreToolUse { context: Some(context), .. }) = event
    else {
        return;
    };
    let cwd = repository.cwd();
    if let (None, Some(cwd)) = (current.state.contexts.get(&ContextId::Main), cwd) {
        // The first that is heard of a session: what was decided against binds it from here on.
        gathered.decisions = repository_files(cwd, &mut gathered.facts);
    }
    let open = current.state.contexts.get(context).and_then(|context| context.checkpoint.as_ref());
    let (Some(checkpoint), Some(cwd)) = (open, cwd) else { return };
    if matches!(event, Event::PreToolUse { .. }) {
        gathered.decisions = repository_files(cwd, &mut gathered.facts);
    }
    gathered.facts.git_move = checkpoint.git.as_ref().and_then(|before| git_move(before, cwd, repository));
}

fn git_move(before: &GitBaseline, cwd: &Path, repository: &Repository<'_>) -> Option<GitMove> {
    let now = match repository.head() {
        Ok(head) => baseline(head),
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
        let descends = moved
            .and_then(|(from, to)| git_facts::is_descendant(cwd, from, to, &session_text::git_options()));
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

fn predecessor(state_dir: &StateDir, session_id: &str) -> Option<Predecessor> {
    let previous = previous_session(state_dir).filter(|previous| previous != session_id)?;
    let state = Store::new(state_dir, &previous).load().ok()?.state;
    let authority = parents::assumed_limits(state_dir, &previous, &state);
    let agents = state.contexts.into_iter().filter(|(id, _)| !id.is_main()).collect();
    Some(Predecessor { session_id: previous, authority, agents })
}

/// Where git stands in a directory.
pub fn place(cwd: &Path) -> Result<GitBaseline, git_facts::Unknown> {
    git_facts::head(cwd, &session_text::git_options()).map(|head| baseline(&head))
}

/// The part of git's facts that state remembers.
pub fn baseline(head: &git_facts::HeadFacts) -> GitBaseline {
    let branch = match &head.head {
        git_facts::Head::Branch(name) | git_facts::Head::Unborn(name) => Some(name.clone()),
        git_facts::Head::Detached => None,
    };
    GitBaseline { worktree: Some(head.worktree.clone()), branch, head: head.oid.clone() }
}
