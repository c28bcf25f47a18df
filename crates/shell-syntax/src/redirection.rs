//! Redirections.

use crate::Word;

/// What a redirection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectionOperator {
    /// `<`
    Input,
    /// `>`, `>|`, `&>`: the file is emptied and written.
    Output,
    /// `>>`, `&>>`
    Append,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateInput,
    /// `>&`: a descriptor, or a file when the target isn't a number or `-`.
    DuplicateOutput,
    /// `<<`, `<<-`
    HereDocument,
    /// `<<<`
    HereString,
}

/// One redirection of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection {
    /// The descriptor before the operator, or the name in `{name}>`.
    pub descriptor: Option<String>,
    /// What it does.
    pub operator: RedirectionOperator,
    /// The file, descriptor, text of a here-string, or delimiter of a here-document.
    pub target: Word,
    /// The body of a here-document.
    pub body: Option<Word>,
    pub(crate) heredoc: Option<usize>,
}

impl Redirection {
    /// Whether it can write to a file other than `/dev/null` and its like.
    #[must_use]
    pub fn writes_file(&self) -> bool {
        let target = self.target.literal();
        match self.operator {
            RedirectionOperator::Output | RedirectionOperator::Append | RedirectionOperator::ReadWrite => {
                !target.is_some_and(|name| {
                    matches!(name, "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty")
                })
            }
            RedirectionOperator::DuplicateOutput => !target.is_some_and(|name| {
                name == "-" || name.strip_suffix('-').unwrap_or(name).bytes().all(|b| b.is_ascii_digit())
            }),
            RedirectionOperator::Input
            | RedirectionOperator::DuplicateInput
            | RedirectionOperator::HereDocument
            | RedirectionOperator::HereString => false,
        }
    }

    /// The text that it feeds to the command, if it is a here-document or a here-string.
    #[must_use]
    pub fn fed_text(&self) -> Option<&Word> {
        match self.operator {
            RedirectionOperator::HereDocument => self.body.as_ref(),
            RedirectionOperator::HereString => Some(&self.target),
            _ => None,
        }
    }
}
