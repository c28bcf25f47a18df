//! A scripted turn in the API's words: as one message, as a stream of events, or as an error.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::Turn;

const INPUT_TOKENS: u64 = 1000;
const OUTPUT_TOKENS: u64 = 20;

/// The whole message.
pub(super) fn message(turn: &Turn, model: &str, number: usize) -> Value {
    let text = (!turn.text.is_empty()).then(|| json!({ "type": "text", "text": turn.text }));
    let calls = turn
        .calls
        .iter()
        .map(|call| json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": call.input }));
    json!({
        "id": format!("msg_mock{number:06}"),
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": text.into_iter().chain(calls).collect::<Vec<_>>(),
        "stop_reason": if turn.calls.is_empty() { "end_turn" } else { "tool_use" },
        "stop_sequence": null,
        "usage": {
            "input_tokens": turn.input_tokens.unwrap_or(INPUT_TOKENS),
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": OUTPUT_TOKENS,
        },
    })
}

/// The same message as server-sent events, each content block in one piece.
pub(super) fn events(message: &Value) -> String {
    let mut stream = String::new();
    let mut head = message.clone();
    head["content"] = json!([]);
    head["stop_reason"] = Value::Null;
    push(&mut stream, &json!({ "type": "message_start", "message": head }));
    for (index, block) in message["content"].as_array().into_iter().flatten().enumerate() {
        let (empty, delta) = opened(block);
        push(&mut stream, &json!({ "type": "content_block_start", "index": index, "content_block": empty }));
        push(&mut stream, &json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        push(&mut stream, &json!({ "type": "content_block_stop", "index": index }));
    }
    let end = json!({ "stop_reason": message["stop_reason"], "stop_sequence": null });
    push(&mut stream, &json!({ "type": "message_delta", "delta": end, "usage": message["usage"] }));
    push(&mut stream, &json!({ "type": "message_stop" }));
    stream
}

/// A block as it starts, and the delta that fills it.
fn opened(block: &Value) -> (Value, Value) {
    let mut empty = block.clone();
    if block["type"] == "tool_use" {
        empty["input"] = json!({});
        (empty, json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() }))
    } else {
        empty["text"] = json!("");
        (empty, json!({ "type": "text_delta", "text": block["text"] }))
    }
}

fn push(stream: &mut String, event: &Value) {
    let name = event["type"].as_str().unwrap_or_default();
    // Writing to a String can't fail.
    let _ = write!(stream, "event: {name}\ndata: {event}\n\n");
}

/// The body of an error reply.
pub(super) fn error(message: &str) -> Value {
    json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } })
}
