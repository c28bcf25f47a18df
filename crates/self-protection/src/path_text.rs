//! From the text of a path to a path.

use std::path::{Component, Path, PathBuf};

/// The longest path that Linux takes. Longer strings are data.
const MAX_LENGTH: usize = 4096;

/// The absolute path that `text` names for a tool that runs in `cwd`, `.` and `..` taken out without asking the
/// file system. None for what can't be a path.
pub(crate) fn absolute(text: &str, cwd: &Path, home: Option<&Path>) -> Option<PathBuf> {
    joined(text, cwd, home).map(|path| normalized(&path))
}

/// The same with `..` left where it is.
pub(crate) fn joined(text: &str, cwd: &Path, home: Option<&Path>) -> Option<PathBuf> {
    if text.is_empty() || text.len() > MAX_LENGTH || text.contains(['\0', '\n']) {
        return None;
    }
    if let Some(address) = text.strip_prefix("file:") {
        let decoded = percent_decoded(address.strip_prefix("//localhost").unwrap_or(address));
        return Some(cwd.join(decoded.strip_prefix("//").unwrap_or(&decoded)));
    }
    if let (Some(rest), Some(home)) = (text.strip_prefix('~'), home)
        && (rest.is_empty() || rest.starts_with('/'))
    {
        return Some(home.join(rest.trim_start_matches('/')));
    }
    Some(cwd.join(text))
}

/// Takes out `.`, `..` and doubled slashes.
pub(crate) fn normalized(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let hex = |at: usize| behind.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, hex(0), hex(1)) {
            bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
            rest = &behind[2..];
        } else {
            bytes.push(first);
            rest = behind;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
