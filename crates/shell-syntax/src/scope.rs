//! Where a command stands.

/// Index into [`crate::Script::scopes`].
pub type ScopeId = usize;

/// What encloses a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The text itself.
    Top,
    /// `( ... )`
    Subshell,
    /// A member of a pipeline of two or more, counted from 0.
    Pipeline(usize),
    /// Followed by `&`, or a coprocess.
    Background,
    /// The body or condition of `if`, `case`, `for`, `while`, `until`, `select`: may run or not.
    Conditional,
    /// The body of a function: runs when it is called.
    Function,
    /// `$( ... )` or backquotes.
    CommandSubstitution,
    /// `<( ... )` or `>( ... )`
    ProcessSubstitution,
    /// A substitution inside the body of a here-document.
    HereDocument,
    /// The command that another program is asked to run: `sudo`, `env`, `xargs`, `find -exec`.
    Wrapped,
    /// Code for a new shell: `sh -c`, a here-document or a pipe fed to a shell.
    ShellCode,
    /// Code for this shell: `eval`, `trap`.
    Eval,
}

impl ScopeKind {
    /// Whether a `cd` inside can still be in force behind it.
    #[must_use]
    pub fn shares_directory(self) -> bool {
        matches!(self, Self::Top | Self::Conditional | Self::Function | Self::Eval | Self::Wrapped)
    }
}

/// One enclosing construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What it is.
    pub kind: ScopeKind,
    /// What it stands in; `None` for the top.
    pub parent: Option<ScopeId>,
}
