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

/// Whether a path stays below the directory that it counts from.
pub fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && !path.contains('\0')
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

impl Place {
    /// Makes the place of a scenario below `base`: a project, a home, and no state directory yet.
    pub(crate) fn make(base: &Path, scenario: &Scenario, policy: Option<&str>) -> Result<Place, String> {
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
        let path = self.root.join(cwd).join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(told(&path))?;
        }
        fs::write(&path, text).map_err(told(&path))
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
