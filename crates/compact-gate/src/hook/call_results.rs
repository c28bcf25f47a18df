//! What the transcript says of calls whose end was not heard.

use super::event::context_of;
use super::look::look;
use super::transcript_look::context_transcript;
use hook_protocol::Payload;
use hook_protocol::transcript::{ResultRow, result_rows};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use verdict::{CallResult, ContextId, Operation};

/// How long the client's flush is waited for at PostToolBatch. It took up to 54 ms in 12 measured batches.
const FLUSH_WAIT: Duration = Duration::from_secs(1);
const STEP: Duration = Duration::from_millis(5);

/// Looks for the result rows of these operations' calls. The client writes behind: at PostToolBatch the rows of its own
/// calls are waited for, and at PreToolUse this call's own row, before which the results of earlier ones come.
pub fn call_results(operations: &[&Operation], payload: &Payload) -> BTreeMap<String, CallResult> {
    let mut by_context: BTreeMap<&ContextId, Vec<&str>> = BTreeMap::new();
    for operation in operations {
        let id = operation.tool_use_id.as_deref();
        by_context.entry(&operation.context).or_default().extend(id);
    }
    let batch = batch_of(payload);
    let mut results = BTreeMap::new();
    for (context, ids) in by_context {
        let Some(path) = context_transcript(payload, context) else { continue };
        if let ("PreToolUse", Some(own)) = (payload.event.as_str(), &payload.tool_use_id)
            && *context == context_of(payload)
        {
            look(&path, None, Some(own), true, &|_, _| true);
        }
        let begun = Instant::now();
        let rows = loop {
            let rows = result_rows(&path, &ids).unwrap_or_default();
            let awaited = ids.iter().any(|id| batch.contains(*id) && !rows.contains_key(*id));
            if !awaited || begun.elapsed() >= FLUSH_WAIT {
                break rows;
            }
            std::thread::sleep(STEP);
        };
        for (id, row) in rows {
            let result = match row {
                ResultRow::Refused => CallResult::Refused,
                // The client has no PostToolBatch for a batch that was interrupted, so this one was refused.
                ResultRow::Rejected if batch.contains(&id) => CallResult::Refused,
                ResultRow::Rejected | ResultRow::Ended => CallResult::Ended,
            };
            results.insert(id, result);
        }
    }
    results
}

#[derive(serde::Deserialize)]
struct BatchCall {
    tool_use_id: String,
}

/// The calls of a PostToolBatch.
fn batch_of(payload: &Payload) -> BTreeSet<String> {
    let calls = payload.tool_calls.as_deref().filter(|_| payload.event == "PostToolBatch");
    let calls: Vec<BatchCall> = calls.and_then(|calls| serde_json::from_str(calls).ok()).unwrap_or_default();
    calls.into_iter().map(|call| call.tool_use_id).collect()
}
