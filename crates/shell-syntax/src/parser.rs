//! What all parts of the parser share: the place in the text, the depth, the budget.

use crate::build::Build;
use crate::cursor::Cursor;
use crate::heredoc::Pending;
use crate::{ScopeId, Unparsable};

/// Far deeper than anything written by hand, and far from the end of a 2 MiB stack.
pub(crate) const MAX_DEPTH: usize = 100;

pub(crate) type Parsed<T> = Result<T, Unparsable>;

pub(crate) struct Parser<'t, 'b> {
    pub(crate) cursor: Cursor<'t>,
    pub(crate) build: &'b mut Build,
    pub(crate) depth: usize,
    pub(crate) scope: ScopeId,
    pub(crate) pending: Vec<Pending>,
}

impl<'t, 'b> Parser<'t, 'b> {
    /// A parser for `text`, `depth` levels inside the whole.
    pub(crate) fn new(text: &'t str, build: &'b mut Build, scope: ScopeId, depth: usize) -> Parsed<Self> {
        if depth > MAX_DEPTH {
            return Err(Unparsable::TooDeep);
        }
        build.spend(text.len() / 8 + 1)?;
        Ok(Self { cursor: Cursor::new(text), build, depth, scope, pending: Vec::new() })
    }

    /// Runs `parse` one level deeper. Every recursion of the parser goes through here.
    pub(crate) fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Unparsable::TooDeep);
        }
        self.build.spend(1)?;
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Runs `parse` one level deeper, in a new scope.
    pub(crate) fn scoped<T>(
        &mut self,
        kind: crate::ScopeKind,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let outer = self.scope;
        self.scope = self.build.scope(kind, outer);
        let result = self.deeper(parse);
        self.scope = outer;
        result
    }

    pub(crate) fn unexpected<T>(&self) -> Parsed<T> {
        Err(Unparsable::Unexpected { at: self.cursor.at() })
    }

    /// Skips blanks and continued lines.
    pub(crate) fn blanks(&mut self) {
        loop {
            match self.cursor.peek() {
                Some(b' ' | b'\t') => self.cursor.skip(1),
                Some(b'\\') if self.cursor.peek_at(1) == Some(b'\n') => self.cursor.skip(2),
                Some(b'#') => {
                    self.cursor.take_until(|byte| byte == b'\n');
                }
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and ends of lines; the here-documents that begin behind those are read.
    pub(crate) fn lines(&mut self) -> Parsed<()> {
        loop {
            self.blanks();
            if self.cursor.peek() != Some(b'\n') {
                return Ok(());
            }
            self.end_of_line()?;
        }
    }

    pub(crate) fn end_of_line(&mut self) -> Parsed<()> {
        self.cursor.skip(1);
        self.read_here_documents()
    }
}
