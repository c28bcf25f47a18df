//! From a policy file's or contract's text to what it says.

mod contract;
mod evidence;
pub(crate) mod keys;
mod operations;
mod reader;
mod rules;
mod sections;
mod suggestion;

use toml::de::DeTable;

use crate::{Contract, PolicyFile, Problem};
use reader::{Reader, Section};

/// Reads a policy's text, or names every problem in it, by line.
pub(crate) fn policy_file(text: &str, file: &str) -> Result<PolicyFile, Vec<Problem>> {
    read(text, file, sections::all)
}

/// Reads a contract's text, or names every problem in it, by line.
pub(crate) fn contract(text: &str, file: &str) -> Result<Contract, Vec<Problem>> {
    read(text, file, contract::all)
}

fn read<T: Default>(
    text: &str,
    file: &str,
    all: fn(&mut Reader<'_>, &Section<'_>) -> T,
) -> Result<T, Vec<Problem>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader::new(text, file);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.report(at, key_near(text, at), &format!("not TOML: {}", error.message()), "correct the line");
    }
    // A broken file has keys that aren't meant, so that nothing is said about them.
    let says = if reader.problems.is_empty() {
        all(&mut reader, &Section::root(root.get_ref()))
    } else {
        T::default()
    };
    if reader.problems.is_empty() {
        return Ok(says);
    }
    reader.problems.sort_by_key(|problem| problem.line);
    Err(reader.problems)
}

/// What stands before `=` in the line of a syntax error, if that is a key.
fn key_near(text: &str, at: usize) -> &str {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let key = line.split_once('=').map_or("", |(key, _)| key.trim());
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"');
    if key.chars().all(plain) { key } else { "" }
}
