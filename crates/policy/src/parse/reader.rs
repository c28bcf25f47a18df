//! Takes values out of TOML tables, and remembers what was wrong.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::suggestion;
use crate::Problem;

/// As many problems are told at once. Each costs a look for its line, and a repository's file can hold any number.
const MAX_PROBLEMS: usize = 100;

/// The file that is read, and its problems.
pub(super) struct Reader<'t> {
    text: &'t str,
    file: &'t str,
    pub(super) problems: Vec<Problem>,
}

/// One table, and the keys that lead to it.
pub(super) struct Section<'v> {
    path: String,
    at: usize,
    table: &'v DeTable<'v>,
}

/// One value, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Value<'v> {
    pub(super) at: usize,
    pub(super) value: &'v DeValue<'v>,
}

impl<'v> Value<'v> {
    fn of(spanned: &'v Spanned<DeValue<'v>>) -> Self {
        Self { at: spanned.span().start, value: spanned.get_ref() }
    }

    pub(super) fn text(self) -> Option<&'v str> {
        match self.value {
            DeValue::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn items(self) -> Option<Vec<Value<'v>>> {
        match self.value {
            DeValue::Array(items) => Some(items.iter().map(Value::of).collect()),
            _ => None,
        }
    }
}

impl<'v> Section<'v> {
    pub(super) fn root(table: &'v DeTable<'v>) -> Self {
        Self { path: String::new(), at: 0, table }
    }

    pub(super) fn key(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn get(&self, name: &str) -> Option<Value<'v>> {
        self.table.get(name).map(Value::of)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&'v str, usize, Value<'v>)> {
        self.table.iter().map(|(key, value)| {
            let name: &'v Cow<'v, str> = key.get_ref();
            (name.as_ref(), key.span().start, Value::of(value))
        })
    }
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, file: &'t str) -> Self {
        Self { text, file, problems: Vec::new() }
    }

    pub(super) fn report(&mut self, at: usize, key: &str, what: &str, remedy: &str) {
        if self.problems.len() >= MAX_PROBLEMS {
            return;
        }
        let before = self.text.get(..at).unwrap_or(self.text);
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line: 1 + before.matches('\n').count(),
            key: key.to_owned(),
            what: what.to_owned(),
            remedy: remedy.to_owned(),
        });
    }

    /// Reports every key that isn't one of these.
    pub(super) fn only(&mut self, section: &Section<'_>, known: &[&str]) {
        for (name, at, _) in section.entries().filter(|(name, ..)| !known.contains(name)) {
            self.report(at, &section.key(name), "unknown key", &suggestion::remedy(name, known));
        }
    }

    fn wrong(&mut self, value: Value<'_>, key: &str, wanted: &str, example: &str) {
        let what = format!("{} where {wanted} is wanted", article(value.value.type_str()));
        self.report(value.at, key, &what, &format!("write {example}"));
    }

    /// A table of its own; nothing in an absent one.
    pub(super) fn section<'v>(
        &mut self,
        parent: &Section<'v>,
        name: &str,
        known: &[&str],
    ) -> Option<Section<'v>> {
        let value = parent.get(name)?;
        let section = self.table(value, parent.key(name))?;
        self.only(&section, known);
        Some(section)
    }

    pub(super) fn table<'v>(&mut self, value: Value<'v>, path: String) -> Option<Section<'v>> {
        if let DeValue::Table(table) = value.value {
            return Some(Section { path, at: value.at, table });
        }
        self.wrong(value, &path, "a table", &format!("[{path}]"));
        None
    }

    /// Tables in a row, such as `[[target]]`.
    pub(super) fn tables<'v>(
        &mut self,
        parent: &Section<'v>,
        name: &str,
        known: &[&str],
    ) -> Vec<Section<'v>> {
        let Some(value) = parent.get(name) else { return Vec::new() };
        let Some(items) = value.items() else {
            self.wrong(value, name, "an array of tables", &format!("[[{name}]]"));
            return Vec::new();
        };
        let mut found = Vec::new();
        for item in items {
            if let Some(section) = self.table(item, name.to_owned()) {
                self.only(&section, known);
                found.push(section);
            }
        }
        found
    }

    pub(super) fn word<'v>(
        &mut self,
        section: &Section<'v>,
        name: &str,
        example: &str,
    ) -> Option<(usize, &'v str)> {
        let value = section.get(name)?;
        let text = value.text();
        if text.is_none() {
            self.wrong(value, &section.key(name), "a string", example);
        }
        Some((value.at, text?))
    }

    /// One of a few words.
    pub(super) fn choice<T>(
        &mut self,
        section: &Section<'_>,
        name: &str,
        words: &[&str],
        from_word: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = section.get(name)?;
        self.choose(value, &section.key(name), words, from_word)
    }

    pub(super) fn choose<T>(
        &mut self,
        value: Value<'_>,
        key: &str,
        words: &[&str],
        from_word: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let found = value.text().and_then(from_word);
        if found.is_none() {
            let what = match value.text() {
                Some(text) => format!("{text:?} isn't a value of this key"),
                None => format!("{} where a string is wanted", article(value.value.type_str())),
            };
            let choices: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            self.report(value.at, key, &what, &format!("write {}", choices.join(" or ")));
        }
        found
    }

    pub(super) fn boolean(&mut self, section: &Section<'_>, name: &str) -> Option<bool> {
        let value = section.get(name)?;
        if let DeValue::Boolean(truth) = value.value {
            return Some(*truth);
        }
        self.wrong(value, &section.key(name), "true or false", "true or false without quotes");
        None
    }

    /// Strings in a row, each with its place.
    pub(super) fn strings<'v>(&mut self, section: &Section<'v>, name: &str) -> Option<Vec<(usize, &'v str)>> {
        let value = section.get(name)?;
        let key = section.key(name);
        let Some(items) = value.items() else {
            self.wrong(value, &key, "an array of strings", &format!("{name} = [\"...\"]"));
            return None;
        };
        let mut found = Vec::new();
        for item in items {
            match item.text() {
                Some(text) => found.push((item.at, text)),
                None => self.wrong(item, &key, "a string", "it in quotes"),
            }
        }
        Some(found)
    }
}

fn article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
