//! The keys of a contract.

use std::collections::BTreeSet;

use super::keys;
use super::reader::{Reader, Section};
use super::sections::{delegations, version};
use crate::{Authority, Contract, PolicyFile, Subagents, Tools};

const MAX_TASK_ID_CHARS: usize = 128;
const MAX_OBJECTIVE_CHARS: usize = 500;

pub(super) fn all(reader: &mut Reader<'_>, root: &Section<'_>) -> Contract {
    reader.only(root, keys::CONTRACT);
    version(reader, root);
    Contract {
        task_id: task_id(reader, root),
        objective: objective(reader, root),
        constraints: constraints(reader, root),
        required_checks: reader.names(root, "required_checks").unwrap_or_default(),
        says: PolicyFile {
            subagents: reader.choice(root, "subagents", Subagents::WORDS, Subagents::from_word),
            authority: Authority { environments: reader.names(root, "environments") },
            tools: tools(reader, root),
            delegation: delegations(reader, root),
            ..PolicyFile::default()
        },
    }
}

fn task_id(reader: &mut Reader<'_>, root: &Section<'_>) -> String {
    if root.get("task_id").is_none() {
        reader.report(0, "task_id", "missing", "write task_id = \"...\"");
    }
    let Some((at, text)) = reader.word(root, "task_id", "task_id = \"...\"") else { return String::new() };
    if reader.is_name(at, "task_id", text) && text.chars().count() > MAX_TASK_ID_CHARS {
        reader.report(at, "task_id", "it is too long", "write at most 128 characters");
    }
    text.to_owned()
}

fn objective(reader: &mut Reader<'_>, root: &Section<'_>) -> String {
    let Some((at, text)) = reader.word(root, "objective", "objective = \"...\"") else {
        return String::new();
    };
    if reader.is_name(at, "objective", text) && text.chars().count() > MAX_OBJECTIVE_CHARS {
        reader.report(at, "objective", "it is too long", "write at most 500 characters");
    }
    text.to_owned()
}

/// Kept as they are, since they are given back to the letter. They may have more than one line.
fn constraints(reader: &mut Reader<'_>, root: &Section<'_>) -> Vec<String> {
    let mut constraints = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, text) in reader.strings(root, "constraints").unwrap_or_default() {
        let problem = if text.trim().is_empty() {
            Some(("an empty constraint", "write it, or take it out"))
        } else if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
            Some(("a control character in it", "take it out"))
        } else if text.chars().count() > Contract::MAX_CONSTRAINT_CHARS {
            Some(("it is too long", "write at most 2000 characters, or make it two"))
        } else if !seen.insert(text) {
            Some(("it comes twice", "take one out"))
        } else {
            None
        };
        match problem {
            Some((what, remedy)) => reader.report(at, "constraints", what, remedy),
            None => constraints.push(text.to_owned()),
        }
    }
    constraints
}

fn tools(reader: &mut Reader<'_>, root: &Section<'_>) -> Tools {
    let Some(section) = reader.section(root, "tools", keys::CONTRACT_TOOLS) else { return Tools::default() };
    Tools {
        allow: reader.rules(&section, "allow"),
        deny: reader.rules(&section, "deny").unwrap_or_default(),
        ask: reader.rules(&section, "ask").unwrap_or_default(),
        ..Tools::default()
    }
}
