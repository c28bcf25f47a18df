//! The directories of one run.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

/// A temporary directory with everything that a run reads and writes; it is removed with this value.
#[derive(Debug)]
pub(crate) struct Sandbox {
    root: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Result<Self> {
        let root = tempfile::Builder::new().prefix("real-client-").tempdir()?;
        let sandbox = Self { root };
        for directory in [
            sandbox.project().join(".claude"),
            sandbox.home(),
            sandbox.state(),
            sandbox.observations(),
            sandbox.temporary(),
        ] {
            fs::create_dir_all(directory)?;
        }
        sandbox.git(&["init", "--quiet", "--initial-branch=main"])?;
        sandbox.git(&["commit", "--quiet", "--allow-empty", "--message=start"])?;
        Ok(sandbox)
    }

    /// The client's working directory, a git repository with one commit.
    pub(crate) fn project(&self) -> PathBuf {
        self.root.path().join("project")
    }

    pub(crate) fn project_settings(&self) -> PathBuf {
        self.project().join(".claude/settings.json")
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    /// The gate's.
    pub(crate) fn state(&self) -> PathBuf {
        self.root.path().join("state")
    }

    /// The operator's, outside the project.
    pub(crate) fn policy(&self) -> PathBuf {
        self.root.path().join("policy.toml")
    }

    /// Where the observing hook leaves the payloads.
    pub(crate) fn observations(&self) -> PathBuf {
        self.root.path().join("observations")
    }

    /// Outside the project, for settings that are given on the command line.
    pub(crate) fn flag_settings(&self) -> PathBuf {
        self.root.path().join("settings.json")
    }

    fn temporary(&self) -> PathBuf {
        self.root.path().join("tmp")
    }

    /// The whole environment of everything that runs in here: nothing of the caller's but the way to programs.
    pub(crate) fn environment(&self) -> Vec<(&'static str, OsString)> {
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        vec![("HOME", self.home().into()), ("TMPDIR", self.temporary().into()), ("PATH", path)]
    }

    fn git(&self, args: &[&str]) -> Result<()> {
        let output = Command::new("git")
            .args(["-c", "user.name=lab", "-c", "user.email=lab@localhost"])
            .args(args)
            .current_dir(self.project())
            .env_clear()
            .envs(self.environment())
            .output()
            .context("git can't be started: install it to run these tests")?;
        ensure!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }

    /// The marker files in the project: those whose name is all capitals, digits and underscores.
    pub(crate) fn markers(&self) -> Result<Vec<String>> {
        let mut markers = Vec::new();
        for entry in fs::read_dir(self.project())? {
            if let Ok(name) = entry?.file_name().into_string()
                && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
            {
                markers.push(name);
            }
        }
        markers.sort();
        Ok(markers)
    }

    /// The small files that the gate has left, for the report of a failure.
    pub(crate) fn state_files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        collect(&self.state(), &self.state(), &mut files);
        files.sort();
        files
    }
}

fn collect(root: &Path, directory: &Path, files: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.push((path.strip_prefix(root).unwrap_or(&path).to_owned(), text));
        }
    }
}
