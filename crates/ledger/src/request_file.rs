//! What is kept of a call while it waits for the operator: a file of its own, since a ledger is never cleared.

use crate::{LedgerError, Session, folder};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

impl Session {
    /// Keeps bytes under a request's id, durably, and forgets those of every request that isn't in `open`. Nothing is
    /// written over what is there: a request's bytes don't change.
    pub fn keep_request(
        &self,
        id: &str,
        bytes: &[u8],
        open: &dyn Fn(&str) -> bool,
    ) -> Result<(), LedgerError> {
        let directory = self.requests();
        self.ensure_folder()?;
        folder::ensure_session_folder(&directory)?;
        self.forget_requests(&|known| known != id && !open(known))?;
        let path = self.request_path(id)?;
        if path.exists() {
            return Ok(());
        }
        folder::replace(&path, ".request-", bytes)?;
        folder::sync_dir(&directory)
    }

    /// The bytes that are kept under a request's id: `None` if there are none.
    pub fn read_request(&self, id: &str) -> Result<Option<Vec<u8>>, LedgerError> {
        if !folder::check_session_folder(&self.requests())? {
            return Ok(None);
        }
        folder::read_existing(&self.request_path(id)?)
    }

    /// Removes the bytes of each request that is settled.
    pub fn forget_requests(&self, settled: &dyn Fn(&str) -> bool) -> Result<(), LedgerError> {
        let directory = self.requests();
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(LedgerError::io(&directory)(error)),
        };
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            if path.file_stem().and_then(|stem| stem.to_str()).is_some_and(settled) {
                // Another process may have been faster.
                let _ = fs::remove_file(path);
            }
        }
        Ok(())
    }

    fn requests(&self) -> PathBuf {
        self.folder().join("requests")
    }

    fn request_path(&self, id: &str) -> Result<PathBuf, LedgerError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if id.is_empty() || id.len() > 64 || !id.bytes().all(plain) {
            return Err(LedgerError::Unsafe {
                path: Path::new("requests").to_owned(),
                what: "can't hold a file of such a name",
            });
        }
        Ok(self.requests().join(format!("{id}.json")))
    }
}

#[cfg(test)]
mod tests {
    use crate::StateDir;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn it_is_for_the_user_alone_and_goes_when_it_is_settled() {
        let dir = assert_fs::TempDir::new().expect("a directory");
        let session = StateDir::at(dir.path().join("state")).session("s");
        assert_eq!(session.read_request("req-1").expect("nothing"), None);
        session.keep_request("req-1", b"one", &|_| true).expect("kept");
        session.keep_request("req-1", b"other", &|_| true).expect("kept");
        assert_eq!(session.read_request("req-1").expect("there").as_deref(), Some(b"one".as_slice()));
        let mode = |path: &str| {
            fs::metadata(session.folder().join(path)).expect("there").permissions().mode() & 0o777
        };
        assert_eq!((mode("requests"), mode("requests/req-1.json")), (0o700, 0o600));
        session.keep_request("req-2", b"two", &|id| id != "req-1").expect("kept");
        assert_eq!(session.read_request("req-1").expect("gone"), None);
        session.forget_requests(&|id| id == "req-2").expect("forgotten");
        assert_eq!(session.read_request("req-2").expect("gone"), None);
    }

    #[test]
    fn no_name_leads_elsewhere_and_no_link_is_followed() {
        let dir = assert_fs::TempDir::new().expect("a directory");
        let session = StateDir::at(dir.path().join("state")).session("s");
        for id in ["", "..", "a/b", "../x", ".x", &"x".repeat(65)] {
            assert!(session.keep_request(id, b"x", &|_| true).is_err(), "{id}");
            assert!(session.read_request(id).is_err(), "{id}");
        }
        session.keep_request("req-1", b"one", &|_| true).expect("kept");
        let outside = dir.path().join("outside");
        fs::write(&outside, "secret").expect("written");
        std::os::unix::fs::symlink(&outside, session.folder().join("requests/req-2.json")).expect("a link");
        assert!(session.read_request("req-2").is_err());
        session.forget_requests(&|_| true).expect("forgotten");
        assert_eq!(fs::read_to_string(&outside).expect("still there"), "secret");
    }
}
