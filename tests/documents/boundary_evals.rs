//! The document's example is a scenario that can be read and passes.

use crate::gate::{BINARY, text};
use crate::tree::read;
use assert_fs::TempDir;
use std::process::Command;

const DOCUMENT: &str = "docs/boundary-evals.md";

fn eval(file: &str, scenario: &str) -> (Option<i32>, String) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join(file);
    std::fs::write(&path, scenario).unwrap();
    let output = Command::new(BINARY).arg("eval").arg(&path).env_clear().output().unwrap();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn the_example_passes_and_fails_as_it_says() {
    let document = read(DOCUMENT);
    let example = document.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let (status, said) = eval("publishing.toml", example);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.ends_with("1 passed, 0 failed\n"), "{said}");
    let (status, said) = eval("publishing.toml", &example.replace("deny = [", "ask = ["));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("publishing.toml:"), "{said}");
}

/// The keys of a step that the code knows are those of the document's tables.
#[test]
fn every_key_is_in_a_table() {
    let document = read(DOCUMENT);
    let acts = read("crates/boundary-evals/src/read/acts.rs");
    let acts = acts.split("const ACTS").nth(1).unwrap().split("];").next().unwrap();
    let expected = read("crates/boundary-evals/src/expect.rs");
    let expected = expected.split("pub const KEYS").nth(1).unwrap().split("];").next().unwrap();
    let gate = read("crates/boundary-evals/src/gate.rs");
    let verbs = gate.split("const VERBS").nth(1).unwrap().split("];").next().unwrap();
    let keys: Vec<&str> =
        [acts, expected, verbs].iter().flat_map(|part| part.split('"').skip(1).step_by(2)).collect();
    assert!(keys.len() > 24, "{keys:?}");
    for key in keys {
        let row = |line: &str| line.starts_with("| ") && line.split(" | ").next().unwrap().contains(key);
        assert!(document.lines().any(row), "{key}");
    }
}
