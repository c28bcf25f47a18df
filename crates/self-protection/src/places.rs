//! The protected places, and how a path relates to them.

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::resolve::{Links, is_in};
use crate::{Protected, What};

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

/// The closer of two.
pub(crate) fn closer(first: Option<Hit>, second: Option<Hit>) -> Option<Hit> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if second.1 > first.1 { second } else { first }),
        (first, second) => first.or(second),
    }
}

/// One protected place.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    pub(crate) what: What,
}

/// All protected places that are known by name.
pub(crate) struct Places {
    /// As they are written.
    pub(crate) named: Vec<Place>,
    /// With their links followed, where that makes a difference. The file system is only asked if need be.
    followed: OnceCell<Vec<Place>>,
    /// Those of them that are links themselves.
    renamed: OnceCell<Vec<Place>>,
    claude: Option<PathBuf>,
    pub(crate) links: Links,
}

/// The files in a `.claude` directory that the client reads settings from.
pub const SETTINGS_FILES: [&str; 2] = ["settings.json", "settings.local.json"];

impl Places {
    pub(crate) fn new(protected: &Protected) -> Self {
        let claude = protected.home.as_ref().map(|home| home.join(".claude"));
        let mut named = Vec::with_capacity(10 + protected.settings.len());
        let mut add = |path: &Path, what| {
            if path.is_absolute() {
                named.push(Place { path: crate::path_text::normalized(path), what });
            }
        };
        add(&protected.state_dir, What::StateDirectory);
        for file in &protected.settings {
            add(file, What::HookSettings);
        }
        protected.policy.iter().for_each(|policy| add(policy, What::Policy));
        for file in &protected.allowed_signers {
            add(file, What::AllowedSigners);
        }
        protected.binary.iter().for_each(|binary| add(binary, What::Binary));
        add(Path::new("/etc/claude-code"), What::HookSettings);
        if let Some(claude) = &claude {
            add(&claude.join("plugins"), What::HookSettings);
            for file in SETTINGS_FILES {
                add(&claude.join(file), What::HookSettings);
            }
        }
        Self { named, followed: OnceCell::new(), renamed: OnceCell::new(), claude, links: Links::default() }
    }

    /// The places behind links, which have other names than those that they are known by.
    pub(crate) fn followed(&self) -> &[Place] {
        self.followed.get_or_init(|| {
            let different = |place: &Place| {
                let path = self.links.follow(&place.path);
                (path != place.path).then_some(Place { path, what: place.what })
            };
            self.named.iter().filter_map(different).collect()
        })
    }

    /// How `path` relates to the places as they are written; also behind their links if it has a name in common
    /// with one of them.
    pub(crate) fn relation(&self, path: &Path) -> Option<Hit> {
        let written = self.written_relation(path);
        if written.is_none_or(|(_, relation)| relation < Relation::Inside) && self.shares_name(path) {
            return closer(written, closest(path, self.followed()));
        }
        written
    }

    fn shares_name(&self, path: &Path) -> bool {
        path.iter().any(|name| self.named.iter().any(|place| place.path.file_name() == Some(name)))
    }

    /// The places behind links that `path`, followed itself, can be in. Links on the way to a place leave it its
    /// name, so that without that name in `path` only the places that are links themselves come into question.
    fn behind_links(&self, path: &Path) -> &[Place] {
        if self.shares_name(path) {
            return self.followed();
        }
        self.renamed.get_or_init(|| {
            let links = self.named.iter().filter(|place| place.path.read_link().is_ok());
            links.map(|place| Place { path: self.links.follow(&place.path), what: place.what }).collect()
        })
    }

    /// The same for what acts on the entry itself, be it a link: the links on the way to it are followed.
    pub(crate) fn relation_of_entry(&self, path: &Path) -> Option<Hit> {
        match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) => {
                let entry = self.links.follow(parent).join(name);
                let behind = closer(self.written_relation(&entry), closest(&entry, self.followed()));
                closer(self.relation(path), behind)
            }
            _ => self.relation(path),
        }
    }

    /// How `path`, as written and with its links followed, relates to the places, links followed too. `path`
    /// needn't be normalized: `..` behind a link leads elsewhere than its text says.
    pub(crate) fn relation_behind_links(&self, path: &Path) -> Option<Hit> {
        let normalized = crate::path_text::normalized(path);
        let written = self.relation(&normalized);
        if matches!(written, Some((_, Relation::Inside))) {
            return written;
        }
        let target = self.links.follow(path);
        closer(written, closer(self.written_relation(&target), closest(&target, self.behind_links(&target))))
    }

    fn written_relation(&self, path: &Path) -> Option<Hit> {
        let anywhere = self.anywhere(path).map(|relation| (What::HookSettings, relation));
        closer(closest(path, &self.named), anywhere)
    }

    /// The settings that the client looks for in any directory.
    fn anywhere(&self, path: &Path) -> Option<Relation> {
        let name = path.file_name()?;
        if name == ".claude" {
            return Some(Relation::SettingsDirectory);
        }
        let text = name.to_str()?;
        if !text.starts_with("settings") && name != "hooks.json" {
            return None;
        }
        let parent = path.parent()?;
        if parent.file_name() == Some(OsStr::new(".claude")) {
            let is_home = self.claude.as_deref() == Some(parent);
            let is_settings = SETTINGS_FILES.contains(&text)
                || (is_home && path.extension().is_some_and(|extension| extension == "json"));
            return is_settings.then_some(Relation::Inside);
        }
        let is_plugin = name == "hooks.json"
            && parent.file_name() == Some(OsStr::new("hooks"))
            && parent.parent().is_some_and(|root| root.join(".claude-plugin").is_dir());
        is_plugin.then_some(Relation::Inside)
    }
}

fn closest(path: &Path, places: &[Place]) -> Option<Hit> {
    let relations = places.iter().filter_map(|place| {
        let directory = place.what == What::HookSettings && place.path.parent() == Some(path);
        if is_in(path, &place.path) {
            Some((place.what, Relation::Inside))
        } else if !is_in(&place.path, path) {
            None
        } else if directory && path.file_name() == Some(OsStr::new(".claude")) {
            Some((place.what, Relation::SettingsDirectory))
        } else {
            Some((place.what, Relation::Above))
        }
    });
    relations.fold(None, |best, hit| closer(best, Some(hit)))
}
