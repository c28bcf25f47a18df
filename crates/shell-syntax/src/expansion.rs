//! What begins with `$` or a backquote.

use crate::parser::{Parsed, Parser};
use crate::piece::{Piece, into_parts, push_text};
use crate::{Part, ScopeKind, Unparsable, Word};

impl Parser<'_, '_> {
    /// Reads what stands here. Returns whether it was a quoted string (`$'...'`, `$"..."`).
    pub(crate) fn expansion(&mut self, pieces: &mut Vec<Piece>, in_quotes: bool) -> Parsed<bool> {
        if self.cursor.eat("`") {
            self.backquoted(in_quotes)?;
            pieces.push(Piece::Part(Part::CommandSubstitution));
            return Ok(false);
        }
        match self.cursor.peek_at(1) {
            Some(b'(') => {
                let part = self.parenthesised()?;
                pieces.push(Piece::Part(part));
            }
            Some(b'{') => {
                let part = self.deeper(Self::braced_parameter)?;
                pieces.push(Piece::Part(part));
            }
            Some(b'\'') if !in_quotes => {
                self.cursor.skip(2);
                self.escaped_quoted(pieces)?;
                return Ok(true);
            }
            Some(b'"') if !in_quotes => {
                self.cursor.skip(2);
                self.double_quoted(pieces)?;
                return Ok(true);
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.cursor.skip(1);
                let name = self.name().to_owned();
                pieces.push(Piece::Part(Part::Parameter { name, operator: None, argument: None }));
            }
            Some(byte) if byte.is_ascii_digit() || b"@*#?-$!".contains(&byte) => {
                self.cursor.skip(2);
                let name = char::from(byte).to_string();
                pieces.push(Piece::Part(Part::Parameter { name, operator: None, argument: None }));
            }
            _ => push_text(pieces, self.cursor.take(1)),
        }
        Ok(false)
    }

    pub(crate) fn name(&mut self) -> &str {
        self.cursor.take_until(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))
    }

    /// `$(...)` or `$((...))`.
    fn parenthesised(&mut self) -> Parsed<Part> {
        if self.cursor.peek_at(2) == Some(b'(')
            && let Some(length) = self.arithmetic_length(3)?
        {
            self.cursor.skip(3);
            self.arithmetic(length)?;
            self.cursor.skip(2);
            return Ok(Part::Arithmetic);
        }
        self.cursor.skip(2);
        self.scoped(ScopeKind::CommandSubstitution, Self::until_parenthesis)?;
        Ok(Part::CommandSubstitution)
    }

    /// Behind the opening backquote. Inside double quotes `\"` is unescaped too.
    fn backquoted(&mut self, in_quotes: bool) -> Parsed<()> {
        let mut inner = String::new();
        loop {
            inner.push_str(self.cursor.take_until(|byte| matches!(byte, b'`' | b'\\')));
            if self.cursor.eat("`") {
                break;
            }
            if !self.cursor.eat("\\") {
                return Err(Unparsable::UnclosedGroup);
            }
            match self.cursor.peek() {
                Some(b'`' | b'\\' | b'$') => inner.push_str(self.cursor.take(1)),
                Some(b'"') if in_quotes => inner.push_str(self.cursor.take(1)),
                _ => inner.push('\\'),
            }
        }
        let scope = self.build.scope(ScopeKind::CommandSubstitution, self.scope);
        Parser::new(&inner, self.build, scope, self.depth + 1)?.whole()
    }

    /// `${...}`
    fn braced_parameter(&mut self) -> Parsed<Part> {
        self.cursor.skip(2);
        let mut operator = String::new();
        // `${#name}` and `${!name}`; alone, `#` and `!` are parameters themselves.
        if let Some(prefix @ (b'#' | b'!')) = self.cursor.peek()
            && self
                .cursor
                .peek_at(1)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_@*".contains(&byte))
        {
            operator.push(char::from(prefix));
            self.cursor.skip(1);
        }
        let mut name = self.name().to_owned();
        if name.is_empty() {
            name.push_str(self.cursor.take(1));
        }
        if self.cursor.peek() == Some(b'[') {
            // The subscript is arithmetic or text; a substitution in it runs.
            self.cursor.skip(1);
            self.quoted_text(&mut Vec::new(), Some(b']'))?;
            operator.push_str("[]");
            self.cursor.eat("]");
        }
        if self.cursor.eat("}") {
            let operator = Some(operator).filter(|operator| !operator.is_empty());
            return Ok(Part::Parameter { name, operator, argument: None });
        }
        operator.push_str(self.cursor.take_until(|byte| !b":-=+?#%/^,@".contains(&byte)));
        let (pieces, quoted) = self.pieces(&|byte| byte == b'}')?;
        if !self.cursor.eat("}") {
            return Err(Unparsable::UnclosedGroup);
        }
        let argument = Some(Box::new(Word { parts: into_parts(pieces, false), quoted }));
        Ok(Part::Parameter { name, operator: Some(operator), argument })
    }

    /// The whole text as one here-document's body.
    pub(crate) fn expanded_text(&mut self) -> Parsed<Word> {
        let mut pieces = Vec::new();
        self.quoted_text(&mut pieces, None)?;
        Ok(Word { parts: into_parts(pieces, false), quoted: true })
    }
}
