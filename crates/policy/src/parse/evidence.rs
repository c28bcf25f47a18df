//! The table `[evidence]`: checks by their names.

use std::collections::BTreeMap;

use super::reader::{Reader, Section};
use crate::Rule;

/// More checks than any task has; each one's last run is remembered.
const MOST_CHECKS: usize = 32;

pub(super) fn checks(reader: &mut Reader<'_>, root: &Section<'_>) -> BTreeMap<String, Vec<Rule>> {
    let mut checks = BTreeMap::new();
    let Some(value) = root.get("evidence") else { return checks };
    let Some(section) = reader.table(value, "evidence".to_owned()) else { return checks };
    for (name, at, _) in section.entries() {
        let key = section.key(name);
        if !reader.is_name(at, &key, name) {
            continue;
        }
        if checks.len() == MOST_CHECKS {
            reader.report(at, &key, "more than 32 checks", "put some of them into one");
            break;
        }
        let rules = reader.rules(&section, name).unwrap_or_default();
        if let Some(rule) = rules.iter().find(|rule| !rule.is_shell_command()) {
            let what = format!("{:?} names no command of Bash", rule.text());
            // Another tool's answer says that it answered, not what it found.
            reader.report(at, &key, &what, "only a command's exit status is evidence: write Bash(command *)");
        }
        checks.insert(name.to_owned(), rules);
    }
    checks
}
