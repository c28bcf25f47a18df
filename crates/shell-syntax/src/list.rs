//! Lists and pipelines.

use crate::parser::{Parsed, Parser};
use crate::word_reader::ends_word;
use crate::{Connector, ScopeKind, Unparsable};

/// What ended a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Text,
    Parenthesis,
    /// `;;`, `;&` or `;;&`
    Case,
    Word(&'static str),
}

/// Words that mean something where a command begins.
const RESERVED: [&str; 22] = [
    "if", "then", "elif", "else", "fi", "while", "until", "for", "select", "do", "done", "case", "esac",
    "in", "function", "time", "coproc", "{", "}", "!", "[[", "]]",
];

impl Parser<'_, '_> {
    /// The whole text as a list.
    pub(crate) fn whole(&mut self) -> Parsed<()> {
        match self.list()? {
            End::Text => Ok(()),
            _ => self.unexpected(),
        }
    }

    /// A list and the `)` behind it.
    pub(crate) fn until_parenthesis(&mut self) -> Parsed<()> {
        match self.list()? {
            End::Parenthesis => Ok(()),
            End::Text => Err(Unparsable::UnclosedGroup),
            _ => self.unexpected(),
        }
    }

    /// A list and the reserved word behind it, which must be one of `expected`.
    pub(crate) fn until_word(&mut self, expected: &[&'static str]) -> Parsed<&'static str> {
        match self.list()? {
            End::Word(word) if expected.contains(&word) => Ok(word),
            End::Text => Err(Unparsable::UnclosedGroup),
            _ => self.unexpected(),
        }
    }

    /// Commands up to something that can only end a list, which is taken. Who called knows which end it needs.
    pub(crate) fn list(&mut self) -> Parsed<End> {
        let mut connector = Connector::Sequence;
        loop {
            self.build.spend(1)?;
            self.lines()?;
            if let Some(end) = self.end_of_list() {
                // `a &&` and nothing behind it.
                return if connector == Connector::Sequence { Ok(end) } else { self.unexpected() };
            }
            let first = self.build.commands.len();
            self.pipeline(connector)?;
            self.blanks();
            connector = Connector::Sequence;
            if self.cursor.eat("&&") {
                connector = Connector::And;
            } else if self.cursor.eat("||") {
                connector = Connector::Or;
            } else if self.cursor.peek() == Some(b'&') {
                self.cursor.skip(1);
                self.enclose(first, self.scope, ScopeKind::Background);
            } else if self.cursor.peek() == Some(b';') {
                if !matches!(self.cursor.peek_at(1), Some(b';' | b'&')) {
                    self.cursor.skip(1);
                }
            } else if !matches!(self.cursor.peek(), Some(b'\n' | b')') | None) && self.reserved().is_none() {
                // A reserved word may follow `)` or `}` directly.
                return self.unexpected();
            }
        }
    }

    fn end_of_list(&mut self) -> Option<End> {
        match self.cursor.peek() {
            None => Some(End::Text),
            Some(b')') => {
                self.cursor.skip(1);
                Some(End::Parenthesis)
            }
            Some(b';') => {
                let case = [";;&", ";;", ";&"].iter().any(|end| self.cursor.eat(end));
                case.then_some(End::Case)
            }
            Some(_) => {
                let word = self.reserved()?;
                let ends = ["then", "elif", "else", "fi", "do", "done", "esac", "}"].contains(&word);
                ends.then(|| {
                    self.cursor.skip(word.len());
                    End::Word(word)
                })
            }
        }
    }

    /// The reserved word that stands here, unquoted and whole.
    pub(crate) fn reserved(&self) -> Option<&'static str> {
        RESERVED.iter().copied().find(|word| {
            self.cursor.starts_with(word) && self.cursor.peek_at(word.len()).is_none_or(ends_word)
        })
    }

    fn pipeline(&mut self, connector: Connector) -> Parsed<()> {
        loop {
            self.blanks();
            match self.reserved() {
                Some("!") => self.cursor.skip(1),
                Some("time") => {
                    self.cursor.skip(4);
                    self.blanks();
                    if self.cursor.starts_with("-p") && self.cursor.peek_at(2).is_none_or(ends_word) {
                        self.cursor.skip(2);
                    }
                }
                _ => break,
            }
        }
        if matches!(self.cursor.peek(), Some(b'\n' | b';') | None) {
            return Ok(());
        }
        let first = self.build.commands.len();
        self.deeper(|parser| parser.command(connector))?;
        self.blanks();
        let mut position = 0;
        let mut start = first;
        while self.cursor.peek() == Some(b'|') && self.cursor.peek_at(1) != Some(b'|') {
            if position == 0 {
                self.enclose(start, self.scope, ScopeKind::Pipeline(0));
            }
            position += 1;
            self.cursor.skip(1);
            self.cursor.eat("&");
            self.lines()?;
            start = self.build.commands.len();
            self.scoped(ScopeKind::Pipeline(position), |parser| parser.command(Connector::Pipe))?;
            self.blanks();
        }
        Ok(())
    }

    /// Puts the commands from `first` on into a new scope between them and `outer`: only what follows a
    /// command tells that it stood in a pipeline or in the background.
    fn enclose(&mut self, first: usize, outer: usize, kind: ScopeKind) {
        let scope = self.build.scope(kind, outer);
        for at in first..self.build.commands.len() {
            let own = self.build.commands[at].scope;
            if own == outer {
                self.build.commands[at].scope = scope;
            } else {
                self.build.reparent(own, outer, scope);
            }
        }
    }
}
