//! One scripted reply of the model.

use std::time::Duration;

use crate::ToolCall;

/// What the mock answers to one request.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    pub(crate) text: String,
    pub(crate) calls: Vec<ToolCall>,
    pub(crate) input_tokens: Option<u64>,
    pub(crate) delay: Duration,
    pub(crate) refusal: Option<Refusal>,
}

/// An error reply of the API.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) message: String,
}

impl Turn {
    /// A reply of text alone, which ends the model's turn.
    #[must_use]
    pub fn say(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    /// A reply without any content.
    #[must_use]
    pub fn nothing() -> Self {
        Self::default()
    }

    /// A reply that asks for tools, in parallel if there are several, and says nothing.
    #[must_use]
    pub fn calls(calls: impl IntoIterator<Item = ToolCall>) -> Self {
        Self { calls: calls.into_iter().collect(), ..Self::default() }
    }

    /// A reply that asks for one marker file, see [`ToolCall::mark`].
    #[must_use]
    pub fn mark(name: &str) -> Self {
        Self::calls([ToolCall::mark(name)])
    }

    /// An error instead of a reply.
    #[must_use]
    pub fn refuse(status: u16, message: &str) -> Self {
        Self { refusal: Some(Refusal { status, message: message.to_owned() }), ..Self::default() }
    }

    /// The error to which the client answers by compacting and asking again.
    #[must_use]
    pub fn prompt_too_long() -> Self {
        Self::refuse(400, "prompt is too long: 1250000 tokens > 1000000 maximum")
    }

    /// Claims that the request had this many tokens. 195,000 makes a client in [`crate::Mode::Auto`] compact.
    #[must_use]
    pub fn input_tokens(mut self, tokens: u64) -> Self {
        self.input_tokens = Some(tokens);
        self
    }

    /// Waits before answering.
    #[must_use]
    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}
