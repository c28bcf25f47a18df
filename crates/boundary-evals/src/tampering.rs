use crate::place::{Place, told};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// What somebody does to the state directory, by the key `state`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum Tampering {
    /// Keeps a copy of the session's folder, or of everything.
    Copy {
        /// A name for it.
        r#as: String,
        /// Everything, the anchors included.
        #[serde(default)]
        whole: bool,
    },
    /// Puts a copy in the session's place, or in everything's.
    Restore {
        /// Its name.
        r#as: String,
        /// It was one of everything.
        #[serde(default)]
        whole: bool,
    },
    /// Takes the last records away.
    Cut {
        /// How many.
        records: usize,
    },
    /// Replaces a text in one of the session's files.
    Edit {
        /// The file's name.
        file: String,
        /// What is there.
        replace: String,
        /// What comes in its place.
        by: String,
    },
    /// Removes the session's folder, or everything.
    Remove {
        /// Everything.
        #[serde(default)]
        whole: bool,
    },
    /// Moves the session's folder away and puts a link to it in its place.
    Link,
}

impl Tampering {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Tampering::Copy { .. } => "copy",
            Tampering::Restore { .. } => "restore",
            Tampering::Cut { .. } => "cut",
            Tampering::Edit { .. } => "edit",
            Tampering::Remove { .. } => "remove",
            Tampering::Link => "link",
        }
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        match self {
            Tampering::Edit { file, .. } if !["ledger.jsonl", "verdict.json"].contains(&file.as_str()) => {
                Err(format!("{file:?} is none of ledger.jsonl and verdict.json"))
            }
            Tampering::Copy { r#as: name, .. } | Tampering::Restore { r#as: name, .. }
                if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') =>
            {
                Err(format!("{name:?} is no name for a copy: use letters, digits and _"))
            }
            _ => Ok(()),
        }
    }

    /// Does it to the session with this id.
    pub(crate) fn apply(
        &self,
        place: &Place,
        session: &str,
        known: &BTreeMap<String, String>,
    ) -> Result<(), String> {
        let state = place.state_dir();
        let folder = state.join(session);
        let part = |whole: bool| if whole { state.clone() } else { folder.clone() };
        let kept = |name: &str| place.root().join("copies").join(name);
        match self {
            Tampering::Copy { r#as: name, whole } => copy(&part(*whole), &kept(name)),
            Tampering::Restore { r#as: name, whole } => {
                let part = part(*whole);
                remove(&part)?;
                copy(&kept(name), &part)
            }
            Tampering::Cut { records } => {
                let path = folder.join("ledger.jsonl");
                let text = fs::read_to_string(&path).map_err(told(&path))?;
                let lines: Vec<&str> = text.split_inclusive('\n').collect();
                let kept =
                    lines.len().checked_sub(*records).ok_or("the ledger has fewer records than that")?;
                fs::write(&path, lines[..kept].concat()).map_err(told(&path))
            }
            Tampering::Edit { file, replace, by } => {
                let path = folder.join(file);
                let text = fs::read_to_string(&path).map_err(told(&path))?;
                let replace = place.filled(replace, known);
                if !text.contains(&replace) {
                    return Err(format!("what is to be replaced isn't in {file}"));
                }
                fs::write(&path, text.replace(&replace, &place.filled(by, known))).map_err(told(&path))
            }
            Tampering::Remove { whole } => remove(&part(*whole)),
            Tampering::Link => {
                let aside = place.root().join("moved-away");
                fs::rename(&folder, &aside).map_err(told(&folder))?;
                symlink(&aside, &folder).map_err(told(&folder))
            }
        }
    }
}

fn remove(path: &Path) -> Result<(), String> {
    if path.exists() { fs::remove_dir_all(path).map_err(told(path)) } else { Ok(()) }
}

/// Copies a directory with everything in it; modes are kept.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let mut open = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = open.pop() {
        fs::create_dir_all(&to).map_err(told(&to))?;
        let mode = fs::metadata(&from).map_err(told(&from))?.permissions();
        for entry in fs::read_dir(&from).map_err(told(&from))? {
            let path: PathBuf = entry.map_err(told(&from))?.path();
            let target = to.join(path.file_name().unwrap_or_default());
            if path.is_dir() {
                open.push((path, target));
            } else {
                fs::copy(&path, &target).map_err(told(&path))?;
            }
        }
        fs::set_permissions(&to, mode).map_err(told(&to))?;
    }
    Ok(())
}
