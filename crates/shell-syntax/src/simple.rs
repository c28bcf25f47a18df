//! Simple commands: assignments, words, redirections; and the function definitions that begin like one.

use crate::parser::{Parsed, Parser};
use crate::redirection::{Redirection, RedirectionOperator};
use crate::word_reader::ends_word;
use crate::{Assignment, Connector, ScopeKind, SimpleCommand, Word};

impl Parser<'_, '_> {
    pub(crate) fn simple(&mut self, connector: Connector) -> Parsed<()> {
        let start = self.cursor.at();
        let mut command = SimpleCommand {
            assignments: Vec::new(),
            words: Vec::new(),
            redirections: Vec::new(),
            scope: self.scope,
            connector,
            caller: None,
            opaque: false,
        };
        loop {
            self.blanks();
            if let Some(redirection) = self.redirection()? {
                command.redirections.push(redirection);
            } else if command.words.is_empty() && self.assignment(&mut command.assignments)? {
            } else {
                let words = self.words()?;
                if words.is_empty() {
                    break;
                }
                let first = command.words.is_empty();
                command.words.extend(words);
                if first && self.function_follows() {
                    return self.function_body();
                }
                // What `export`, `declare` and their like assign counts as assigned.
                if !first && declares(&command.words[0]) {
                    declared(&mut command);
                }
            }
        }
        if self.cursor.at() == start || self.cursor.peek() == Some(b'(') {
            return self.unexpected();
        }
        self.build.commands.push(command);
        Ok(())
    }

    /// `name=`, `name+=`, `name[...]=`, and the value behind it.
    fn assignment(&mut self, assignments: &mut Vec<Assignment>) -> Parsed<bool> {
        let before = self.cursor;
        let name = self.name().to_owned();
        let valid = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
        if valid && self.cursor.peek() == Some(b'[') {
            self.cursor.take_until(|byte| byte == b']' || ends_word(byte));
            self.cursor.eat("]");
        }
        if !valid || !(self.cursor.eat("=") || self.cursor.eat("+=")) {
            self.cursor = before;
            return Ok(false);
        }
        if self.cursor.eat("(") {
            loop {
                self.lines()?;
                if self.cursor.eat(")") {
                    break;
                }
                let words = self.words()?;
                if words.is_empty() {
                    return self.unexpected();
                }
                let name = || name.clone();
                assignments.extend(words.into_iter().map(|value| Assignment { name: name(), value }));
            }
        } else {
            let value = self.single_word(true)?;
            assignments.push(Assignment { name, value });
        }
        Ok(true)
    }

    /// Takes `()` behind a command word.
    fn function_follows(&mut self) -> bool {
        let before = self.cursor;
        self.blanks();
        if self.cursor.eat("(") {
            self.blanks();
            if self.cursor.eat(")") {
                return true;
            }
        }
        self.cursor = before;
        false
    }

    pub(crate) fn function_body(&mut self) -> Parsed<()> {
        self.lines()?;
        self.scoped(ScopeKind::Function, |parser| parser.command(Connector::Sequence))
    }

    /// A redirection, if one stands here.
    pub(crate) fn redirection(&mut self) -> Parsed<Option<Redirection>> {
        let before = self.cursor;
        let descriptor = self.descriptor();
        let Some(operator) = self.operator() else {
            self.cursor = before;
            return Ok(None);
        };
        let descriptor = Some(descriptor).filter(|descriptor| !descriptor.is_empty());
        if operator == RedirectionOperator::HereDocument {
            let strips_tabs = self.cursor.eat("-");
            let (target, id) = self.announce_here_document(strips_tabs)?;
            return Ok(Some(Redirection { descriptor, operator, target, body: None, heredoc: Some(id) }));
        }
        self.blanks();
        let start = self.cursor.at();
        let target = self.single_word(false)?;
        if self.cursor.at() == start {
            return self.unexpected();
        }
        Ok(Some(Redirection { descriptor, operator, target, body: None, heredoc: None }))
    }

    fn descriptor(&mut self) -> String {
        let before = self.cursor;
        if self.cursor.eat("{") {
            let name = self.name().to_owned();
            if self.cursor.eat("}") && matches!(self.cursor.peek(), Some(b'<' | b'>')) {
                return name;
            }
            self.cursor = before;
            return String::new();
        }
        self.cursor.take_until(|byte| !byte.is_ascii_digit()).to_owned()
    }

    fn operator(&mut self) -> Option<RedirectionOperator> {
        use RedirectionOperator as Op;
        // The longest first. `<(` and `>(` begin words.
        const OPERATORS: [(&str, Op); 11] = [
            ("<<<", Op::HereString),
            ("&>>", Op::Append),
            ("<<", Op::HereDocument),
            ("<&", Op::DuplicateInput),
            ("<>", Op::ReadWrite),
            (">>", Op::Append),
            (">&", Op::DuplicateOutput),
            (">|", Op::Output),
            ("&>", Op::Output),
            ("<", Op::Input),
            (">", Op::Output),
        ];
        if self.cursor.starts_with("<(") || self.cursor.starts_with(">(") {
            return None;
        }
        OPERATORS.iter().find(|(text, _)| self.cursor.eat(text)).map(|(_, operator)| *operator)
    }
}

fn declares(word: &Word) -> bool {
    matches!(word.literal(), Some("export" | "declare" | "typeset" | "local" | "readonly"))
}

fn declared(command: &mut SimpleCommand) {
    let Some(crate::Part::Literal(text)) = command.words.last().and_then(|word| word.parts.first()) else {
        return;
    };
    let Some((name, value)) = text.split_once('=') else { return };
    let mut word = command.words.last().cloned().unwrap_or_default();
    let name = name.to_owned();
    word.parts[0] = crate::Part::Literal(value.to_owned());
    if value.is_empty() {
        word.parts.remove(0);
    }
    command.assignments.push(Assignment { name, value: word });
}
