/// Why a hook's input can't be used. The messages quote nothing of it but a key of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// Standard input ended without a byte.
    #[error("standard input is empty; a hook event is one JSON object")]
    Empty,
    /// Standard input is a terminal.
    #[error("standard input is a terminal; a hook event comes through a pipe or a file")]
    Terminal,
    /// Standard input ended in the middle of the value.
    #[error("standard input ended inside the JSON object, after {0} bytes")]
    Truncated(usize),
    /// More than [`crate::MAX_INPUT_BYTES`].
    #[error("the event is larger than {} MiB", crate::MAX_INPUT_BYTES >> 20)]
    TooLarge,
    /// Not a JSON object.
    #[error("the event is not a JSON object (at byte {0})")]
    NotAnObject(usize),
    /// A second value follows the first.
    #[error("there is something behind the JSON object, so it is unclear which event is meant")]
    SecondValue,
    /// The same key twice with different values.
    #[error("the event has two different values for one key{0}, so it is unclear which is meant")]
    Contradictory(String),
    /// A needed field is missing.
    #[error("the event has no {0}")]
    Missing(&'static str),
    /// A needed field has the wrong type.
    #[error("{0} is not a string")]
    WrongType(&'static str),
    /// A field of the envelope is longer than any that the client sends.
    #[error("{0} is too long")]
    TooLong(&'static str),
    /// The operating system refused.
    #[error("standard input can't be read: {0}")]
    Io(String),
}
