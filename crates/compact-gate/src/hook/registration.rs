//! The gate's own hooks in the client's settings files.

use super::continuity_file::read_capped;
use ledger::sha256_hex;
use self_protection::SETTINGS_FILES;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use verdict::{Registrations, SettingsFacts};

/// A settings file longer than this isn't read.
const LONGEST: u64 = 4 << 20;

/// What this session's settings files register of this binary. A file that can't be read registers nothing.
pub fn registered(cwd: &Path) -> Registrations {
    let files = settings_files(cwd).into_iter().filter_map(|file| {
        let ours = ours(&read(&file)?);
        (!ours.is_empty()).then(|| (name(&file), ours))
    });
    files.collect()
}

/// What a changed settings file says.
pub fn of_change(source: Option<&str>, file: &Path) -> SettingsFacts {
    let settings = read(file);
    SettingsFacts {
        file: name(file),
        source: source.unwrap_or_default().chars().take(64).collect(),
        disables: settings.as_ref().is_some_and(|it| it["disableAllHooks"] == true),
        registered: settings.as_ref().map(ours),
    }
}

/// The files that the client reads settings from; those of `--settings` and of plugins have no fixed place.
fn settings_files(cwd: &Path) -> Vec<PathBuf> {
    let mut files = vec![PathBuf::from("/etc/claude-code/managed-settings.json")];
    files.extend(crate::home::directory().map(|home| home.join(".claude/settings.json")));
    files.extend(SETTINGS_FILES.map(|file| cwd.join(".claude").join(file)));
    files
}

/// A path as it is remembered: with the links of its folder followed, since the client and we may have come by others.
fn name(file: &Path) -> String {
    let folder = file.parent().and_then(|folder| folder.canonicalize().ok());
    let path = match (folder, file.file_name()) {
        (Some(folder), Some(last)) => folder.join(last),
        _ => file.to_owned(),
    };
    path.to_string_lossy().into_owned()
}

/// Settings as they stand in a file, or behind a link to one.
fn read(file: &Path) -> Option<Value> {
    let bytes = read_capped(&file.canonicalize().ok()?, LONGEST).ok()??;
    serde_json::from_slice(&bytes).ok().filter(Value::is_object)
}

/// A digest of each hook of ours, together with the event and the matcher that it is registered for.
fn ours(settings: &Value) -> BTreeSet<String> {
    let binary = std::env::current_exe().ok();
    let mut digests = BTreeSet::new();
    for (event, groups) in settings["hooks"].as_object().into_iter().flatten() {
        for group in groups.as_array().into_iter().flatten() {
            let hooks = group["hooks"].as_array().into_iter().flatten();
            for hook in hooks.filter(|hook| binary.as_deref().is_some_and(|binary| starts(hook, binary))) {
                // The members of an object have an order of their own here, whatever the file's.
                let whole = json!([event, group["matcher"], hook]).to_string();
                digests.insert(sha256_hex(whole.as_bytes()));
            }
        }
    }
    digests
}

/// Whether a hook starts this binary: by its command, or by the first word of it.
fn starts(hook: &Value, binary: &Path) -> bool {
    let Some(command) = hook["command"].as_str() else { return false };
    let first = command.split_whitespace().next().unwrap_or_default().trim_matches(['"', '\'']);
    [command, first].iter().any(|path| Path::new(path).canonicalize().is_ok_and(|path| path == binary))
}
