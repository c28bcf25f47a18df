//! Path patterns: gitignore's, with the client's four kinds of start.

use std::path::{Path, PathBuf};

use super::{normalized, segment};
use crate::call::Places;
use crate::rule::Malformed;

/// Where a pattern starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// `//path`
    Root,
    /// `~/path`
    Home,
    /// `/path`
    Project,
    /// `path` and `./path`
    Here,
}

/// A path pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathPattern {
    start: Start,
    /// Names to go up from there.
    up: usize,
    /// `**`, or a pattern for one name.
    segments: Vec<String>,
}

impl PathPattern {
    pub(crate) fn parse(inside: &str) -> Result<Self, Malformed> {
        if inside.starts_with('!') {
            return Err(Malformed::new(
                "exceptions aren't possible",
                "list what is meant, or what isn't, in rules of their own",
            ));
        }
        let (start, rest, dotted) = if let Some(rest) = inside.strip_prefix("//") {
            (Start::Root, rest, false)
        } else if let Some(rest) = inside.strip_prefix("~/") {
            (Start::Home, rest, false)
        } else if inside.starts_with('~') {
            return Err(Malformed::new(
                "only one's own home can be named",
                "write ~/path, or //home/name/path",
            ));
        } else if let Some(rest) = inside.strip_prefix('/') {
            (Start::Project, rest, false)
        } else if let Some(rest) = inside.strip_prefix("./") {
            (Start::Here, rest, true)
        } else {
            (Start::Here, inside, false)
        };
        let names: Vec<&str> = rest.split('/').filter(|name| !name.is_empty() && *name != ".").collect();
        let up = names.iter().take_while(|name| **name == "..").count();
        let mut segments: Vec<String> = names[up..].iter().map(|name| (*name).to_owned()).collect();
        if segments.iter().any(|name| name == "..") {
            return Err(Malformed::new("\"..\" behind a name", "write the path without it"));
        }
        // As in a .gitignore, a name alone is meant at any depth.
        if start == Start::Here && !dotted && up == 0 && segments.len() == 1 && !rest.starts_with("**") {
            segments.insert(0, "**".to_owned());
        }
        segments.dedup_by(|a, b| a == "**" && b == "**");
        Ok(Self { start, up, segments })
    }

    /// Whether a rule that forbids speaks of this path: relative patterns count from the project and from where
    /// the call runs, and `folder/**` means the folder, too.
    pub(crate) fn may_cover(&self, path: &Path, places: &Places) -> bool {
        self.covers_from(self.base(places), path, true)
            || (self.start == Start::Here && self.covers_from(Some(places.cwd), path, true))
    }

    /// Whether a rule that permits speaks of this path: relative patterns count from the project alone, since the
    /// model chooses where a call runs.
    pub(crate) fn surely_covers(&self, path: &Path, places: &Places) -> bool {
        self.covers_from(self.base(places), path, false)
    }

    /// Whether every path of `other` is one of this, as far as the texts tell.
    pub(crate) fn includes(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        let literal = |name: &String| !name.contains(['*', '?', '[', '\\']);
        let [folder @ .., last] = self.segments.as_slice() else { return true };
        let same = self.start == other.start && self.up == other.up;
        same && last == "**"
            && folder.iter().all(literal)
            && other.segments.len() > folder.len()
            && other.segments.starts_with(folder)
    }

    fn base<'p>(&self, places: &Places<'p>) -> Option<&'p Path> {
        match self.start {
            Start::Root => Some(Path::new("/")),
            Start::Home => places.home,
            Start::Project | Start::Here => Some(places.project_root),
        }
    }

    fn covers_from(&self, base: Option<&Path>, path: &Path, forbidding: bool) -> bool {
        let Some(base) = base else { return false };
        let mut base: PathBuf = normalized(base);
        for _ in 0..self.up {
            base.pop();
        }
        let Ok(below) = path.strip_prefix(&base) else { return false };
        let names: Vec<_> = below.iter().map(|name| name.to_string_lossy()).collect();
        fits(&self.segments, &names, forbidding)
    }
}

/// Whether the segments fit the names or the first of them: what is in a folder that fits, fits. Each `**` is
/// retried from the last one on alone, so that this is quadratic at most.
fn fits(segments: &[String], names: &[std::borrow::Cow<'_, str>], forbidding: bool) -> bool {
    let (mut at, mut in_names) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        match segments.get(at) {
            None => return true,
            Some(segment) if segment == "**" => {
                if at + 1 == segments.len() {
                    return forbidding || in_names < names.len();
                }
                retry = Some((at, in_names));
                at += 1;
                continue;
            }
            Some(segment) if names.get(in_names).is_some_and(|name| segment::matches(segment, name)) => {
                at += 1;
                in_names += 1;
                continue;
            }
            Some(_) => {}
        }
        match retry {
            Some((star, from)) if from < names.len() => {
                retry = Some((star, from + 1));
                at = star + 1;
                in_names = from + 1;
            }
            _ => return false,
        }
    }
}
