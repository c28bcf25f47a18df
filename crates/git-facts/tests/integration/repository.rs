//! A temporary repository, and the git that made it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use git_facts::{Facts, HeadFacts, Options};
use tempfile::TempDir;

/// A directory with a repository in `repo` and a home in `home`; room for more beside them.
pub struct Repository {
    pub dir: TempDir,
}

impl Repository {
    pub fn unborn() -> Self {
        Self::with(&[])
    }

    pub fn reftable() -> Self {
        Self::with(&["--ref-format=reftable"])
    }

    fn with(arguments: &[&str]) -> Self {
        let repository = Self { dir: tempfile::tempdir().unwrap() };
        fs::create_dir(repository.home()).unwrap();
        let path = repository.path();
        let mut init = vec!["init", "--quiet", "--initial-branch=main"];
        init.extend(arguments);
        init.push(path.to_str().unwrap());
        repository.git_in(repository.dir.path(), &init);
        repository
    }

    /// On `main` with one commit that holds `file`.
    pub fn new() -> Self {
        let repository = Self::unborn();
        repository.commit("file", "one\n", "First");
        repository
    }

    pub fn path(&self) -> PathBuf {
        // Temporary directories can lie behind a link, and facts hold real paths.
        self.dir.path().canonicalize().unwrap().join("repo")
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        self.git_in(&self.path(), arguments)
    }

    pub fn git_in(&self, cwd: &Path, arguments: &[&str]) -> String {
        let output = self.try_git_in(cwd, arguments);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// For commands that are meant to stop at a conflict.
    pub fn try_git(&self, arguments: &[&str]) -> Output {
        self.try_git_in(&self.path(), arguments)
    }

    fn try_git_in(&self, cwd: &Path, arguments: &[&str]) -> Output {
        let identity =
            ["user.name=A", "user.email=a@example.org", "commit.gpgSign=false", "protocol.file.allow=always"];
        let mut command = Command::new("git");
        for name in std::env::vars_os().map(|(name, _)| name) {
            if name.as_encoded_bytes().starts_with(b"GIT_") {
                command.env_remove(name);
            }
        }
        for setting in identity {
            command.arg("-c").arg(setting);
        }
        command.args(arguments).current_dir(cwd).env("HOME", self.home()).env("GIT_EDITOR", "true");
        command.output().unwrap()
    }

    pub fn write(&self, name: &str, content: &str) {
        fs::write(self.path().join(name), content).unwrap();
    }

    pub fn commit(&self, name: &str, content: &str, message: &str) -> String {
        self.write(name, content);
        self.git(&["add", "--", name]);
        self.git(&["commit", "--quiet", "--message", message]);
        self.oid()
    }

    pub fn oid(&self) -> String {
        self.git(&["rev-parse", "HEAD"])
    }

    /// `side` and `main` that change the same line, on `main`.
    pub fn diverge(&self) {
        self.git(&["switch", "--quiet", "--create", "side"]);
        self.commit("file", "side\n", "Side");
        self.git(&["switch", "--quiet", "main"]);
        self.commit("file", "main\n", "Main");
    }

    pub fn options(&self) -> Options {
        Options {
            home: Some(self.home()),
            deadline: std::time::Duration::from_secs(20),
            ..Options::default()
        }
    }

    pub fn observe(&self) -> Facts {
        git_facts::observe(&self.path(), &self.options())
    }

    pub fn head(&self) -> HeadFacts {
        let head = git_facts::head(&self.path(), &self.options()).unwrap();
        assert_eq!(self.observe().head.as_ref(), Ok(&head), "the cheap part says the same");
        head
    }
}

/// Every git that there is in the usual places; often a system's own, and a newer one.
pub fn installed() -> Vec<PathBuf> {
    let places = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"];
    places.into_iter().map(PathBuf::from).filter(|place| place.exists()).collect()
}

/// An executable script.
pub fn script(path: &Path, body: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}
