//! Reads one word: everything up to an unquoted blank or operator.

use crate::parser::{Parsed, Parser};
use crate::piece::{Piece, into_parts, push_text};
use crate::{Part, ScopeKind, Word, brace};

/// Bytes that end an unquoted word.
pub(crate) fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// Bytes that mean something inside an unquoted word.
fn is_special(byte: u8) -> bool {
    ends_word(byte)
        || matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'`' | b'*' | b'?' | b'[' | b'{' | b'}' | b',' | b'~')
}

impl Parser<'_, '_> {
    /// One word, or the several that its braces make of it. None where no word begins.
    pub(crate) fn words(&mut self) -> Parsed<Vec<Word>> {
        let (pieces, quoted) = self.pieces(&ends_word)?;
        if pieces.is_empty() && !quoted {
            return Ok(Vec::new());
        }
        Ok(brace::expand(pieces, quoted))
    }

    /// One word whose braces mean nothing: a redirection's target, an assigned value, a pattern.
    pub(crate) fn single_word(&mut self, assigned: bool) -> Parsed<Word> {
        let (pieces, quoted) = self.pieces(&ends_word)?;
        Ok(Word { parts: into_parts(pieces, assigned), quoted })
    }

    /// Pieces up to an unquoted byte that `stop` accepts, and whether any were quoted.
    pub(crate) fn pieces(&mut self, stop: &dyn Fn(u8) -> bool) -> Parsed<(Vec<Piece>, bool)> {
        self.build.spend(1)?;
        let mut pieces = Vec::new();
        let mut quoted = false;
        loop {
            let plain = self.cursor.take_until(|byte| is_special(byte) || stop(byte));
            push_text(&mut pieces, plain);
            let Some(byte) = self.cursor.peek() else { break };
            match byte {
                b'<' | b'>' if self.cursor.peek_at(1) == Some(b'(') => {
                    self.cursor.skip(2);
                    self.scoped(ScopeKind::ProcessSubstitution, Self::until_parenthesis)?;
                    pieces.push(Piece::Part(Part::ProcessSubstitution));
                }
                _ if stop(byte) => break,
                b'\'' => {
                    quoted = true;
                    let text = self.single_quoted()?;
                    push_text(&mut pieces, text);
                }
                b'"' => {
                    quoted = true;
                    self.cursor.skip(1);
                    self.double_quoted(&mut pieces)?;
                }
                b'\\' => {
                    self.cursor.skip(1);
                    if !self.cursor.eat("\n") {
                        quoted = true;
                        // A backslash that the text ends in stands for itself.
                        let mut buffer = [0; 4];
                        let escaped = self.cursor.take_char().unwrap_or('\\');
                        push_text(&mut pieces, escaped.encode_utf8(&mut buffer));
                    }
                }
                b'$' | b'`' => quoted |= self.expansion(&mut pieces, false)?,
                b'*' | b'?' => {
                    self.cursor.skip(1);
                    pieces.push(Piece::Part(Part::Glob(char::from(byte).to_string())));
                }
                b'[' => self.bracket(&mut pieces),
                b'{' | b'}' | b',' | b'~' => {
                    self.cursor.skip(1);
                    pieces.push(Piece::Mark(char::from(byte)));
                }
                _ => push_text(&mut pieces, self.cursor.take(1)),
            }
        }
        Ok((pieces, quoted))
    }

    /// `[...]`, which matches one character. It is taken as written: quotes and classes inside it make it no
    /// less a glob.
    fn bracket(&mut self, pieces: &mut Vec<Piece>) {
        const LONGEST: usize = 128;
        let rest = self.cursor.rest();
        let end = rest
            .iter()
            .take(LONGEST)
            .enumerate()
            .skip(2)
            .find(|&(_, &byte)| byte == b']' || ends_word(byte) || matches!(byte, b'/' | b'$' | b'`'));
        match end {
            Some((place, b']')) if rest.get(1).is_some_and(|&byte| !ends_word(byte) && byte != b'$') => {
                let text = self.cursor.take(place + 1).to_owned();
                pieces.push(Piece::Part(Part::Glob(text)));
            }
            _ => push_text(pieces, self.cursor.take(1)),
        }
    }
}
