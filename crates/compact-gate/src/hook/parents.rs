//! Finding the session that a fork came from: it has rows with the same uuids in its transcript.

use crate::store::Store;
use hook_protocol::Payload;
use hook_protocol::transcript::{row_uuids, shares_row};
use ledger::StateDir;
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::{Authority, Context, ContextId, History, Parent, State};

/// How many of a transcript's first rows are compared. A fork copies its parent's rows before it adds its own.
const FIRST_ROWS: usize = 4;
/// How long is searched.
const SEARCH_TIME: Duration = Duration::from_millis(1500);
/// How long the sessions of a directory are looked through.
const CANDIDATES_TIME: Duration = Duration::from_millis(300);

/// What a search found.
#[derive(Default)]
pub struct Found {
    /// Every known session that shares rows with the transcript.
    pub parents: Vec<Parent>,
    /// One that shares rows can't be read, or the search in the transcript's own folder had no time to end.
    pub unreadable: bool,
}

/// Looks for the sessions that share rows with the transcript at `path`: first those that have their transcript beside
/// it, as a fork's parent does, then those that have it elsewhere.
pub fn find(state_dir: &StateDir, payload: &Payload, path: &Path) -> Found {
    let uuids = row_uuids(path, FIRST_ROWS).unwrap_or_default();
    let mut found = Found::default();
    if uuids.is_empty() {
        return found;
    }
    let begun = Instant::now();
    let own = ledger::folder_name(&payload.session_id);
    let folder = path.parent().unwrap_or(Path::new("/"));
    let names: Vec<String> =
        state_dir.session_names().unwrap_or_default().into_iter().filter(|name| *name != own).collect();
    let (beside, elsewhere): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|name| folder.join(format!("{name}.jsonl")).exists());
    for name in beside {
        if begun.elapsed() > SEARCH_TIME {
            found.unreadable = true;
            return found;
        }
        if shares_row(&folder.join(format!("{name}.jsonl")), &uuids).unwrap_or(true) {
            take(state_dir, name, &mut found);
        }
    }
    for name in elsewhere {
        if begun.elapsed() > SEARCH_TIME {
            return found;
        }
        let recorded =
            Store::of_folder(state_dir, &name).load().ok().and_then(|current| current.state.transcript_path);
        if recorded.is_some_and(|place| shares_row(Path::new(&place), &uuids).unwrap_or(false)) {
            take(state_dir, name, &mut found);
        }
    }
    found
}

/// What limits the session with this state, as far as that is known. A fork comes from a session of its directory, and
/// doesn't say from which before its transcript is there; until then it is taken to be limited as all of them are.
pub fn assumed_limits(state_dir: &StateDir, session_id: &str, state: &State) -> Authority {
    let mut limits = state.authority.clone();
    let unresolved = |main: &Context| main.history == History::ForkOfUnknownParent;
    if !state.contexts.get(&ContextId::Main).is_some_and(unresolved) {
        return limits;
    }
    let begun = Instant::now();
    let own = ledger::folder_name(session_id);
    for name in state_dir.session_names().unwrap_or_default().into_iter().filter(|name| *name != own) {
        if begun.elapsed() > CANDIDATES_TIME {
            break;
        }
        let Ok(current) = Store::of_folder(state_dir, &name).load() else { continue };
        if current.state.cwd == state.cwd {
            limits.inherit(&current.state.authority);
        }
    }
    limits
}

fn take(state_dir: &StateDir, name: String, found: &mut Found) {
    match Store::of_folder(state_dir, &name).load() {
        Ok(current) => {
            if let Some(main) = current.state.contexts.get(&ContextId::Main) {
                let authority = current.state.authority.clone();
                found.parents.push(Parent { session_id: name, main: main.clone(), authority });
            }
        }
        Err(_) => found.unreadable = true,
    }
}
