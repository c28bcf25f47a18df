//! Lists of rules and of names.

use std::collections::BTreeSet;

use super::reader::{Reader, Section};
use crate::Rule;

impl Reader<'_> {
    pub(super) fn rule(&mut self, at: usize, key: &str, text: &str) -> Option<Rule> {
        match Rule::parse(text) {
            Ok(rule) => Some(rule),
            Err(malformed) => {
                self.report(at, key, &format!("{text:?}: {}", malformed.what), malformed.remedy);
                None
            }
        }
    }

    /// A list of rules, none twice.
    pub(super) fn rules(&mut self, section: &Section<'_>, name: &str) -> Option<Vec<Rule>> {
        let key = section.key(name);
        let mut rules = Vec::new();
        let mut seen = BTreeSet::new();
        for (at, text) in self.strings(section, name)? {
            let Some(rule) = self.rule(at, &key, text) else { continue };
            if seen.insert(text) {
                rules.push(rule);
            } else {
                self.report(at, &key, &format!("{text:?} comes twice"), "take one out");
            }
        }
        Some(rules)
    }

    /// A list of names, none empty, none twice.
    pub(super) fn names(&mut self, section: &Section<'_>, name: &str) -> Option<Vec<String>> {
        let key = section.key(name);
        let mut names = Vec::new();
        let mut seen = BTreeSet::new();
        for (at, text) in self.strings(section, name)? {
            if !self.is_name(at, &key, text) {
                continue;
            }
            if seen.insert(text) {
                names.push(text.to_owned());
            } else {
                self.report(at, &key, &format!("{text:?} comes twice"), "take one out");
            }
        }
        Some(names)
    }

    pub(super) fn is_name(&mut self, at: usize, key: &str, text: &str) -> bool {
        if text.trim().is_empty() {
            self.report(at, key, "an empty name", "write the name, or take it out");
            return false;
        }
        if text.trim() != text || text.chars().any(char::is_control) {
            let what = format!("{text:?} has blanks around it or control characters in it");
            self.report(at, key, &what, "take them out");
            return false;
        }
        true
    }
}
