//! Which command lines are worth parsing.

use std::path::Path;

use crate::Protected;

/// Whether `text` may matter: it holds a name of something protected, a character by which a name can be
/// hidden or a file written, or a program that removes and replaces.
pub(super) fn may_matter(text: &str, cwd: &Path, protected: &Protected) -> bool {
    const NAMES: [&str; 5] = [".claude", "settings", "compact-gate", "claude-code", "hooks.json"];
    const HIDES: &[u8] = b"'\"\\$`*?[{~>";
    let bytes = text.as_bytes();
    bytes.iter().any(|byte| HIDES.contains(byte))
        || text.contains("..")
        || NAMES.iter().any(|name| memchr::memmem::find(bytes, name.as_bytes()).is_some())
        || last_names(protected).any(|name| memchr::memmem::find(bytes, name.as_bytes()).is_some())
        || text.split(|character: char| !character.is_ascii_alphanumeric() && character != '-').any(is_hazard)
        || is_sensitive(cwd, protected)
}

fn last_names(protected: &Protected) -> impl Iterator<Item = &str> {
    let single = [Some(&protected.state_dir), protected.policy.as_ref(), protected.binary.as_ref()];
    single.into_iter().flatten().chain(&protected.settings).filter_map(|path| path.file_name()?.to_str())
}

/// Programs that change what they are given, and the operator's verbs behind a link to the gate.
fn is_hazard(word: &str) -> bool {
    matches!(
        word,
        "rm" | "rmdir"
            | "mv"
            | "cp"
            | "ln"
            | "link"
            | "unlink"
            | "shred"
            | "install"
            | "rsync"
            | "scp"
            | "tar"
            | "bsdtar"
            | "unzip"
            | "7z"
            | "cpio"
            | "rename"
            | "prename"
            | "chmod"
            | "chown"
            | "chgrp"
            | "chattr"
            | "setfacl"
            | "mount"
            | "umount"
            | "find"
            | "fd"
            | "trash"
            | "trash-put"
            | "gio"
            | "truncate"
            | "dd"
            | "tee"
            | "touch"
            | "patch"
            | "sponge"
            | "curl"
            | "wget"
            | "release"
            | "approve"
            | "reconcile"
            | "rebaseline"
            | "lift"
            | "issue"
            | "accept"
    )
}

/// Whether plain names mean something protected because of where the command runs.
fn is_sensitive(cwd: &Path, protected: &Protected) -> bool {
    cwd.components().any(|component| component.as_os_str() == ".claude")
        || cwd.starts_with(&protected.state_dir)
        || cwd.starts_with("/etc/claude-code")
        || protected.policy.as_deref().is_some_and(|policy| policy.parent() == Some(cwd))
        || protected.state_dir.parent() == Some(cwd)
}
