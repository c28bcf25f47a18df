//! Groups, loops, conditions and functions.

use crate::parser::{Parsed, Parser};
use crate::{Assignment, Connector, ScopeKind, SimpleCommand, Unparsable, Word};

impl Parser<'_, '_> {
    /// One command of any kind.
    pub(crate) fn command(&mut self, connector: Connector) -> Parsed<()> {
        if self.cursor.peek() == Some(b'(') {
            if self.cursor.peek_at(1) == Some(b'(')
                && let Some(length) = self.arithmetic_length(2)?
            {
                self.cursor.skip(2);
                self.arithmetic(length)?;
                self.cursor.skip(2);
            } else {
                self.cursor.skip(1);
                self.scoped(ScopeKind::Subshell, Self::until_parenthesis)?;
            }
            return self.trailing_redirections();
        }
        match self.reserved() {
            Some("{") => {
                self.cursor.skip(1);
                self.deeper(|parser| parser.until_word(&["}"]))?;
            }
            Some("if") => {
                self.cursor.skip(2);
                self.scoped(ScopeKind::Conditional, Self::if_rest)?;
            }
            Some(word @ ("while" | "until")) => {
                self.cursor.skip(word.len());
                self.scoped(ScopeKind::Conditional, |parser| {
                    parser.until_word(&["do"])?;
                    parser.until_word(&["done"])
                })?;
            }
            Some(word @ ("for" | "select")) => {
                self.cursor.skip(word.len());
                self.scoped(ScopeKind::Conditional, Self::for_rest)?;
            }
            Some("case") => {
                self.cursor.skip(4);
                self.scoped(ScopeKind::Conditional, Self::case_rest)?;
            }
            Some("function") => {
                self.cursor.skip(8);
                self.blanks();
                self.single_word(false)?;
                self.blanks();
                if self.cursor.eat("(") {
                    self.blanks();
                    if !self.cursor.eat(")") {
                        return self.unexpected();
                    }
                }
                return self.function_body();
            }
            Some("coproc") => {
                self.cursor.skip(6);
                self.blanks();
                return self.scoped(ScopeKind::Background, |parser| parser.command(connector));
            }
            Some("[[") => return self.test_expression(connector),
            Some("time" | "!") | None => return self.simple(connector),
            Some(_) => return self.unexpected(),
        }
        self.trailing_redirections()
    }

    /// Redirections behind a compound command, as a command without words.
    fn trailing_redirections(&mut self) -> Parsed<()> {
        let mut redirections = Vec::new();
        loop {
            self.blanks();
            let Some(redirection) = self.redirection()? else { break };
            redirections.push(redirection);
        }
        if !redirections.is_empty() {
            self.build.commands.push(SimpleCommand {
                assignments: Vec::new(),
                words: Vec::new(),
                redirections,
                scope: self.scope,
                connector: Connector::Sequence,
                caller: None,
                opaque: false,
            });
        }
        Ok(())
    }

    fn if_rest(&mut self) -> Parsed<()> {
        self.until_word(&["then"])?;
        loop {
            match self.until_word(&["elif", "else", "fi"])? {
                "elif" => self.until_word(&["then"])?,
                "else" => return self.until_word(&["fi"]).map(|_| ()),
                _ => return Ok(()),
            };
        }
    }

    fn for_rest(&mut self) -> Parsed<()> {
        self.blanks();
        if self.cursor.starts_with("((") {
            let Some(length) = self.arithmetic_length(2)? else { return self.unexpected() };
            self.cursor.skip(2);
            self.arithmetic(length)?;
            self.cursor.skip(2);
        } else {
            let name = self.name().to_owned();
            if name.is_empty() {
                return self.unexpected();
            }
            self.lines()?;
            let mut values = Vec::new();
            if self.reserved() == Some("in") {
                self.cursor.skip(2);
                loop {
                    self.blanks();
                    let words = self.words()?;
                    if words.is_empty() {
                        break;
                    }
                    let bound = |value: Word| Assignment { name: name.clone(), value };
                    values.extend(words.into_iter().map(bound));
                }
            }
            self.build.assign(values, self.scope);
        }
        self.blanks();
        self.cursor.eat(";");
        self.lines()?;
        match self.reserved() {
            Some("do") => {
                self.cursor.skip(2);
                self.until_word(&["done"])?;
            }
            Some("{") => {
                self.cursor.skip(1);
                self.until_word(&["}"])?;
            }
            _ => return self.unexpected(),
        }
        Ok(())
    }

    fn case_rest(&mut self) -> Parsed<()> {
        use crate::list::End;
        self.blanks();
        self.single_word(false)?;
        self.lines()?;
        if self.reserved() != Some("in") {
            return self.unexpected();
        }
        self.cursor.skip(2);
        loop {
            self.lines()?;
            if self.reserved() == Some("esac") {
                self.cursor.skip(4);
                return Ok(());
            }
            self.cursor.eat("(");
            loop {
                self.blanks();
                self.single_word(false)?;
                self.blanks();
                if !self.cursor.eat("|") {
                    break;
                }
            }
            if !self.cursor.eat(")") {
                return self.unexpected();
            }
            match self.list()? {
                End::Case => {}
                End::Word("esac") => return Ok(()),
                End::Text => return Err(Unparsable::UnclosedGroup),
                _ => return self.unexpected(),
            }
        }
    }

    /// `[[ ... ]]`: a command of its own, whose operators are words.
    fn test_expression(&mut self, connector: Connector) -> Parsed<()> {
        self.cursor.skip(2);
        let mut words = vec![Word::known("[[")];
        loop {
            self.lines()?;
            if self.reserved() == Some("]]") {
                self.cursor.skip(2);
                words.push(Word::known("]]"));
                break;
            }
            let next = self.single_word(false)?;
            if !next.parts.is_empty() || next.quoted {
                words.push(next);
            } else if self.cursor.peek().is_some() {
                words.push(Word::known(self.cursor.take(1)));
            } else {
                return Err(Unparsable::UnclosedGroup);
            }
        }
        self.build.commands.push(SimpleCommand {
            assignments: Vec::new(),
            words,
            redirections: Vec::new(),
            scope: self.scope,
            connector,
            caller: None,
            opaque: false,
        });
        self.trailing_redirections()
    }
}
