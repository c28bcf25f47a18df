use std::collections::BTreeMap;
use std::fmt::Write as _;

/// One thing that only the operator may do: what is shown, what is signed, and what is recorded of it.
#[derive(Clone, Debug)]
pub struct Act {
    pub(super) verb: &'static str,
    pub(super) subject: BTreeMap<String, String>,
    pub(super) question: String,
    pub(super) word: String,
}

impl Act {
    /// An act by the command's name, as in `policy accept`.
    pub fn new(verb: &'static str) -> Act {
        Act { verb, subject: BTreeMap::new(), question: String::new(), word: String::new() }
    }

    /// One field of what it is about, or of the state that it is meant for. All of them are signed: if one has changed by
    /// the time a signature comes back, the signature doesn't count. They are recorded, so no secret may be in them.
    pub fn about(mut self, name: &str, value: impl Into<String>) -> Act {
        self.subject.insert(name.to_owned(), value.into());
        self
    }

    /// What is shown at a terminal, and the word that has to be typed then.
    pub fn confirmed_by(mut self, question: impl Into<String>, word: impl Into<String>) -> Act {
        (self.question, self.word) = (question.into(), word.into());
        self
    }

    pub(super) fn whole_question(&self) -> String {
        let mut question = self.question.trim_end().to_owned();
        let _ = write!(question, "\nType {} to go on:", self.word);
        question
    }
}
