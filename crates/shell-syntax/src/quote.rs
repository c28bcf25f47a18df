//! The three kinds of quotes.

use crate::Unparsable;
use crate::parser::{Parsed, Parser};
use crate::piece::{Piece, push_text};

impl<'t> Parser<'t, '_> {
    /// `'...'`, from its opening quote.
    pub(crate) fn single_quoted(&mut self) -> Parsed<&'t str> {
        self.cursor.skip(1);
        let text = self.cursor.take_until(|byte| byte == b'\'');
        if self.cursor.eat("'") { Ok(text) } else { Err(Unparsable::UnclosedQuote) }
    }

    /// `"..."`, behind its opening quote.
    pub(crate) fn double_quoted(&mut self, pieces: &mut Vec<Piece>) -> Parsed<()> {
        self.quoted_text(pieces, Some(b'"'))?;
        if self.cursor.eat("\"") { Ok(()) } else { Err(Unparsable::UnclosedQuote) }
    }

    /// Text in which only `$`, backquotes and some backslashes mean anything: inside double quotes, in
    /// here-documents, in arithmetic. Stops before `end`.
    pub(crate) fn quoted_text(&mut self, pieces: &mut Vec<Piece>, end: Option<u8>) -> Parsed<()> {
        loop {
            let plain =
                self.cursor.take_until(|byte| matches!(byte, b'$' | b'`' | b'\\') || Some(byte) == end);
            push_text(pieces, plain);
            match self.cursor.peek() {
                Some(b'\\') => {
                    self.cursor.skip(1);
                    match self.cursor.peek() {
                        Some(b'\n') => self.cursor.skip(1),
                        Some(b'$' | b'`' | b'\\') => push_text(pieces, self.cursor.take(1)),
                        Some(byte) if Some(byte) == end => push_text(pieces, self.cursor.take(1)),
                        _ => push_text(pieces, "\\"),
                    }
                }
                Some(b'$' | b'`') => {
                    self.expansion(pieces, true)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// `$'...'`, behind its opening quote.
    pub(crate) fn escaped_quoted(&mut self, pieces: &mut Vec<Piece>) -> Parsed<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.extend(self.cursor.take_until(|byte| matches!(byte, b'\'' | b'\\')).bytes());
            if self.cursor.eat("'") {
                // A zero byte ends the string for bash, whatever follows it.
                let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
                push_text(pieces, &String::from_utf8_lossy(&bytes[..end]));
                return Ok(());
            }
            if !self.cursor.eat("\\") {
                return Err(Unparsable::UnclosedQuote);
            }
            let Some(escape) = self.cursor.take_char() else { return Err(Unparsable::UnclosedQuote) };
            self.escape(escape, &mut bytes);
        }
    }

    fn escape(&mut self, escape: char, bytes: &mut Vec<u8>) {
        match escape {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'e' | 'E' => bytes.push(27),
            'f' => bytes.push(12),
            'v' => bytes.push(11),
            '\\' | '\'' | '"' | '?' => bytes.push(u8::try_from(escape).unwrap_or_default()),
            'c' => {
                let control = self.cursor.take_char().map_or(0, |of| u32::from(of) & 0x1f);
                bytes.push(u8::try_from(control).unwrap_or_default());
            }
            'x' => match self.digits(16, 2) {
                Some(value) => bytes.push(u8::try_from(value & 0xff).unwrap_or_default()),
                None => bytes.extend_from_slice(b"\\x"),
            },
            'u' | 'U' => {
                let value = self.digits(16, if escape == 'u' { 4 } else { 8 }).unwrap_or_default();
                let mut buffer = [0; 4];
                let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
                bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            }
            '0'..='7' => {
                let first = escape.to_digit(8).unwrap_or_default();
                let value = self.more_digits(first, 8, 2);
                bytes.push(u8::try_from(value & 0xff).unwrap_or_default());
            }
            other => {
                let mut buffer = [0; 4];
                bytes.push(b'\\');
                bytes.extend_from_slice(other.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }

    fn digits(&mut self, radix: u32, most: usize) -> Option<u32> {
        let first = self.cursor.peek().and_then(|byte| char::from(byte).to_digit(radix))?;
        self.cursor.skip(1);
        Some(self.more_digits(first, radix, most - 1))
    }

    fn more_digits(&mut self, first: u32, radix: u32, most: usize) -> u32 {
        let mut value = first;
        for _ in 0..most {
            let Some(digit) = self.cursor.peek().and_then(|byte| char::from(byte).to_digit(radix)) else {
                break;
            };
            self.cursor.skip(1);
            value = value.wrapping_mul(radix).wrapping_add(digit);
        }
        value
    }
}
