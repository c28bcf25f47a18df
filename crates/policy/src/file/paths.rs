//! The paths that a call of a file tool names.

use std::path::{Component, Path, PathBuf};

use crate::call::Places;
use crate::json::Json;

/// The absolute path that `text` names, `~`, `.` and `..` taken out by the text alone.
pub(crate) fn absolute(text: &str, places: &Places) -> Option<PathBuf> {
    if text.is_empty() || text.contains('\0') {
        return None;
    }
    if let Some(rest) = text.strip_prefix('~') {
        match (rest.is_empty() || rest.starts_with('/'), places.home) {
            (true, Some(home)) => return Some(normalized(&home.join(rest.trim_start_matches('/')))),
            (true, None) => return None,
            (false, _) => {}
        }
    }
    Some(normalized(&places.cwd.join(text)))
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

/// The path that a call of this tool is about; None where it names none that can be told.
pub(crate) fn named_paths(tool: &str, input: &Json<'_>, places: &Places) -> Option<Vec<PathBuf>> {
    let field = |name: &str| input.member(name).and_then(Json::as_str);
    match tool {
        "NotebookEdit" | "NotebookRead" => Some(vec![absolute(field("notebook_path")?, places)?]),
        "Glob" | "Grep" | "LS" => {
            let folder = match input.member("path") {
                None | Some(Json::Null) => normalized(places.cwd),
                Some(path) => absolute(path.as_str()?, places)?,
            };
            // Where a glob begins with a fixed path, that is where the tool looks.
            let glob = field(if tool == "Glob" { "pattern" } else { "glob" }).unwrap_or_default();
            let inside = Places { cwd: &folder, ..*places };
            let fixed = fixed_part(glob);
            // Behind a wildcard it can't be told where that leads.
            if glob[fixed.len()..].split('/').any(|name| name == "..") {
                return None;
            }
            let aimed = absolute(fixed, &inside);
            let mut found: Vec<_> = aimed.filter(|path| *path != folder).into_iter().collect();
            found.push(folder);
            Some(found)
        }
        _ => Some(vec![absolute(field("file_path").or_else(|| field("path"))?, places)?]),
    }
}

/// What stands before a glob's first wildcard, up to the last slash; the whole where there is none.
fn fixed_part(glob: &str) -> &str {
    match glob.find(['*', '?', '[', '{']) {
        None => glob,
        Some(at) => &glob[..glob[..at].rfind('/').map_or(0, |slash| slash + 1)],
    }
}
