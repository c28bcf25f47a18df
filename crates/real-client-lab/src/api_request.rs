//! A request that the client made, and which part of the client made it.

use serde_json::Value;

/// Who asked the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// The main conversation.
    Main,
    /// A subagent's conversation.
    Subagent,
    /// A compaction, of whichever conversation: the reply is the summary.
    Summary,
    /// Something without tools that the client wants to know by the way, such as a title.
    Side,
}

/// One recorded request.
#[derive(Clone, Debug)]
pub struct ApiRequest {
    /// Who asked.
    pub kind: RequestKind,
    /// The request's body.
    pub body: Value,
}

/// With these words the client asks for a summary. They may stand before other text, and the client may have them
/// followed by an assistant's half reply and a request to go on.
const SUMMARY_PROMPTS: [&str; 4] = [
    "your task is to create a detailed summary",
    "create a detailed summary of the",
    "create a detailed summary of our",
    "create a detailed summary of this",
];

/// The client marks a subagent's system prompt with this, in its billing line.
const SUBAGENT_MARK: &str = "cc_is_subagent=true";

impl ApiRequest {
    pub(crate) fn new(body: Value) -> Self {
        Self { kind: kind_of(&body), body }
    }

    /// All text of the conversation as the model sees it, tool results included, the system prompt not.
    #[must_use]
    pub fn text(&self) -> String {
        messages(&self.body).map(|message| text_of(&message["content"])).collect::<Vec<_>>().join("\n")
    }

    /// The blocks of this type in all messages, oldest first.
    pub(crate) fn blocks<'a>(&'a self, block_type: &'a str) -> impl Iterator<Item = &'a Value> {
        messages(&self.body)
            .filter_map(|message| message["content"].as_array())
            .flatten()
            .filter(move |block| block["type"] == block_type)
    }
}

/// The text in a message's or a tool result's content, which is a string or a list of blocks.
pub(crate) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().map(block_text).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

fn block_text(block: &Value) -> String {
    match block["type"].as_str() {
        Some("tool_result") => text_of(&block["content"]),
        _ => block["text"].as_str().unwrap_or_default().to_owned(),
    }
}

fn messages(body: &Value) -> impl Iterator<Item = &Value> {
    body["messages"].as_array().into_iter().flatten()
}

fn kind_of(body: &Value) -> RequestKind {
    if asks_for_summary(body) {
        RequestKind::Summary
    } else if body["tools"].as_array().is_none_or(Vec::is_empty) {
        RequestKind::Side
    } else if text_of(&body["system"]).contains(SUBAGENT_MARK) {
        RequestKind::Subagent
    } else {
        RequestKind::Main
    }
}

fn asks_for_summary(body: &Value) -> bool {
    // A reminder with the role "system" may stand behind the prompt.
    let conversation: Vec<&Value> = messages(body).filter(|message| message["role"] != "system").collect();
    let prompts = |message: &Value| {
        let text = text_of(&message["content"]).to_lowercase();
        SUMMARY_PROMPTS.iter().any(|prompt| text.contains(prompt))
    };
    match conversation.as_slice() {
        [.., prompt, half, _] if half["role"] == "assistant" && prompts(prompt) => true,
        [.., last] => prompts(last),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PROMPT: &str = "Your task is to create a detailed summary of the conversation so far.";

    fn kind(body: Value) -> RequestKind {
        ApiRequest::new(body).kind
    }

    #[test]
    fn main_and_subagent_differ_in_the_system_prompt() {
        let tools = json!([{ "name": "Bash" }]);
        let messages = json!([{ "role": "user", "content": "hello" }]);
        assert_eq!(kind(json!({ "tools": tools, "messages": messages })), RequestKind::Main);
        let system = json!([{ "type": "text", "text": "x-billing: cc_is_subagent=true;" }]);
        assert_eq!(
            kind(json!({ "tools": tools, "messages": messages, "system": system })),
            RequestKind::Subagent
        );
        assert_eq!(kind(json!({ "messages": messages })), RequestKind::Side);
    }

    #[test]
    fn a_summary_is_asked_for_last() {
        let ask = json!({ "role": "user", "content": [{ "type": "text", "text": PROMPT }] });
        let reminder = json!({ "role": "system", "content": "remember" });
        assert_eq!(kind(json!({ "messages": [ask, reminder] })), RequestKind::Summary);
        let half = json!({ "role": "assistant", "content": "<summary> cut" });
        let on = json!({ "role": "user", "content": "go on" });
        assert_eq!(kind(json!({ "messages": [ask, half, on] })), RequestKind::Summary);
    }

    #[test]
    fn an_old_prompt_for_a_summary_is_history() {
        let tools = json!([{ "name": "Bash" }]);
        let ask = json!({ "role": "user", "content": PROMPT });
        let summary = json!({ "role": "assistant", "content": "<summary>" });
        let user = json!({ "role": "user", "content": "next" });
        let answer = json!({ "role": "assistant", "content": "fine" });
        let messages = json!([ask, summary, user, answer, user]);
        assert_eq!(kind(json!({ "tools": tools, "messages": messages })), RequestKind::Main);
    }
}
