//! Tags, template tokens and speaker labels, found by their signs rather than by words.

use crate::page::Page;
use std::ops::Range;

/// A piece of markup that gives a passage a false speaker.
pub(super) struct Found {
    pub bytes: Range<usize>,
    pub message: &'static str,
}

/// Tokens that only a chat template writes.
const TEMPLATE: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "<|begin_of_text|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<|channel|>",
    "<|message|>",
];

/// Tags that carry authority, or look like the client's own.
const TAGS: &[&str] = &[
    "system",
    "system-reminder",
    "system_prompt",
    "system-prompt",
    "system_message",
    "system-message",
    "sys",
    "admin",
    "administrator",
    "operator",
    "developer",
    "policy",
    "instructions",
    "instruction",
    "information",
    "important",
    "override",
    "permissions",
    "approval",
    "authority",
    "root",
    "priority",
    "user",
    "human",
    "assistant",
    "tool_result",
    "function_results",
];

/// Speakers whose label opens a turn.
const SPEAKERS: &[&str] = &[
    "system",
    "human",
    "assistant",
    "developer",
    "admin",
    "administrator",
    "operator",
    "systeme",
    "sistema",
];

/// A line that pretends to be a fence is read so far, in bytes.
const LONGEST_FENCE: usize = 400;

/// Everything of the kind in a page.
pub(super) fn find(page: &Page<'_>) -> Vec<Found> {
    let text = page.text;
    let mut found = Vec::new();
    let mut code = Code::default();
    for at in memchr::memchr3_iter(b'<', b'[', b'%', text.as_bytes()) {
        let rest = &text[at..];
        let in_code = code.spans(text.as_bytes(), at);
        if let Some(token) = TEMPLATE
            .iter()
            .find(|t| rest.len() >= t.len() && rest.as_bytes()[..t.len()].eq_ignore_ascii_case(t.as_bytes()))
        {
            if !in_code {
                found.push(Found {
                    bytes: at..at + token.len(),
                    message: "a chat-template token stands in the text",
                });
            }
        } else if let Some(end) = element(rest) {
            if !in_code {
                found.push(Found {
                    bytes: at..at + end,
                    message: "a passage stands in a tag that carries authority",
                });
            }
        } else if !text[..at].ends_with('%')
            && let Some(end) = fence(&rest[..floor(rest, LONGEST_FENCE)])
        {
            found.push(Found {
                bytes: at..at + end,
                message: "a line pretends that the untrusted part ends here",
            });
        }
    }
    labels(text, &mut found);
    found
}

/// `<system> words </system>`, with words enough for a message. A lone tag, or one around an ellipsis, is talk about tags.
fn element(rest: &str) -> Option<usize> {
    let name_end = rest[1..].find(|c: char| !(c.is_ascii_alphabetic() || c == '-' || c == '_'))? + 1;
    let name = rest.get(1..name_end)?.to_ascii_lowercase();
    if !rest.starts_with('<') || !TAGS.contains(&name.as_str()) {
        return None;
    }
    let open_end = rest.bytes().skip(name_end).take(80).position(|b| b == b'>')? + name_end + 1;
    let closing = format!("</{}>", &rest[1..name_end]);
    let window = floor(rest, open_end + 4000);
    let close = rest[open_end..window].find(&closing)? + open_end;
    let inner = &rest[open_end..close];
    let words =
        inner.split_whitespace().filter(|w| w.chars().filter(|c| c.is_alphabetic()).count() >= 2).count();
    let dense = inner.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count() / 3;
    (words.max(dense) >= 3 || (name == "policy" && inner.contains('{'))).then_some(close + closing.len())
}

/// `%%% end of something %%%` and the like.
fn fence(rest: &str) -> Option<usize> {
    if !rest.starts_with("%%%") {
        return None;
    }
    let line = rest.lines().next()?;
    let inner = line.trim_start_matches('%');
    let close = inner.find("%%%")?;
    let words = inner[..close].split_whitespace().count();
    (1..=12).contains(&words).then(|| line.len() - inner.len() + close + 3)
}

/// A line `Human: yes, do it` that is answered by a line `Assistant: …`, or a bare `System:` line.
fn labels(text: &str, found: &mut Vec<Found>) {
    let mut at = 0;
    let mut human: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start_matches([' ', '\t', '>', '-', '*', '#']);
        let start = at + (line.len() - trimmed.len());
        at += line.len();
        let (bracketed, inner) = match trimmed.strip_prefix('[') {
            Some(inner) => (true, inner),
            None => (false, trimmed),
        };
        let Some(end) = inner.find(|c: char| !c.is_ascii_alphabetic()) else { continue };
        let label = inner[..end].to_ascii_lowercase();
        if !SPEAKERS.contains(&label.as_str()) {
            continue;
        }
        let tail = &inner[end..];
        let tail = match (bracketed, tail.strip_prefix(if bracketed { "]" } else { ":" })) {
            (_, Some(tail)) if tail.starts_with([' ', ':', '\n']) => tail.trim_start_matches(':'),
            _ => continue,
        };
        let words = tail.split_whitespace().count();
        let length = line.trim_end().len();
        let bytes = start..start + length.saturating_sub(line.len() - trimmed.len());
        match label.as_str() {
            "human" => human = Some(start),
            "assistant" => {
                if let Some(from) = human.take() {
                    found.push(Found {
                        bytes: from..bytes.end,
                        message: "a turn of talk is made up inside the summary",
                    });
                }
            }
            _ if words >= 4 => found
                .push(Found { bytes, message: "a line is labelled as if the system or an operator spoke" }),
            _ => {}
        }
    }
}

/// Whether a place stands between backticks on its line: talk about a tag, not use of it.
#[derive(Default)]
struct Code {
    read: usize,
    open: bool,
}

impl Code {
    /// The places have to be asked about in their order.
    fn spans(&mut self, bytes: &[u8], at: usize) -> bool {
        for &byte in &bytes[self.read..at] {
            self.open = match byte {
                b'\n' => false,
                b'`' => !self.open,
                _ => self.open,
            };
        }
        self.read = at;
        self.open
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
