//! From a policy file's text to what it says.

pub(crate) mod keys;
mod reader;
mod rules;
mod sections;
mod suggestion;

use toml::de::DeTable;

use crate::{PolicyFile, Problem};
use reader::{Reader, Section};

/// Reads the text, or names every problem in it, by line.
pub(crate) fn policy_file(text: &str, file: &str) -> Result<PolicyFile, Vec<Problem>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader::new(text, file);
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.report(at, key_near(text, at), &format!("not TOML: {}", error.message()), "correct the line");
    }
    // A broken file has keys that aren't meant, so that nothing is said about them.
    let says = if reader.problems.is_empty() {
        sections::all(&mut reader, &Section::root(root.get_ref()))
    } else {
        PolicyFile::default()
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
