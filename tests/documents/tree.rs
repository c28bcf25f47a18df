//! The repository's files.

use std::path::{Path, PathBuf};

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A file's text, by its path from the top.
#[track_caller]
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A JSON file, by its path from the top.
#[track_caller]
pub fn json(path: &str) -> serde_json::Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files below the directories that hold source, as paths from the top.
pub fn source_files() -> Vec<PathBuf> {
    let root = root();
    let mut files = Vec::new();
    let mut open = vec![root.join("crates"), root.join("tests")];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(&root).unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// The Rust files among them.
pub fn rust_files() -> Vec<PathBuf> {
    source_files()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The Markdown files that people read.
pub fn documents() -> Vec<String> {
    let mut documents = vec!["README.md".to_owned(), "CHANGELOG.md".to_owned()];
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(format!("docs/{}", path.file_name().unwrap().display()));
        }
    }
    documents.sort();
    documents
}
