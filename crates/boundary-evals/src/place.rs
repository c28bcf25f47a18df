use crate::git;
use crate::scenario::Scenario;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Where a scenario is played.
#[derive(Clone, Debug)]
pub struct Place {
    root: PathBuf,
    home: PathBuf,
    policy: bool,
    run: Option<String>,
}

/// Whether a path stays below the directory that it counts from, and out of git's own files: git would run programs
/// that its configuration names.
pub fn is_inside(path: &str) -> bool {
    let fine = |part: Component<'_>| match part {
        Component::Normal(name) => !name.eq_ignore_ascii_case(".git"),
        _ => false,
    };
    !path.is_empty() && !path.contains('\0') && Path::new(path).components().all(fine)
}

impl Place {
    /// Makes the place of a scenario below `base`: a project, a home, and no state directory yet.
    pub(crate) fn make(base: &Path, scenario: &Scenario, policy: Option<&str>) -> Result<Place, String> {
        let base = base.canonicalize().map_err(told(base))?;
        let place = Place {
            root: base.join(&scenario.name),
            home: base.join("home"),
            policy: policy.is_some() || scenario.policy.is_some(),
            run: scenario.run.clone(),
        };
        let made = place.project();
        fs::create_dir_all(&made).map_err(told(&made))?;
        fs::create_dir_all(place.home()).map_err(told(place.home()))?;
        for (path, text) in &scenario.files {
            place.write("project", path, &place.filled(text, &BTreeMap::new()))?;
        }
        if let Some(text) = policy.or(scenario.policy.as_deref()) {
            place.write_policy(&place.filled(text, &BTreeMap::new()))?;
        }
        if scenario.repository {
            for arguments in [
                &["init", "--quiet", "--initial-branch=main"][..],
                &["add", "--all"],
                &["commit", "--quiet", "--allow-empty", "--message=first"],
            ] {
                git::run(&made, place.home(), arguments)?;
            }
        }
        Ok(place)
    }

    /// The directory that holds all of it, the home aside.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The home of the user whom the scenario has; scenarios share it, and nothing is in it.
    #[must_use]
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The project.
    #[must_use]
    pub fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    /// The state directory.
    #[must_use]
    pub fn state_dir(&self) -> PathBuf {
        self.root.join("state")
    }

    /// The operator's policy file, if one is registered.
    #[must_use]
    pub fn policy(&self) -> Option<PathBuf> {
        self.policy.then(|| self.root.join("policy.toml"))
    }

    /// The name of the run, if one is registered.
    #[must_use]
    pub fn run(&self) -> Option<&str> {
        self.run.as_deref()
    }

    /// The folder of the transcripts.
    #[must_use]
    pub fn transcripts(&self) -> PathBuf {
        self.root.join("transcripts")
    }

    pub(crate) fn write(&self, cwd: &str, path: &str, text: &str) -> Result<(), String> {
        let path = self.free(cwd, path)?;
        fs::write(&path, text).map_err(told(&path))
    }

    /// A file's path with nothing at it, its folders being there. No link that the scenario has put in the way leads
    /// out of the place, or to git's own files.
    pub(crate) fn free(&self, cwd: &str, path: &str) -> Result<PathBuf, String> {
        let path = self.root.join(cwd).join(path);
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(self.reached(folder)?).map_err(told(folder))?;
        let path = self.reached(folder)?.join(path.file_name().unwrap_or_default());
        if path.symlink_metadata().is_ok_and(|meta| !meta.is_dir()) {
            fs::remove_file(&path).map_err(told(&path))?;
        }
        Ok(path)
    }

    /// A path with its links followed as far as it exists, if that is still within the place.
    pub(crate) fn reached(&self, path: &Path) -> Result<PathBuf, String> {
        let exists = path.ancestors().find(|part| part.symlink_metadata().is_ok()).unwrap_or(&self.root);
        let real = exists.canonicalize().map_err(told(exists))?;
        let inside = real.strip_prefix(&self.root).ok().and_then(|rest| rest.to_str());
        if real != self.root && !inside.is_some_and(is_inside) {
            return Err(format!("{}: a link leads out of the scenario's place", path.display()));
        }
        Ok(path.strip_prefix(exists).map_or_else(|_| real.clone(), |rest| real.join(rest)))
    }

    pub(crate) fn write_policy(&self, text: &str) -> Result<(), String> {
        let path = self.root.join("policy.toml");
        fs::write(&path, text).map_err(told(&path))
    }

    /// A text with the places of this run for `{root}`, `{project}`, `{state}`, `{home}` and `{policy}`, and what else
    /// is known by a name. Other braces stay.
    pub(crate) fn filled(&self, text: &str, known: &BTreeMap<String, String>) -> String {
        let mut text = text.to_owned();
        for (name, path) in [
            ("{root}", self.root.clone()),
            ("{project}", self.project()),
            ("{state}", self.state_dir()),
            ("{home}", self.home.clone()),
            ("{policy}", self.root.join("policy.toml")),
        ] {
            text = text.replace(name, &path.display().to_string());
        }
        for (name, value) in known {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// The same in every string of a value.
    pub(crate) fn filled_value(&self, value: &Value, known: &BTreeMap<String, String>) -> Value {
        match value {
            Value::String(text) => Value::String(self.filled(text, known)),
            Value::Array(items) => items.iter().map(|item| self.filled_value(item, known)).collect(),
            Value::Object(members) => {
                members.iter().map(|(key, member)| (key.clone(), self.filled_value(member, known))).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
}

/// Puts a path before an error of the file system.
pub fn told(path: &Path) -> impl Fn(io::Error) -> String {
    let path = path.display().to_string();
    move |error| format!("{path}: {error}")
}
