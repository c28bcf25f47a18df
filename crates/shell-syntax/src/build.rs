//! Puts the list together: parses, fills in here-documents, then looks into the commands that run commands.

use crate::parser::{Parsed, Parser};
use crate::{
    Assignment, Connector, Scope, ScopeId, ScopeKind, Script, SimpleCommand, Unparsable, Word, wrapper,
};

/// What has been found so far, and the work that may still be done.
pub(crate) struct Build {
    pub(crate) commands: Vec<SimpleCommand>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) heredocs: Vec<Option<Word>>,
    budget: usize,
}

impl Build {
    fn new(length: usize) -> Self {
        Self {
            commands: Vec::new(),
            scopes: vec![Scope { kind: ScopeKind::Top, parent: None }],
            heredocs: Vec::new(),
            budget: 4096 + length.saturating_mul(16),
        }
    }

    /// Takes `work` from the budget. That is what keeps the time proportional to the length of the input,
    /// whatever is read twice.
    pub(crate) fn spend(&mut self, work: usize) -> Parsed<()> {
        self.budget = self.budget.checked_sub(work).ok_or(Unparsable::TooComplex)?;
        Ok(())
    }

    pub(crate) fn scope(&mut self, kind: ScopeKind, parent: ScopeId) -> ScopeId {
        self.scopes.push(Scope { kind, parent: Some(parent) });
        self.scopes.len() - 1
    }

    /// Puts `new` between `outer` and the scope right beneath it that encloses `inner`.
    pub(crate) fn reparent(&mut self, inner: ScopeId, outer: ScopeId, new: ScopeId) {
        let mut at = inner;
        while let Some(parent) = self.scopes[at].parent {
            if parent == outer {
                self.scopes[at].parent = Some(new);
                return;
            }
            if parent == new {
                return;
            }
            at = parent;
        }
    }

    /// Adds a command that only assigns.
    pub(crate) fn assign(&mut self, assignments: Vec<Assignment>, scope: ScopeId) {
        if !assignments.is_empty() {
            self.commands.push(SimpleCommand {
                assignments,
                words: Vec::new(),
                redirections: Vec::new(),
                scope,
                connector: Connector::Sequence,
                caller: None,
                opaque: false,
            });
        }
    }

    /// The commands of `text`, here-documents filled in; what they run isn't looked into yet.
    pub(crate) fn nested(&mut self, text: &str, scope: ScopeId, depth: usize) -> Parsed<Vec<SimpleCommand>> {
        let outer = (std::mem::take(&mut self.commands), std::mem::take(&mut self.heredocs));
        let result = Parser::new(text, self, scope, depth).and_then(|mut parser| parser.whole());
        let mut found = std::mem::replace(&mut self.commands, outer.0);
        let mut bodies = std::mem::replace(&mut self.heredocs, outer.1);
        result?;
        for redirection in found.iter_mut().flat_map(|command| &mut command.redirections) {
            if let Some(body) = redirection.heredoc.and_then(|id| bodies.get_mut(id)) {
                redirection.body = Some(body.take().unwrap_or_default());
            }
        }
        Ok(found)
    }
}

pub(crate) fn script(text: &str) -> Result<Script, Unparsable> {
    // No command line can hold one; here it would stand for what isn't known.
    if let Some(at) = text.bytes().position(|byte| byte == 0) {
        return Err(Unparsable::Unexpected { at });
    }
    let mut build = Build::new(text.len());
    let found = build.nested(text, 0, 0)?;
    let mut commands = Vec::with_capacity(found.len());
    wrapper::unfold(found, &mut build, &mut commands, None, 0)?;
    Ok(Script { commands, scopes: build.scopes })
}
