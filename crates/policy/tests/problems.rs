//! What is said about broken files.
#![expect(clippy::disallowed_methods, reason = "fixtures are files")]

use std::path::Path;

use crate::kept_files::kept;
use policy::Policy;

/// Each `fixtures/policy/problems/*.toml` has its problems beside it; `UPDATE_DOCS=1` writes them anew.
#[test]
fn every_broken_file_is_told_what_to_do() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/policy/problems"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        seen += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let problems = Policy::parse(&text, "policy.toml").expect_err(&text);
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        kept(&path.with_extension("txt"), &(found.join("\n") + "\n"));
    }
    assert!(seen >= 4, "{seen}");
}

#[test]
fn a_byte_order_mark_and_line_ends_of_windows_are_fine() {
    assert!(Policy::parse("\u{feff}version = 1\r\n[tools]\r\ndeny = [\"Bash\"]\r\n", "p").is_ok());
}

#[test]
fn a_hostile_file_costs_little() {
    let many = |rule: &str| format!("[tools]\ndeny = [{}]", vec![rule; 30_000].join(","));
    assert_eq!(Policy::parse(&many("\"a b\""), "p").map_err(|problems| problems.len()), Err(100));
    let distinct: Vec<String> = (0..30_000).map(|n| format!("\"A{n}\"")).collect();
    assert!(Policy::parse(&format!("[tools]\ndeny = [{}]", distinct.join(",")), "p").is_ok());
    assert_eq!(
        Policy::parse(&"x = ".repeat(30_000), "p").map_err(|problems| problems.len() <= 100),
        Err(true)
    );
}
