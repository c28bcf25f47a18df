//! A place in a text. Everything that means something to a shell is ASCII, so that it goes by bytes and cuts
//! only beside ASCII bytes.

#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    pub(crate) fn starts_with(&self, prefix: &str) -> bool {
        self.rest().starts_with(prefix.as_bytes())
    }

    /// Moves on by `count` bytes, at most to the end.
    pub(crate) fn skip(&mut self, count: usize) {
        self.at = (self.at + count).min(self.text.len());
    }

    /// Takes `expected` if it stands here.
    pub(crate) fn eat(&mut self, expected: &str) -> bool {
        let found = self.starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Takes one character, however many bytes it has.
    pub(crate) fn take_char(&mut self) -> Option<char> {
        let found = self.text.get(self.at..)?.chars().next()?;
        self.at += found.len_utf8();
        Some(found)
    }

    /// Takes the bytes up to the first that `stop` accepts.
    pub(crate) fn take_until(&mut self, stop: impl Fn(u8) -> bool) -> &'a str {
        let length = self.rest().iter().position(|&byte| stop(byte)).unwrap_or(self.rest().len());
        self.take(length)
    }

    /// Takes `length` bytes; nothing if that would cut a character.
    pub(crate) fn take(&mut self, length: usize) -> &'a str {
        let taken = self.text.get(self.at..self.at + length).unwrap_or("");
        self.at += taken.len();
        taken
    }
}
