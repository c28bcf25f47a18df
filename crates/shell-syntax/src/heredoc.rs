//! Here-documents: announced by a redirection, read at the end of the line.

use crate::parser::{Parsed, Parser};
use crate::{Part, ScopeKind, Word};

/// A here-document whose body hasn't been read yet.
pub(crate) struct Pending {
    pub(crate) id: usize,
    pub(crate) delimiter: String,
    pub(crate) strips_tabs: bool,
    /// A quoted delimiter: nothing in the body is expanded.
    pub(crate) verbatim: bool,
}

impl Parser<'_, '_> {
    /// Reads the delimiter and announces the body. Returns the delimiter as a word, and the body's number.
    pub(crate) fn announce_here_document(&mut self, strips_tabs: bool) -> Parsed<(Word, usize)> {
        self.blanks();
        let mut delimiter = String::new();
        let mut verbatim = false;
        let start = self.cursor.at();
        loop {
            match self.cursor.peek() {
                Some(b'\'') => {
                    verbatim = true;
                    delimiter.push_str(self.single_quoted()?);
                }
                Some(b'"') => {
                    verbatim = true;
                    self.cursor.skip(1);
                    delimiter.push_str(self.cursor.take_until(|byte| byte == b'"'));
                    if !self.cursor.eat("\"") {
                        return Err(crate::Unparsable::UnclosedQuote);
                    }
                }
                Some(b'\\') => {
                    verbatim = true;
                    self.cursor.skip(1);
                    delimiter.extend(self.cursor.take_char());
                }
                Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')') | None => break,
                Some(_) => delimiter.extend(self.cursor.take_char()),
            }
        }
        if self.cursor.at() == start {
            return self.unexpected();
        }
        let id = self.build.heredocs.len();
        self.build.heredocs.push(None);
        let word = Word { parts: vec![Part::Literal(delimiter.clone())], quoted: verbatim };
        self.pending.push(Pending { id, delimiter, strips_tabs, verbatim });
        Ok((word, id))
    }

    /// Reads the bodies that begin here. One that the text ends in runs to its end, as in bash.
    pub(crate) fn read_here_documents(&mut self) -> Parsed<()> {
        for pending in std::mem::take(&mut self.pending) {
            let mut body = String::new();
            while self.cursor.peek().is_some() {
                let line = self.cursor.take_until(|byte| byte == b'\n');
                let ended = self.cursor.eat("\n");
                let line = if pending.strips_tabs { line.trim_start_matches('\t') } else { line };
                if line == pending.delimiter {
                    break;
                }
                body.push_str(line);
                if ended {
                    body.push('\n');
                }
            }
            let word = if pending.verbatim {
                Word { parts: vec![Part::Literal(body)], quoted: true }
            } else {
                let scope = self.build.scope(ScopeKind::HereDocument, self.scope);
                Parser::new(&body, self.build, scope, self.depth + 1)?.expanded_text()?
            };
            if let Some(slot) = self.build.heredocs.get_mut(pending.id) {
                *slot = Some(word);
            }
        }
        Ok(())
    }
}
