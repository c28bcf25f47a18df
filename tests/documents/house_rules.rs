//! What keeps the code easy to find one's way in.

use crate::tree::{read, root, rust_files, source_files};
use std::path::Path;

const MAX_LINES: usize = 600;
const MEDIAN_BELOW: usize = 150;

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 7] = ["utils", "util", "common", "helpers", "manager", "misc", "types"];

#[test]
fn files_are_short() {
    let files = rust_files();
    let mut lines: Vec<(usize, &Path)> = Vec::new();
    for path in &files {
        lines.push((read(path.to_str().unwrap()).lines().count(), path));
    }
    lines.sort_unstable();
    let (longest, path) = lines[lines.len() - 1];
    assert!(longest <= MAX_LINES, "{}: {longest} lines", path.display());
    let (median, _) = lines[lines.len() / 2];
    assert!(median < MEDIAN_BELOW, "the median is {median} lines");
}

#[test]
fn names_say_what_is_inside() {
    for path in source_files() {
        let is_code = path.extension().is_some_and(|extension| extension == "rs");
        let folders = path.parent().into_iter().flat_map(Path::iter);
        let name = if is_code { path.file_stem() } else { None };
        for word in folders.chain(name) {
            assert!(!EMPTY_NAMES.iter().any(|empty| word == *empty), "{}", path.display());
        }
    }
}

#[test]
fn nothing_is_left_for_later() {
    // Put together here, so that this file isn't its own finding.
    let left = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!("));
    let skipped = format!("#[{}", "ignore");
    for path in rust_files() {
        let text = read(path.to_str().unwrap());
        for (index, line) in text.lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("//") {
                continue;
            }
            let found = left.iter().any(|word| code.contains(word)) || code.contains(&skipped);
            assert!(!found, "{}:{}: {line}", path.display(), index + 1);
        }
    }
}

/// What `eval` replaces of the machine can be reached by no other command, and the hook asks nobody else.
#[test]
fn clock_and_home_are_replaced_by_eval_alone() {
    let eval = Path::new("crates/compact-gate/src/command/eval");
    for path in rust_files().iter().filter(|path| path.starts_with("crates/compact-gate/src")) {
        let text = read(path.to_str().unwrap());
        let is = |name: &str| path.ends_with(Path::new("src").join(name));
        for (word, own) in [
            ("set_ahead_for_eval", "clock.rs"),
            ("home::set_for_eval", "home.rs"),
            ("ledger::home_directory", "home.rs"),
            ("Utc::now", "clock.rs"),
            ("SystemTime::now", "clock.rs"),
        ] {
            let replaces = word.contains("for_eval") && path.starts_with(eval);
            assert!(is(own) || replaces || !text.contains(word), "{} has {word}", path.display());
        }
    }
}

/// A test file that no module names is never compiled, so nothing in it is ever run.
#[test]
fn no_file_is_forgotten() {
    for path in rust_files() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let folder = path.parent().unwrap();
        if name == "main" || name == "lib" || folder.ends_with("examples") || is_target(&path) {
            continue;
        }
        let (module, holders) = if name == "mod" {
            let parent = folder.parent().unwrap();
            (folder.file_name().unwrap().to_str().unwrap(), [parent.to_owned(), parent.with_extension("rs")])
        } else {
            (name, [folder.to_owned(), folder.with_extension("rs")])
        };
        let declared = |file: &Path| {
            let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
            text.lines().any(|line| {
                line.trim_start()
                    .trim_start_matches("pub ")
                    .trim_start_matches("pub(crate) ")
                    .trim_start_matches("pub(super) ")
                    .starts_with(&format!("mod {module};"))
            })
        };
        let [in_folder, beside] = holders;
        let candidates = ["mod.rs", "lib.rs", "main.rs"].map(|file| in_folder.join(file));
        assert!(candidates.iter().any(|file| declared(file)) || declared(&beside), "{}", path.display());
    }
}

/// Whether a manifest names the file.
fn is_target(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut folder = path.parent();
    while let Some(at) = folder {
        if let Ok(manifest) = std::fs::read_to_string(root().join(at).join("Cargo.toml")) {
            let in_tests = path.parent().is_some_and(|parent| parent == at.join("tests"));
            return manifest.contains(name) || (in_tests && !manifest.contains("autotests = false"));
        }
        folder = at.parent();
    }
    false
}
