//! What the model was told about a tool call.

use std::collections::BTreeMap;

use crate::ApiRequest;
use crate::api_request::text_of;

/// The first result of a tool call that the client sent to the model.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// Whether the client called it an error, as it does with a denied call.
    pub is_error: bool,
    /// The text.
    pub text: String,
}

/// The results in these requests by tool-use id. Each request repeats the results of those before it, and a
/// compaction may shorten them, hence the first counts.
pub(crate) fn first_results(requests: &[ApiRequest]) -> BTreeMap<String, ToolResult> {
    let mut results = BTreeMap::new();
    for block in requests.iter().flat_map(|request| request.blocks("tool_result")) {
        let Some(id) = block["tool_use_id"].as_str() else { continue };
        results.entry(id.to_owned()).or_insert_with(|| ToolResult {
            is_error: block["is_error"] == true,
            text: text_of(&block["content"]),
        });
    }
    results
}
