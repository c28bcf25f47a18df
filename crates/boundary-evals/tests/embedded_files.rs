//! What is built into the binary is all that is in the repository.

#![expect(clippy::unwrap_used, reason = "a test that can't be set up has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(folder)
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_captured_payload_has_a_name() {
    let mut found = BTreeSet::new();
    for folder in files(&fixtures("payloads")).into_iter().filter(|path| path.is_dir()) {
        for file in files(&folder) {
            let event = folder.file_name().unwrap().display().to_string();
            found.insert(format!("{event}/{}", file.file_stem().unwrap().display()));
        }
    }
    assert_eq!(found, boundary_evals::payload_names().map(str::to_owned).collect());
}

#[test]
fn every_scenario_is_shipped() {
    let found = files(&fixtures("boundary")).into_iter();
    let found: BTreeSet<String> = found
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| format!("fixtures/boundary/{}", path.file_name().unwrap().display()))
        .collect();
    assert_eq!(found, boundary_evals::shipped().map(|(file, _)| file.to_owned()).collect());
}
