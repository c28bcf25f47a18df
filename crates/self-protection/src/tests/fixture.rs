//! A home with a project, and what is protected in it.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::{Call, Protected, Violation, check};

/// Files are only made where a test needs links or existing directories.
pub(super) struct Fixture {
    _root: TempDir,
    pub(super) home: PathBuf,
    pub(super) project: PathBuf,
    pub(super) state: PathBuf,
    pub(super) protected: Protected,
}

impl Fixture {
    pub(super) fn new() -> Self {
        let root = TempDir::new().expect("a temporary directory");
        let home = root.path().canonicalize().expect("it exists").join("home/ann");
        let project = home.join("src/app");
        let state = home.join(".local/state/compact-gate");
        for directory in [
            &state.join("s1"),
            &project.join(".claude"),
            &project.join("docs"),
            &home.join(".claude/plugins"),
        ] {
            fs::create_dir_all(directory).expect("made");
        }
        for file in [
            project.join(".claude/settings.json"),
            home.join(".claude/settings.json"),
            state.join("s1/verdict.json"),
        ] {
            fs::write(file, "{}").expect("written");
        }
        let protected = Protected {
            state_dir: state.clone(),
            settings: vec![project.join(".claude/settings.json"), home.join(".claude/settings.json")],
            policy: Some(home.join("ops/gate-policy.toml")),
            allowed_signers: vec![home.join("ops/allowed_signers")],
            binary: Some(PathBuf::from("/usr/local/bin/compact-gate")),
            home: Some(home.clone()),
        };
        Self { _root: root, home, project, state, protected }
    }

    pub(super) fn tool(&self, name: &str, input: &str) -> Option<Violation> {
        check(&Call { tool_name: name, tool_input: input, cwd: &self.project }, &self.protected)
    }

    pub(super) fn bash(&self, command: &str) -> Option<Violation> {
        self.bash_in(command, &self.project)
    }

    pub(super) fn bash_in(&self, command: &str, cwd: &Path) -> Option<Violation> {
        let input = format!("{{\"description\":\"x\",\"command\":{}}}", quoted(command));
        check(&Call { tool_name: "Bash", tool_input: &input, cwd }, &self.protected)
    }
}

/// As a JSON string.
pub(super) fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\n' => json.push_str("\\n"),
            '\t' => json.push_str("\\t"),
            other => json.push(other),
        }
    }
    json.push('"');
    json
}
