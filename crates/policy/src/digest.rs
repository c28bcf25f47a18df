//! Digests of policies and contracts.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::layer::{PolicyFile, Version};
use crate::{Contract, Policy, Rule};

impl Policy {
    /// SHA-256 over what the policy says, in hexadecimal. Comments, blanks, the order of tables and keys, the order
    /// of rules within a list and the file's name don't matter; the order of `[[target]]` does, since the first one
    /// counts. A setting that is spelled out and one that is left to its default differ.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("compact-gate policy {}\n", Version::NUMBER));
        for layer in &self.layers {
            hash.update(b"layer\n");
            for line in lines(&layer.says) {
                hash.update(line);
                hash.update(b"\n");
            }
        }
        hexadecimal(hash)
    }
}

impl Contract {
    /// SHA-256 over what the contract says, in hexadecimal. Comments, blanks and the order of tables and keys don't
    /// matter; a constraint's text and place do, to the letter.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("compact-gate contract {}\n", Version::NUMBER));
        hash.update(format!("task_id={:?}\nobjective={:?}\n", self.task_id, self.objective));
        for (key, texts) in [("constraint", &self.constraints), ("required_check", &self.required_checks)] {
            for text in texts {
                hash.update(format!("{key}={text:?}\n"));
            }
        }
        for line in lines(&self.says) {
            hash.update(line);
            hash.update(b"\n");
        }
        hexadecimal(hash)
    }
}

fn hexadecimal(hash: Sha256) -> String {
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// What a file says, a line each, in one order. Texts are quoted, so that none can look like two.
fn lines(says: &PolicyFile) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |key: &str, value: &str| lines.push(format!("{key}={value:?}"));
    if let Some(unlisted) = says.unlisted {
        add("unlisted", unlisted.word());
    }
    if let Some(subagents) = says.subagents {
        add("subagents", subagents.word());
    }
    let tools = &says.tools;
    let mut list = |key: &str, rules: &[Rule]| {
        for rule in rules {
            add(key, rule.text());
        }
    };
    list("tools.read_only", &tools.read_only);
    list("tools.deny", &tools.deny);
    list("tools.ask", &tools.ask);
    list("tools.external", &tools.external);
    for (check, rules) in &says.evidence {
        list(&format!("evidence.{check:?}"), rules);
    }
    if let Some(allow) = &tools.allow {
        list("tools.allow", allow);
        // An empty list says something, too.
        add("tools.allow", "");
    }
    for (position, target) in says.target.iter().enumerate() {
        let kind = if target.environment { "environment" } else { "other" };
        add(&format!("target.{position:06}.{kind}.{:?}", target.field.text), target.tool.text());
    }
    for effect in &says.effect {
        for pointer in &effect.ignore {
            add(&format!("effect.{:?}", pointer.text), effect.tool.text());
        }
    }
    for dependency in &says.dependency {
        add(&format!("dependency.{:?}", dependency.on.text()), dependency.tool.text());
    }
    for probe in &says.probe {
        let tells = (probe.settles.text(), &probe.field.text, &probe.equals, probe.outcome.word());
        add(&format!("probe.{tells:?}"), probe.tool.text());
    }
    if let Some(environments) = &says.authority.environments {
        for name in environments {
            add("authority.environments", name);
        }
        add("authority.environments", "");
    }
    for delegation in &says.delegation {
        let key = format!("delegation.{:?}", delegation.agent_type);
        for rule in &delegation.allow {
            add(&key, rule.text());
        }
        add(&key, "");
    }
    if let Some(on_change) = says.git.on_change {
        add("git.on_change", on_change.word());
    }
    if let Some(unknown_history) = says.resume.unknown_history {
        add("resume.unknown_history", unknown_history.word());
    }
    if let Some(lost_state) = says.resume.lost_state {
        add("resume.lost_state", lost_state.word());
    }
    for (rule, level) in &says.lint {
        add(&format!("lint.{rule:?}"), level.word());
    }
    if let Some(ttl) = says.checkpoint.ttl {
        add("checkpoint.ttl", &ttl.seconds().to_string());
    }
    if let Some(signers) = &says.approval.allowed_signers {
        add("approval.allowed_signers", signers);
    }
    if let Some(required) = says.approval.require_signature {
        add("approval.require_signature", &required.to_string());
    }
    lines.sort_unstable();
    lines
}
