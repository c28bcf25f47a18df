//! Symbolic links.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// As many links as Linux follows in one path.
const MAX_LINKS: usize = 40;

/// What stands at a path.
#[derive(Clone)]
enum Found {
    Link(PathBuf),
    Missing,
    Other,
}

/// Follows links, and asks the file system once about each directory: the protected places share most of theirs.
#[derive(Default)]
pub(crate) struct Links {
    seen: RefCell<HashMap<PathBuf, Found>>,
}

impl Links {
    /// `path` with all links followed; what doesn't exist yet is kept. `..` behind a link leads to where the
    /// link's target is, as it does for the kernel, and a link to something that doesn't exist leads there:
    /// writing through it makes its target.
    pub(crate) fn follow(&self, path: &Path) -> PathBuf {
        let mut result = PathBuf::from("/");
        // The components that are still to be gone through, the next one last.
        let mut rest: Vec<OsString> = names(path);
        let mut links = 0;
        let mut missing = false;
        while let Some(name) = rest.pop() {
            if name == ".." {
                result.pop();
                missing = false;
                continue;
            }
            result.push(&name);
            if missing {
                continue;
            }
            match self.found(&result) {
                Found::Link(target) if links < MAX_LINKS => {
                    links += 1;
                    result.pop();
                    if target.is_absolute() {
                        result = PathBuf::from("/");
                    }
                    rest.extend(names(&target));
                }
                Found::Missing => missing = true,
                Found::Link(_) | Found::Other => {}
            }
        }
        result
    }

    fn found(&self, path: &Path) -> Found {
        if let Some(found) = self.seen.borrow().get(path) {
            return found.clone();
        }
        let found = match path.read_link() {
            Ok(target) => Found::Link(target),
            Err(error) if error.kind() == ErrorKind::NotFound => Found::Missing,
            Err(_) => Found::Other,
        };
        self.seen.borrow_mut().insert(path.to_path_buf(), found.clone());
        found
    }
}

/// The names in `path`, the last one first; a slash at its end says nothing.
fn names(path: &Path) -> Vec<OsString> {
    let names = path.components().rev().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some(OsString::from("..")),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    });
    names.collect()
}

/// Whether `path` is `place` or in it. Both are normalized, so that their bytes tell.
pub(crate) fn is_in(path: &Path, place: &Path) -> bool {
    let (path, place) = (path.as_os_str().as_bytes(), place.as_os_str().as_bytes());
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest[0] == b'/' || place == b"/")
}
