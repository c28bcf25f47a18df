//! Claude Code's transcript: a JSONL file that is only appended to, about 1 to 110 ms behind the events (measured on
//! client 2.1.332). Its format is undocumented, so every row that doesn't parse is skipped, and rows are judged by
//! their parsed top-level fields: tool inputs and results can contain any text.

mod evidence;
mod result;
mod row;
mod scan;
mod summary_text;

pub use evidence::{gate_texts, row_uuids, shares_row};
pub use result::{ResultRow, result_rows};
pub use scan::{FoundBoundary, Position, Scanner};
pub use summary_text::{kept_of_reply, summary_of_row};

use std::path::{Path, PathBuf};

/// Where a subagent's rows are: never in the session's own file.
///
/// `agent_id` is used only if it is a plain file name, since it comes from outside.
#[must_use]
pub fn agent_transcript(transcript_path: &Path, session_id: &str, agent_id: &str) -> Option<PathBuf> {
    let plain =
        |id: &str| !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !plain(session_id) || !plain(agent_id) {
        return None;
    }
    let file = format!("agent-{agent_id}.jsonl");
    Some(transcript_path.parent()?.join(session_id).join("subagents").join(file))
}
