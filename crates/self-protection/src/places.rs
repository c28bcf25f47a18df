//! The protected places, and how a path relates to them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::{Protected, What, resolve};

/// How a path relates to a protected place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// Some directory above it.
    Above,
    /// The `.claude` directory whose settings are protected.
    SettingsDirectory,
    /// It, or something in it.
    Inside,
}

pub(crate) type Hit = (What, Relation);

/// One protected place.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    pub(crate) what: What,
}

/// All protected places that are known by name, links followed and not.
pub(crate) struct Places {
    pub(crate) known: Vec<Place>,
    homes: Vec<PathBuf>,
}

pub(crate) const SETTINGS_FILES: [&str; 2] = ["settings.json", "settings.local.json"];

impl Places {
    pub(crate) fn new(protected: &Protected) -> Self {
        let mut places = Self { known: Vec::new(), homes: Vec::new() };
        let mut add = |path: &Path, what| {
            if path.is_absolute() {
                let resolved = resolve::links(path);
                if resolved != path {
                    places.known.push(Place { path: resolved, what });
                }
                places.known.push(Place { path: path.to_path_buf(), what });
            }
        };
        add(&protected.state_dir, What::StateDirectory);
        for file in &protected.settings {
            add(file, What::HookSettings);
        }
        protected.policy.iter().for_each(|policy| add(policy, What::Policy));
        protected.binary.iter().for_each(|binary| add(binary, What::Binary));
        add(Path::new("/etc/claude-code"), What::HookSettings);
        if let Some(home) = &protected.home {
            let claude = home.join(".claude");
            add(&claude.join("plugins"), What::HookSettings);
            for file in SETTINGS_FILES {
                add(&claude.join(file), What::HookSettings);
            }
            places.homes.push(resolve::links(&claude));
            places.homes.push(claude);
        }
        places
    }

    /// How `path` relates to the protected places; the closest relation, if there are several.
    pub(crate) fn relation(&self, path: &Path) -> Option<Hit> {
        let mut closest: Option<Hit> = None;
        let mut offer = |what, relation| {
            if closest.is_none_or(|(_, best)| relation > best) {
                closest = Some((what, relation));
            }
        };
        for place in &self.known {
            if path.starts_with(&place.path) {
                offer(place.what, Relation::Inside);
            } else if place.path.starts_with(path) {
                let settings = place.what == What::HookSettings && self.homes.iter().any(|home| home == path);
                offer(place.what, if settings { Relation::SettingsDirectory } else { Relation::Above });
            }
        }
        if let Some(relation) = self.anywhere(path) {
            offer(What::HookSettings, relation);
        }
        closest
    }

    /// The settings that the client looks for in any directory.
    fn anywhere(&self, path: &Path) -> Option<Relation> {
        let name = path.file_name()?;
        if name == ".claude" {
            return Some(Relation::SettingsDirectory);
        }
        let parent = path.parent()?;
        let is_settings = SETTINGS_FILES.iter().any(|file| name == *file)
            || (self.homes.iter().any(|home| home == parent) && is_home_settings(name));
        if is_settings
            && (parent.file_name() == Some(OsStr::new(".claude"))
                || self.homes.iter().any(|home| home == parent))
        {
            return Some(Relation::Inside);
        }
        let is_plugin = name == "hooks.json"
            && parent.file_name() == Some(OsStr::new("hooks"))
            && parent.parent().is_some_and(|root| root.join(".claude-plugin").is_dir());
        is_plugin.then_some(Relation::Inside)
    }
}

fn is_home_settings(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        name.starts_with("settings")
            && Path::new(name).extension().is_some_and(|extension| extension == "json")
    })
}
