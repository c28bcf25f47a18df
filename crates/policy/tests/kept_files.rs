//! Files that are made from the code, and kept true.
#![expect(clippy::disallowed_methods, reason = "these are files")]

use std::path::Path;

/// Holds a file against what it should be; `UPDATE_DOCS=1` writes it anew.
pub fn kept(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        assert!(std::fs::write(path, text).is_ok(), "{}", path.display());
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, text, "{} is out of date: run again with UPDATE_DOCS=1", path.display());
}
