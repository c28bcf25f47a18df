use std::path::Path;

use crate::state_file::{exists, read};
use crate::unknown::Unknown;

/// Each stash is a line of about 150 bytes.
const LOG_LIMIT: u64 = 1024 * 1024;

/// How many stashes there are: what `status` said, or else the lines of the stash's log, since git before 2.35
/// says nothing and `status` may have run out of time. Repositories with reftables have no such log, but only a
/// newer git reads them.
pub(crate) fn count(status: Result<Option<usize>, Unknown>, common_dir: &Path) -> Result<usize, Unknown> {
    match status {
        Ok(Some(count)) => Ok(count),
        Err(unknown) if exists(&common_dir.join("reftable")) => Err(unknown),
        Ok(None) | Err(_) => {
            let log = read(&common_dir.join("logs/refs/stash"), LOG_LIMIT).unwrap_or_default();
            Ok(log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count())
        }
    }
}
