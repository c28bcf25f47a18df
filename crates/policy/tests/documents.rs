//! `docs/policy.md` says what the code does.
#![expect(clippy::disallowed_methods, reason = "the document is a file")]

use std::path::Path;

use policy::{Call, Places, Policy};

use crate::sample::{command, outcome, policy};

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/policy.md");
    std::fs::read_to_string(path).unwrap_or_default()
}

fn toml_blocks(text: &str) -> Vec<&str> {
    text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn every_example_parses() {
    let text = document();
    let blocks = toml_blocks(&text);
    assert!(blocks.len() >= 2);
    for block in blocks {
        assert_eq!(Policy::parse(block, "policy.md").err(), None, "{block}");
    }
}

#[test]
fn the_worked_example_decides_as_its_table_says() {
    let text = document();
    let policy = policy(toml_blocks(&text)[0]);
    let table = text.split("| tool | input | decision |\n|---|---|---|\n").nth(1).unwrap_or_default();
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with("| ")).collect();
    assert!(rows.len() > 10, "{table}");
    for row in rows {
        let (tool, rest) = row.trim_start_matches("| ").split_once(" | `").unwrap_or_default();
        let (input, decision) = rest.split_once("` | ").unwrap_or_default();
        let input = if tool == "Bash" { command(input) } else { input.to_owned() };
        let root = Path::new("/p");
        let places = Places { cwd: root, project_root: root, home: None };
        let call =
            Call { tool_name: tool, tool_input: &input, places, resolved: None, known_read_only: false };
        let expected = decision.split([':', ' ']).next().unwrap_or_default();
        let found = outcome(&policy, &call);
        assert_eq!(found.split(' ').next(), Some(expected), "{row}\n{found}");
    }
}

#[test]
fn every_key_is_described() {
    let text = document();
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/policy.schema.json");
    let schema: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(schema).unwrap_or_default()).unwrap_or_default();
    let tables =
        schema["$defs"].as_object().map(|defs| defs.values().collect::<Vec<_>>()).unwrap_or_default();
    let keys: Vec<&String> = std::iter::once(&schema)
        .chain(tables)
        .filter_map(|table| table["properties"].as_object())
        .flat_map(serde_json::Map::keys)
        .collect();
    assert!(keys.len() > 30);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
    for key in keys {
        let named = |row: &&str| row.split('`').nth(1).is_some_and(|name| name.contains(key.as_str()));
        assert!(rows.iter().any(named), "{key}");
    }
}
