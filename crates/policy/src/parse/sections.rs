//! The tables of a policy file, one by one.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::reader::{Reader, Section};
use super::{evidence, keys, operations};
use crate::layer::{Pointer, Version};
use crate::{
    Approval, Authority, Checkpoint, Delegation, Git, Level, OnChange, OnDoubt, PolicyFile, Resume,
    Subagents, TargetRule, Tools, Ttl, Unlisted,
};

pub(super) fn all(reader: &mut Reader<'_>, root: &Section<'_>) -> PolicyFile {
    reader.only(root, keys::ROOT);
    version(reader, root);
    PolicyFile {
        version: Version,
        unlisted: reader.choice(root, "unlisted", Unlisted::WORDS, Unlisted::from_word),
        subagents: reader.choice(root, "subagents", Subagents::WORDS, Subagents::from_word),
        tools: tools(reader, root),
        target: reader
            .tables(root, "target", keys::TARGET)
            .iter()
            .filter_map(|it| target(reader, it))
            .collect(),
        effect: operations::effects(reader, root),
        dependency: operations::dependencies(reader, root),
        probe: operations::probes(reader, root),
        authority: authority(reader, root),
        delegation: delegations(reader, root),
        git: reader.section(root, "git", keys::GIT).map_or_else(Git::default, |section| Git {
            on_change: reader.choice(&section, "on_change", OnChange::WORDS, OnChange::from_word),
        }),
        resume: reader.section(root, "resume", keys::RESUME).map_or_else(Resume::default, |section| Resume {
            unknown_history: reader.choice(&section, "unknown_history", OnDoubt::WORDS, OnDoubt::from_word),
            lost_state: reader.choice(&section, "lost_state", OnDoubt::WORDS, OnDoubt::from_word),
        }),
        lint: lint(reader, root),
        checkpoint: checkpoint(reader, root),
        approval: approval(reader, root),
        evidence: evidence::checks(reader, root),
    }
}

pub(super) fn version(reader: &mut Reader<'_>, root: &Section<'_>) {
    let Some(value) = root.get("version") else { return };
    let known = match value.value {
        DeValue::Integer(number) => number.radix() == 10 && number.as_str().parse() == Ok(Version::NUMBER),
        _ => false,
    };
    if !known {
        reader.report(value.at, "version", "not a version that this gate knows", "write version = 1");
    }
}

fn tools(reader: &mut Reader<'_>, root: &Section<'_>) -> Tools {
    let Some(section) = reader.section(root, "tools", keys::TOOLS) else { return Tools::default() };
    Tools {
        read_only: reader.rules(&section, "read_only").unwrap_or_default(),
        allow: reader.rules(&section, "allow"),
        deny: reader.rules(&section, "deny").unwrap_or_default(),
        ask: reader.rules(&section, "ask").unwrap_or_default(),
        external: reader.rules(&section, "external").unwrap_or_default(),
    }
}

fn target(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<TargetRule> {
    let environment = reader.boolean(section, "environment").unwrap_or(true);
    let tool = required(reader, section, "tool", "tool = \"mcp__deploy__*\"");
    let field = required(reader, section, "field", "field = \"/environment\"");
    let tool = tool.and_then(|(at, text)| reader.rule(at, "target.tool", text));
    let (at, text) = field?;
    let field = pointer(reader, at, "target.field", text)?;
    Some(TargetRule { tool: tool?, field, environment })
}

pub(super) fn pointer(reader: &mut Reader<'_>, at: usize, key: &str, text: &str) -> Option<Pointer> {
    let found = Pointer::parse(text);
    if found.is_none() {
        let what = format!("{text:?} is no JSON Pointer");
        reader.report(at, key, &what, "write a slash before each name: \"/order/id\"");
    }
    found
}

pub(super) fn required<'v>(
    reader: &mut Reader<'_>,
    section: &Section<'v>,
    name: &str,
    example: &str,
) -> Option<(usize, &'v str)> {
    if section.get(name).is_none() {
        reader.report(section.at(), &section.key(name), "missing", &format!("write {example}"));
    }
    reader.word(section, name, example)
}

fn authority(reader: &mut Reader<'_>, root: &Section<'_>) -> Authority {
    let Some(section) = reader.section(root, "authority", keys::AUTHORITY) else {
        return Authority::default();
    };
    Authority { environments: reader.names(&section, "environments") }
}

pub(super) fn delegations(reader: &mut Reader<'_>, root: &Section<'_>) -> Vec<Delegation> {
    let mut found: Vec<Delegation> = Vec::new();
    for section in reader.tables(root, "delegation", keys::DELEGATION) {
        let allow = reader.rules(&section, "allow");
        if allow.is_none() && section.get("allow").is_none() {
            let remedy = "write allow = [\"...\"], or [] for reading only";
            reader.report(section.at(), "delegation.allow", "missing", remedy);
        }
        let Some((at, name)) = required(reader, &section, "agent_type", "agent_type = \"Explore\"") else {
            continue;
        };
        if !reader.is_name(at, "delegation.agent_type", name) {
            continue;
        }
        if found.iter().any(|delegation| delegation.agent_type == name) {
            let what = format!("{name:?} comes twice");
            reader.report(at, "delegation.agent_type", &what, "put its rules into one table");
            continue;
        }
        found.push(Delegation { agent_type: name.to_owned(), allow: allow.unwrap_or_default() });
    }
    found
}

fn lint(reader: &mut Reader<'_>, root: &Section<'_>) -> BTreeMap<String, Level> {
    let mut levels = BTreeMap::new();
    let Some(value) = root.get("lint") else { return levels };
    let Some(section) = reader.table(value, "lint".to_owned()) else { return levels };
    for (name, at, value) in section.entries() {
        let key = section.key(name);
        if reader.is_name(at, &key, name)
            && let Some(level) = reader.choose(value, &key, Level::WORDS, Level::from_word)
        {
            levels.insert(name.to_owned(), level);
        }
    }
    levels
}

fn checkpoint(reader: &mut Reader<'_>, root: &Section<'_>) -> Checkpoint {
    let Some(section) = reader.section(root, "checkpoint", keys::CHECKPOINT) else {
        return Checkpoint::default();
    };
    let Some((at, text)) = reader.word(&section, "ttl", "ttl = \"24h\"") else {
        return Checkpoint::default();
    };
    let ttl = Ttl::parse(text);
    if ttl.is_none() {
        let remedy = "write a number and s, m, h or d, up to a year: \"24h\"";
        reader.report(at, "checkpoint.ttl", &format!("{text:?} is no duration"), remedy);
    }
    Checkpoint { ttl }
}

fn approval(reader: &mut Reader<'_>, root: &Section<'_>) -> Approval {
    let Some(section) = reader.section(root, "approval", keys::APPROVAL) else { return Approval::default() };
    let signers = reader
        .word(&section, "allowed_signers", "allowed_signers = \"/etc/compact-gate/signers\"")
        .filter(|(at, text)| reader.is_name(*at, "approval.allowed_signers", text));
    Approval {
        allowed_signers: signers.map(|(_, text)| text.to_owned()),
        require_signature: reader.boolean(&section, "require_signature"),
    }
}
