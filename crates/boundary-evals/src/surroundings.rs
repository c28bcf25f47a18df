//! What is beside the state directory: a hook has nothing to write there.

use crate::place::Place;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

/// Every file and directory, with what changes when it is written.
pub type Surroundings = BTreeMap<PathBuf, (u64, u64, i64, i64)>;

/// All that is in a scenario's place but the state directory.
pub fn of(place: &Place) -> Surroundings {
    let state = place.state_dir();
    let mut found = Surroundings::new();
    let mut open = vec![place.root().to_owned(), place.home().to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(meta) = path.symlink_metadata() else { continue };
            if path == state {
                continue;
            }
            if meta.is_dir() {
                // A directory's own times change with what is in it, which is looked at anyway.
                found.insert(path.clone(), (meta.ino(), 0, 0, 0));
                open.push(path);
            } else {
                found.insert(path, (meta.ino(), meta.len(), meta.mtime(), meta.mtime_nsec()));
            }
        }
    }
    found
}

/// The first thing that differs, if anything does.
pub fn difference<'a>(before: &'a Surroundings, after: &'a Surroundings) -> Option<&'a PathBuf> {
    let changed = after.iter().find(|(path, meta)| before.get(*path) != Some(meta));
    changed.map(|(path, _)| path).or_else(|| before.keys().find(|path| !after.contains_key(*path)))
}
