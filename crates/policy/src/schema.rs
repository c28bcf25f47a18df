//! The JSON Schema of a policy file, made from the types and held against the parser.
#![expect(clippy::disallowed_methods, reason = "the schema is a file")]

use std::path::Path;

use serde_json::Value;

use crate::parse::keys;
use crate::{Policy, PolicyFile};

fn schema() -> Value {
    let mut schema = schemars::schema_for!(PolicyFile);
    schema.insert("title".to_owned(), "compact-gate policy".into());
    let mut value = schema.to_value();
    without_null(&mut value);
    value
}

/// TOML has no null: a key is there or not.
fn without_null(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("default") == Some(&Value::Null) {
                members.remove("default");
            }
            if let Some(Value::Array(types)) = members.get("type") {
                let first = types[0].clone();
                members.insert("type".to_owned(), first);
            }
            if let Some(Value::Array(choices)) = members.remove("anyOf") {
                members.extend(choices[0].as_object().unwrap().clone());
            }
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            members.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// `UPDATE_DOCS=1` writes it anew.
#[test]
fn the_document_is_up_to_date() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/policy.schema.json"));
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text, "run again with UPDATE_DOCS=1");
}

#[test]
fn it_has_the_keys_that_the_parser_takes() {
    let schema = schema();
    let properties = |table: &Value| {
        let mut names: Vec<String> = table["properties"].as_object().unwrap().keys().cloned().collect();
        names.sort_unstable();
        assert_eq!(table["additionalProperties"], Value::Bool(false), "{table}");
        names
    };
    for (name, known) in [
        ("", keys::ROOT),
        ("Tools", keys::TOOLS),
        ("TargetRule", keys::TARGET),
        ("EffectRule", keys::EFFECT),
        ("Dependency", keys::DEPENDENCY),
        ("Probe", keys::PROBE),
        ("Authority", keys::AUTHORITY),
        ("Delegation", keys::DELEGATION),
        ("Git", keys::GIT),
        ("Resume", keys::RESUME),
        ("Checkpoint", keys::CHECKPOINT),
        ("Approval", keys::APPROVAL),
    ] {
        let mut known: Vec<&str> = known.to_vec();
        known.sort_unstable();
        let table = if name.is_empty() { &schema } else { &schema["$defs"][name] };
        assert_eq!(properties(table), known, "{name}");
    }
    let words = |name: &str| schema["$defs"][name].to_string();
    for (name, known) in [
        ("Unlisted", crate::Unlisted::WORDS),
        ("Subagents", crate::Subagents::WORDS),
        ("OnChange", crate::OnChange::WORDS),
        ("OnDoubt", crate::OnDoubt::WORDS),
        ("Level", crate::Level::WORDS),
        ("Outcome", crate::Outcome::WORDS),
    ] {
        assert!(known.iter().all(|word| words(name).contains(&format!("{word:?}"))), "{}", words(name));
    }
}

/// What the schema requires, the parser does, too, and nothing more.
#[test]
fn it_requires_what_the_parser_requires() {
    let schema = schema();
    for (name, table, whole) in [
        ("TargetRule", "target", "tool = \"A\"\nfield = \"/a\"\n"),
        ("EffectRule", "effect", "tool = \"A\"\nignore = []\n"),
        ("Dependency", "dependency", "tool = \"A\"\non = \"B\"\n"),
        (
            "Probe",
            "probe",
            "tool = \"A\"\nsettles = \"B\"\nfield = \"/a\"\nequals = \"b\"\noutcome = \"committed\"\n",
        ),
        ("Delegation", "delegation", "agent_type = \"A\"\nallow = []\n"),
    ] {
        let required: Vec<&str> =
            schema["$defs"][name]["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(Policy::parse(&format!("[[{table}]]\n{whole}"), "p").is_ok());
        assert_eq!(required.len(), whole.lines().count(), "{name}");
        for key in required {
            let without: Vec<&str> = whole.lines().filter(|line| !line.starts_with(key)).collect();
            assert!(Policy::parse(&format!("[[{table}]]\n{}", without.join("\n")), "p").is_err(), "{key}");
        }
    }
    assert_eq!(schema.get("required"), None);
    assert!(Policy::parse("", "p").is_ok());
}
