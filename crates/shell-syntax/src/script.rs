//! What a text would run.

use crate::{Redirection, Scope, ScopeId, ScopeKind, Word};

/// `name=value` before a command, alone, or as bound by a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// The value; an array's elements are assignments of their own.
    pub value: Word,
}

/// How a command follows the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connector {
    /// First in its list, or after `;`, `&`, or a new line.
    Sequence,
    /// After `&&`.
    And,
    /// After `||`.
    Or,
    /// After `|` or `|&`.
    Pipe,
}

/// One command without control structure. It has no words if it only assigns (a `for` loop binds its variable
/// like this) or only redirects (a redirection behind a group or a loop).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpleCommand {
    /// Assignments before the command word.
    pub assignments: Vec<Assignment>,
    /// The command word and its arguments.
    pub words: Vec<Word>,
    /// Its redirections.
    pub redirections: Vec<Redirection>,
    /// What it stands in.
    pub scope: ScopeId,
    /// How it follows the command before it.
    pub connector: Connector,
    /// The command in the list that runs this one, if it isn't the shell that read the text.
    pub caller: Option<usize>,
    /// It runs code that the text doesn't hold: `sh -c "$x"`, `eval "$(...)"`, `curl ... | sh`.
    pub opaque: bool,
}

impl SimpleCommand {
    /// The name of its program without its folder, if that is known.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.words.first().and_then(Word::program)
    }
}

/// Every simple command of a text, in the order in which they stand; what a command runs follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The commands.
    pub commands: Vec<SimpleCommand>,
    /// The constructs that they stand in; the first is the text itself.
    pub scopes: Vec<Scope>,
}

impl Script {
    /// What encloses `scope`, from the inside out, itself included.
    pub fn enclosing(&self, scope: ScopeId) -> impl Iterator<Item = ScopeKind> + '_ {
        std::iter::successors(Some(scope), |id| self.scopes.get(*id)?.parent)
            .filter_map(|id| self.scopes.get(id).map(|scope| scope.kind))
    }
}
