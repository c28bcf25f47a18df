//! What a policy file says about operations.

use super::keys;
use super::reader::{Reader, Section};
use super::sections::{pointer, required};
use crate::rule::Specifier;
use crate::{Dependency, EffectRule, Outcome, Probe, Rule};

pub(super) fn effects(reader: &mut Reader<'_>, root: &Section<'_>) -> Vec<EffectRule> {
    let mut found = Vec::new();
    for section in reader.tables(root, "effect", keys::EFFECT) {
        let tool = rule(reader, &section, "tool", "tool = \"mcp__deploy__*\"");
        if section.get("ignore").is_none() {
            reader.report(section.at(), "effect.ignore", "missing", "write ignore = [\"/request_id\"]");
        }
        let mut ignore = Vec::new();
        for (at, text) in reader.strings(&section, "ignore").unwrap_or_default() {
            ignore.extend(pointer(reader, at, "effect.ignore", text));
        }
        found.extend(tool.map(|tool| EffectRule { tool, ignore }));
    }
    found
}

pub(super) fn dependencies(reader: &mut Reader<'_>, root: &Section<'_>) -> Vec<Dependency> {
    let mut found = Vec::new();
    for section in reader.tables(root, "dependency", keys::DEPENDENCY) {
        let tool = rule(reader, &section, "tool", "tool = \"mcp__github__merge_pull_request\"");
        let on = rule(reader, &section, "on", "on = \"mcp__deploy__run\"");
        found.extend(tool.zip(on).map(|(tool, on)| Dependency { tool, on }));
    }
    found
}

pub(super) fn probes(reader: &mut Reader<'_>, root: &Section<'_>) -> Vec<Probe> {
    let mut found = Vec::new();
    for section in reader.tables(root, "probe", keys::PROBE) {
        let tool = rule(reader, &section, "tool", "tool = \"mcp__deploy__status\"");
        let settles = settles(reader, &section);
        let field = required(reader, &section, "field", "field = \"/state\"");
        let field = field.and_then(|(at, text)| pointer(reader, at, "probe.field", text));
        let equals = required(reader, &section, "equals", "equals = \"done\"");
        let outcome = outcome(reader, &section);
        let probe = || {
            let equals = equals?.1.to_owned();
            Some(Probe { tool: tool?, settles: settles?, field: field?, equals, outcome: outcome? })
        };
        found.extend(probe());
    }
    found
}

fn rule(reader: &mut Reader<'_>, section: &Section<'_>, name: &str, example: &str) -> Option<Rule> {
    let (at, text) = required(reader, section, name, example)?;
    reader.rule(at, &section.key(name), text)
}

/// What an operation's input was isn't remembered, so that a rule about it could never be asked.
fn settles(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<Rule> {
    let (at, text) = required(reader, section, "settles", "settles = \"mcp__deploy__run\"")?;
    let rule = reader.rule(at, "probe.settles", text)?;
    if matches!(rule.specifier, Specifier::Any) {
        return Some(rule);
    }
    let what = format!("{text:?} says more than a tool's name");
    reader.report(
        at,
        "probe.settles",
        &what,
        "name the tool alone, and tell its calls apart by a [[target]]",
    );
    None
}

fn outcome(reader: &mut Reader<'_>, section: &Section<'_>) -> Option<Outcome> {
    required(reader, section, "outcome", "outcome = \"committed\"")?;
    reader.choice(section, "outcome", Outcome::WORDS, Outcome::from_word)
}
