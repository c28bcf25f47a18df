//! Looking at a transcript, and waiting for the client to write this call's own row.

use crate::store::Store;
use hook_protocol::transcript::{FoundBoundary, Position as FilePosition, Scanner};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use verdict::{ContextId, State, Verdict};

/// How long the client's flush is waited for. It took 1 to 110 ms in 82 measured calls (client 2.1.332).
const FLUSH_WAIT: Duration = Duration::from_secs(2);
/// How often is looked meanwhile.
const STEP: Duration = Duration::from_millis(5);
/// A position is saved again once so many bytes have been looked through: reading them anew costs less than a write.
const SAVE_EVERY: u64 = 256 << 10;

/// What a look found.
#[derive(Clone, Debug)]
pub struct Seen {
    /// This call's own row is there.
    pub own_row: bool,
    /// Compactions, in the order of the file.
    pub boundaries: Vec<FoundBoundary>,
    /// How far was looked.
    pub position: FilePosition,
}

/// Looks through a transcript from a position on. With `wait`, or where a compaction is found that isn't `settled`,
/// this call's own row is waited for, since rows that belong together come in one flush before it. `None`: there is
/// no transcript that can be read.
pub fn look(
    path: &Path,
    from: Option<FilePosition>,
    tool_use_id: Option<&str>,
    wait: bool,
    settled: &dyn Fn(&str, Option<&str>) -> bool,
) -> Option<Seen> {
    let begun = Instant::now();
    let mut scanner = loop {
        match Scanner::open(path, from, tool_use_id) {
            Ok(scanner) => break scanner,
            // The file itself may still be on its way.
            Err(error)
                if wait && error.kind() == std::io::ErrorKind::NotFound && begun.elapsed() < FLUSH_WAIT =>
            {
                std::thread::sleep(STEP);
            }
            Err(_) => return None,
        }
    };
    loop {
        scanner.advance().ok()?;
        let all_settled = scanner.boundaries().iter().all(|found| {
            let digest = found.summary.as_deref().map(super::summary_lint::summary_digest);
            settled(&found.uuid, digest.as_deref())
        });
        let enough = scanner.own_row() || tool_use_id.is_none() || (!wait && all_settled);
        if enough || begun.elapsed() >= FLUSH_WAIT {
            break;
        }
        std::thread::sleep(STEP);
    }
    Some(Seen {
        own_row: scanner.own_row(),
        boundaries: scanner.boundaries().to_vec(),
        position: scanner.position(),
    })
}

/// A position to be saved once the event is decided.
pub struct Position(Option<(ContextId, u64, FilePosition)>);

type Saved = BTreeMap<String, (u64, u64, u64)>;

impl Position {
    /// Nothing to save.
    pub fn unknown() -> Position {
        Position(None)
    }

    /// Where a look got to that began at `from`.
    pub fn at(context: ContextId, from: Option<FilePosition>, to: FilePosition) -> Position {
        let begun = from
            .filter(|from| (from.device, from.inode) == (to.device, to.inode))
            .map_or(0, |from| from.offset);
        Position(Some((context, begun, to)))
    }

    /// Saves it, if the context is open: then everything before it is accounted for.
    pub fn save(self, store: &Store, after: &State) {
        let Some((context, begun, to)) = self.0 else { return };
        let open = after.contexts.get(&context).is_some_and(|context| context.verdict == Verdict::Pass);
        if !open || to.offset.saturating_sub(begun) < SAVE_EVERY {
            return;
        }
        let mut saved = read(store);
        saved.insert(context.to_string(), (to.device, to.inode, to.offset));
        if let Ok(text) = serde_json::to_vec(&saved) {
            store.session().write_hint(&text);
        }
    }
}

/// Where the last look at a context's transcript got to.
pub fn saved_position(store: &Store, context: &ContextId) -> Option<FilePosition> {
    let (device, inode, offset) = *read(store).get(&context.to_string())?;
    Some(FilePosition { device, inode, offset })
}

fn read(store: &Store) -> Saved {
    store.session().read_hint().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}
