use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The top-level fields of a transcript row that the gate looks at.
#[derive(Debug, Deserialize)]
pub(super) struct Row<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub subtype: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub uuid: Option<Cow<'a, str>>,
    #[serde(rename = "isCompactSummary", default)]
    pub is_compact_summary: bool,
    #[serde(borrow)]
    pub message: Option<&'a RawValue>,
    #[serde(borrow)]
    pub attachment: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    content: Option<&'a RawValue>,
}

/// One block of a message's content.
#[derive(Debug, Deserialize)]
pub(super) struct Block<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub text: Option<Cow<'a, str>>,
    #[serde(default)]
    pub is_error: Option<bool>,
    #[serde(borrow)]
    pub content: Option<&'a RawValue>,
}

impl<'a> Row<'a> {
    /// Parses one line, which went through [`crate::repair()`].
    pub(super) fn parse(line: &'a str) -> Option<Row<'a>> {
        serde_json::from_str(line).ok()
    }

    /// The blocks of the message, where its content is a list.
    pub(super) fn blocks(&self) -> Vec<Block<'a>> {
        let content = self.content();
        content.and_then(|content| serde_json::from_str(content).ok()).unwrap_or_default()
    }

    /// The text of the message: its content, or the text blocks of it.
    pub(super) fn text(&self) -> Option<String> {
        text_of(self.content()?)
    }

    fn content(&self) -> Option<&'a str> {
        let message: Message<'a> = serde_json::from_str(self.message?.get()).ok()?;
        message.content.map(RawValue::get)
    }
}

/// Text that stands either as a string or as a list of text blocks.
pub(super) fn text_of(content: &str) -> Option<String> {
    if let Ok(text) = serde_json::from_str::<String>(content) {
        return Some(text);
    }
    let blocks: Vec<Block<'_>> = serde_json::from_str(content).ok()?;
    Some(blocks.into_iter().filter_map(|block| block.text).collect::<Vec<_>>().join("\n"))
}
