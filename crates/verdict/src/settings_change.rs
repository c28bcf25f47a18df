//! A change of the client's settings, judged by what it would do to the hooks that hold this gate.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The gate's own hooks, as settings files register them: by the file's path, a digest of each. A file without any isn't
/// named.
pub type Registrations = BTreeMap<String, BTreeSet<String>>;

/// What a settings file says now that it has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFacts {
    /// The file's path, links followed.
    pub file: String,
    /// The client's `source`: `user_settings`, `project_settings`, `local_settings`, `policy_settings` and others.
    pub source: String,
    /// The gate's own hooks in it; `None` if it isn't there or can't be read as settings.
    pub registered: Option<BTreeSet<String>>,
    /// It turns all hooks off.
    pub disables: bool,
}

/// What a change would do to the gate's hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingsThreat {
    /// All hooks are turned off.
    Disabled,
    /// A hook of the gate is gone, or isn't as it was when the session started.
    Altered,
    /// The file that held them is gone or can't be read.
    Unreadable,
}

impl SettingsThreat {
    /// In words, after "the change".
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            SettingsThreat::Disabled => "turns all hooks off",
            SettingsThreat::Altered => "takes out or alters hooks of compact-gate",
            SettingsThreat::Unreadable => "leaves the file that registers compact-gate missing or unreadable",
        }
    }
}

/// What of `before` a change puts at risk. Hooks may be added.
#[must_use]
pub fn threat(before: &Registrations, change: &SettingsFacts) -> Option<SettingsThreat> {
    if change.disables {
        return Some(SettingsThreat::Disabled);
    }
    let held = before.get(&change.file)?;
    match &change.registered {
        None => Some(SettingsThreat::Unreadable),
        Some(now) => (!held.is_subset(now)).then_some(SettingsThreat::Altered),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_gate_stands_on_counts() {
        let before = Registrations::from([("/s".into(), BTreeSet::from(["a".into(), "b".into()]))]);
        let change = |registered: Option<&[&str]>| SettingsFacts {
            file: "/s".into(),
            registered: registered.map(|all| all.iter().map(ToString::to_string).collect()),
            ..SettingsFacts::default()
        };
        assert_eq!(threat(&before, &change(Some(&["a", "b", "c"]))), None);
        assert_eq!(threat(&before, &change(Some(&["a", "c"]))), Some(SettingsThreat::Altered));
        assert_eq!(threat(&before, &change(None)), Some(SettingsThreat::Unreadable));
        let elsewhere = SettingsFacts { file: "/t".into(), ..change(None) };
        assert_eq!(threat(&before, &elsewhere), None);
        let off = SettingsFacts { disables: true, ..elsewhere };
        assert_eq!(threat(&before, &off), Some(SettingsThreat::Disabled));
    }
}
