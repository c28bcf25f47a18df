//! `docs/architecture.md` against the workspace.

use crate::tree::{read, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

const DOCUMENT: &str = "docs/architecture.md";

/// The text under a heading, up to the next one.
fn section(heading: &str) -> String {
    let text = read(DOCUMENT);
    let start = text.find(&format!("## {heading}\n")).unwrap_or_else(|| panic!("no section {heading:?}"));
    let section = &text[start + 3..];
    section[..section.find("\n## ").unwrap_or(section.len())].to_owned()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Folder name under `crates/`, and the folder names of the crates that it is built on, development aside.
fn edges() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let folder = |path: &str| path.trim_end_matches("/Cargo.toml").rsplit('/').next().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let uses = package["dependencies"].as_array().unwrap().iter();
            let uses = uses.filter(|dependency| dependency["kind"].is_null());
            let uses = uses.filter_map(|dependency| dependency["path"].as_str()).map(folder).collect();
            (folder(package["manifest_path"].as_str().unwrap()), uses)
        })
        .collect()
}

#[test]
fn what_the_codemap_names_is_there() {
    let codemap = section("Codemap");
    let paths: Vec<&str> =
        quoted(&codemap).filter(|word| word.contains('/') && !word.contains(' ')).collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "{path}");
    }
}

#[test]
fn every_crate_is_in_the_codemap() {
    let codemap = section("Codemap");
    let named: BTreeSet<&str> = quoted(&codemap).collect();
    for name in edges().keys() {
        assert!(named.contains(format!("crates/{name}/").as_str()), "crates/{name}/ is not in the codemap");
    }
}

#[test]
fn the_crates_use_each_other_as_the_table_says() {
    let table = section("Who uses whom");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let written: BTreeMap<String, BTreeSet<String>> = rows
        .map(|row| {
            let mut names = quoted(row).map(str::to_owned);
            (names.next().unwrap(), names.collect())
        })
        .collect();
    assert_eq!(edges(), written);
}

/// What the table happens to say today is one thing; that the core stays apart is another.
#[test]
fn the_core_and_the_leaves_know_no_sibling() {
    let edges = edges();
    for leaf in ["verdict", "lint", "git-facts", "ledger", "hook-protocol", "decisions", "shell-syntax"] {
        assert_eq!(edges[leaf], BTreeSet::new(), "{leaf}");
    }
}
