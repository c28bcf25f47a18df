//! Calls and policies to try.

use std::path::Path;

use policy::{Call, Decision, Places, Policy, Reason};

/// A call in `/p/web` of the project `/p`, Ada's.
pub fn call<'c>(tool_name: &'c str, tool_input: &'c str) -> Call<'c> {
    let places = Places {
        cwd: Path::new("/p/web"),
        project_root: Path::new("/p"),
        home: Some(Path::new("/home/ada")),
    };
    Call { tool_name, tool_input, places, resolved: None, known_read_only: false }
}

/// The input of a shell call.
pub fn command(line: &str) -> String {
    format!("{{\"command\":{}}}", quoted(line))
}

pub fn quoted(text: &str) -> String {
    format!(
        "\"{}\"",
        text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t")
    )
}

pub fn policy(text: &str) -> Policy {
    Policy::parse(text, "policy.toml").unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

/// A policy with one list.
pub fn list(name: &str, rules: &[&str]) -> Policy {
    let rules: Vec<String> = rules.iter().map(|rule| quoted(rule)).collect();
    policy(&format!("version = 1\n[tools]\n{name} = [{}]\n", rules.join(", ")))
}

/// "deny", "ask", "allow" or "unlisted", and what decided.
pub fn outcome(policy: &Policy, call: &Call<'_>) -> String {
    match policy.evaluate(call).decision {
        Decision::Deny { reason: Reason::Rule { rule, doubt }, .. } => {
            format!("deny {}{}", rule.text(), if doubt.is_some() { "?" } else { "" })
        }
        Decision::Deny { reason: Reason::OutsideEnvironments { target, .. }, .. } => {
            format!("deny outside {}", target.unwrap_or_default())
        }
        Decision::Deny { reason: Reason::Unlisted, .. } => "deny unlisted".to_owned(),
        Decision::Ask { rule, .. } => format!("ask {}", rule.text()),
        Decision::Allow => "allow".to_owned(),
        Decision::Unlisted => "unlisted".to_owned(),
    }
}

/// Whether a deny-list of this one rule denies the call; "?" if it only can be meant.
pub fn denies(rule: &str, call: &Call<'_>) -> &'static str {
    match outcome(&list("deny", &[rule]), call).as_str() {
        "unlisted" => "no",
        text if text.ends_with('?') => "maybe",
        _ => "yes",
    }
}
