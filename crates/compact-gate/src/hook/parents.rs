//! Finding the session that a fork came from: it has rows with the same uuids in its transcript.

use crate::store::Store;
use hook_protocol::Payload;
use hook_protocol::transcript::{row_uuids, shares_row};
use ledger::StateDir;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use verdict::{ContextId, Parent};

/// How many of a transcript's first rows are compared. A fork copies its parent's rows before it adds its own.
const FIRST_ROWS: usize = 16;
/// How long is searched; what isn't found by then isn't a parent.
const SEARCH_TIME: Duration = Duration::from_millis(1500);

/// Every known session that shares rows with the transcript at `path`.
pub fn find(state_dir: &StateDir, payload: &Payload, path: &Path) -> Vec<Parent> {
    let uuids = row_uuids(path, FIRST_ROWS).unwrap_or_default();
    if uuids.is_empty() {
        return Vec::new();
    }
    let begun = Instant::now();
    let own = ledger::folder_name(&payload.session_id);
    let folder = path.parent().unwrap_or(Path::new("/"));
    let mut parents = Vec::new();
    for name in state_dir.session_names().unwrap_or_default() {
        if name == own || begun.elapsed() > SEARCH_TIME {
            continue;
        }
        let store = Store::of_folder(state_dir, &name);
        let Ok(current) = store.load() else { continue };
        let Some(main) = current.state.contexts.get(&ContextId::Main) else { continue };
        // The client moves transcripts, but keeps those of one project together.
        let recorded = current.state.transcript_path.as_deref().map(PathBuf::from);
        let places = [recorded, Some(folder.join(format!("{name}.jsonl")))];
        if places.iter().flatten().any(|place| shares_row(place, &uuids).unwrap_or(false)) {
            let authority = current.state.authority.clone();
            parents.push(Parent { session_id: name, main: main.clone(), authority });
        }
    }
    parents
}
