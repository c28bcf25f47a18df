//! `$((...))` and `((...))`, which look like a group in a group until their end is found.

use crate::parser::{Parsed, Parser};

impl Parser<'_, '_> {
    /// The length of the arithmetic that begins `ahead` bytes from here, or `None` if the two parentheses in
    /// front of it are those of two groups. Quotes hide parentheses here, as they do in bash.
    pub(crate) fn arithmetic_length(&mut self, ahead: usize) -> Parsed<Option<usize>> {
        let rest = self.cursor.rest().get(ahead..).unwrap_or_default();
        let mut open = 0_usize;
        let mut at = 0;
        let mut found = None;
        while let Some(&byte) = rest.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\'' | b'"' => at = end_of_quote(rest, at, byte),
                b'(' => open += 1,
                b')' if open > 0 => open -= 1,
                b')' => {
                    found = (rest.get(at + 1) == Some(&b')')).then_some(at);
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        // It may have to be read again as commands.
        self.build.spend(at / 8 + 1)?;
        Ok(found)
    }

    /// Reads `length` bytes of arithmetic for the substitutions in it.
    pub(crate) fn arithmetic(&mut self, length: usize) -> Parsed<()> {
        let text = self.cursor.take(length).to_owned();
        let scope = self.scope;
        Parser::new(&text, self.build, scope, self.depth + 1)?.expanded_text().map(|_| ())
    }
}

fn end_of_quote(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        if byte == quote {
            break;
        }
        at += if byte == b'\\' && quote == b'"' { 2 } else { 1 };
    }
    at
}
