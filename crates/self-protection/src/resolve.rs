//! Symbolic links.

use std::path::{Component, Path, PathBuf};

/// `path` with the links of all that exists of it followed; what doesn't exist yet is kept. `..` behind a link
/// leads to where the link's target is, as it does for the kernel.
pub(crate) fn links(path: &Path) -> PathBuf {
    let mut missing = Vec::new();
    let mut at = path;
    loop {
        if let Ok(found) = at.canonicalize() {
            return missing.iter().rev().fold(found, |path, name| {
                if Path::new(name) == Path::new("..") {
                    path.parent().unwrap_or(&path).to_path_buf()
                } else {
                    path.join(name)
                }
            });
        }
        // A link to something that doesn't exist yet: writing through it makes its target.
        if let Ok(target) = at.read_link()
            && missing.len() < 64
            && let Some(parent) = at.parent()
        {
            let target = parent.canonicalize().unwrap_or_else(|_| parent.to_path_buf()).join(target);
            let end = dangling(&target, 16);
            return missing.iter().rev().fold(end, |path, name| path.join(name));
        }
        match (at.parent(), at.components().next_back()) {
            (Some(parent), Some(last @ (Component::Normal(_) | Component::ParentDir))) => {
                missing.push(last.as_os_str().to_owned());
                at = parent;
            }
            _ => return path.to_path_buf(),
        }
    }
}

/// Follows a chain of links whose end doesn't exist.
fn dangling(path: &Path, most: usize) -> PathBuf {
    let mut path = crate::path_text::normalized(path);
    for _ in 0..most {
        let Ok(target) = path.read_link() else { break };
        let Some(parent) = path.parent() else { break };
        path = crate::path_text::normalized(&parent.join(target));
    }
    match (path.parent().and_then(|parent| parent.canonicalize().ok()), path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path,
    }
}
