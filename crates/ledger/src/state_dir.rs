use crate::session::Session;
use crate::{LedgerError, folder_name};
use rustix::fs::OFlags;
use std::fs::{self, DirBuilder};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The directory that holds the sessions' folders and, beside them, what outlives a folder.
#[derive(Clone, Debug)]
pub struct StateDir {
    path: PathBuf,
}

impl StateDir {
    /// A state directory at an absolute path. Nothing is created yet.
    #[must_use]
    pub fn at(path: PathBuf) -> StateDir {
        StateDir { path }
    }

    /// `.local/state/compact-gate` in the home that `/etc/passwd` gives this user. Only a user who isn't listed there
    /// falls back to `HOME`: a repository's settings can change the environment of a hook, and no environment variable
    /// may decide where the state is. The file is read directly, since a static binary can't load name-service modules.
    #[must_use]
    pub fn default_path() -> Option<PathBuf> {
        home_directory().map(|home| home.join(".local/state/compact-gate"))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of a session, whether it exists or not.
    #[must_use]
    pub fn session(&self, session_id: &str) -> Session {
        Session::new(self, &folder_name(session_id))
    }

    /// The names of all session folders, newest ledger first.
    pub fn session_names(&self) -> Result<Vec<String>, LedgerError> {
        self.folders(|name| !name.starts_with('.'))
    }

    /// The names of the folders of runs, newest ledger first.
    pub fn run_folders(&self) -> Result<Vec<String>, LedgerError> {
        self.folders(|name| name.starts_with(".run-"))
    }

    fn folders(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, LedgerError> {
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(LedgerError::io(&self.path)(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(LedgerError::io(&self.path))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if !wanted(&name) {
                continue;
            }
            if let Ok(meta) = fs::symlink_metadata(entry.path().join("ledger.jsonl")) {
                names.push((meta.modified().ok(), name));
            }
        }
        names.sort();
        Ok(names.into_iter().rev().map(|(_, name)| name).collect())
    }

    /// A session by the name of its folder, as [`StateDir::session_names`] gives it.
    #[must_use]
    pub fn session_by_name(&self, name: &str) -> Session {
        Session::new(self, name)
    }

    /// Keeps a file beside the sessions, durably, in the place of the one of that name before it. `folder` and `name` are
    /// plain file names.
    pub fn keep(&self, folder: &str, name: &str, bytes: &[u8]) -> Result<(), LedgerError> {
        self.ensure()?;
        let folder = self.path.join(folder);
        crate::folder::ensure_session_folder(&folder)?;
        crate::folder::replace(&folder.join(name), ".kept-", bytes)?;
        crate::folder::sync_dir(&folder)
    }

    pub(crate) fn anchor_path(&self, name: &str) -> PathBuf {
        self.path.join(".anchors").join(name)
    }

    pub(crate) fn ensure(&self) -> Result<(), LedgerError> {
        ensure_private_dir(&self.path)?;
        let anchors = self.path.join(".anchors");
        ensure_private_dir(&anchors)?;
        crate::folder::check_session_folder(&anchors).map(|_| ())
    }

    /// Whether the anchors' folder is a folder, if it is there at all.
    pub(crate) fn check_anchors(&self) -> Result<(), LedgerError> {
        crate::folder::check_session_folder(&self.path.join(".anchors")).map(|_| ())
    }
}

fn ensure_private_dir(path: &Path) -> Result<(), LedgerError> {
    if !path.is_dir() {
        DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(LedgerError::io(path))?;
    }
    Ok(())
}

/// The home directory that the password database gives this process's real user.
#[must_use]
pub fn home_directory() -> Option<PathBuf> {
    let uid = rustix::process::getuid().as_raw();
    let listed = read_small(Path::new("/etc/passwd")).and_then(|text| home_in_passwd(&text, uid));
    listed.or_else(|| std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute()))
}

fn home_in_passwd(passwd: &str, uid: u32) -> Option<PathBuf> {
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        let entry_uid = fields.by_ref().nth(2)?.parse::<u32>().ok()?;
        let home = fields.nth(2)?;
        (entry_uid == uid && home.starts_with('/')).then(|| PathBuf::from(home))
    })
}

fn read_small(path: &Path) -> Option<String> {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    let mut bytes = Vec::with_capacity(8 << 10);
    file.take(1 << 20).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_is_the_sixth_field_of_the_users_line() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\n# comment\ndev:x:1000:1000:A, B:/home/dev:/bin/bash\nbad:x:1:1::rel:/x\n";
        assert_eq!(home_in_passwd(passwd, 1000), Some("/home/dev".into()));
        assert_eq!(home_in_passwd(passwd, 0), Some("/root".into()));
        assert_eq!(home_in_passwd(passwd, 1), None);
        assert_eq!(home_in_passwd(passwd, 7), None);
    }
}
