use crate::answer::Answer;
use crate::running::Running;
use crate::session::Session;
use assert_fs::TempDir;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A project with a git repository, a folder of transcripts, and a state directory that doesn't exist yet.
pub struct Gate {
    dir: TempDir,
    options: Vec<String>,
}

impl Gate {
    pub fn new() -> Gate {
        let gate = Gate { dir: TempDir::new().unwrap(), options: Vec::new() };
        fs::create_dir(gate.project()).unwrap();
        fs::create_dir(gate.transcripts()).unwrap();
        git(&gate.project(), &["init", "--quiet", "--initial-branch=main"]);
        git(&gate.project(), &["commit", "--quiet", "--allow-empty", "--message=first"]);
        gate
    }

    /// The same with the operator's policy.
    pub fn governed(policy: &str) -> Gate {
        let mut gate = Gate::new();
        let file = gate.policy_file();
        fs::write(&file, policy).unwrap();
        gate.options = vec!["--policy".into(), file.display().to_string()];
        gate
    }

    /// The same for a run that several sessions belong to.
    pub fn in_run(mut self, run: &str) -> Gate {
        self.options.extend(["--run".into(), run.into()]);
        self
    }

    pub fn policy_file(&self) -> PathBuf {
        self.dir.path().join("policy.toml")
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn project(&self) -> PathBuf {
        self.dir.path().join("project")
    }

    pub fn transcripts(&self) -> PathBuf {
        self.dir.path().join("transcripts")
    }

    pub fn state_dir(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    /// The session that most tests are about.
    pub fn session(&self) -> Session<'_> {
        self.other_session("11111111-1111-4111-8111-111111111111")
    }

    pub fn other_session(&self, id: &str) -> Session<'_> {
        Session::new(self, id)
    }

    /// The hook as it is registered, without an environment.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compact-gate"));
        command.arg("hook").arg("--state-dir").arg(self.state_dir()).current_dir("/").env_clear();
        command.args(&self.options);
        command
    }

    /// The hook, run by way of another program, whose last arguments it becomes.
    pub fn command_through(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).arg(env!("CARGO_BIN_EXE_compact-gate"));
        command.arg("hook").arg("--state-dir").arg(self.state_dir()).current_dir("/").env_clear();
        command.env("PATH", "/usr/bin:/bin");
        command
    }

    /// One of the other commands of the program.
    pub fn operator(&self, args: &[&str]) -> Answer {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compact-gate"));
        command.args(args).arg("--state-dir").arg(self.state_dir()).env_clear().stdin(Stdio::null());
        command.output().unwrap().into()
    }

    pub fn send(&self, payload: &Value) -> Answer {
        self.send_bytes(format!("{payload}\n").as_bytes())
    }

    pub fn send_bytes(&self, input: &[u8]) -> Answer {
        Running::start(self.command()).write(input).answer()
    }
}

/// Runs git without anybody's configuration.
pub fn git(directory: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(directory).env_clear().env("PATH", "/usr/bin:/bin").env("HOME", "/nonexistent");
    command.env("GIT_CONFIG_NOSYSTEM", "1");
    command.args([
        "-c",
        "user.name=Dev",
        "-c",
        "user.email=dev@example.com",
        "-c",
        "protocol.file.allow=always",
    ]);
    let output = command.args(args).output().unwrap();
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}
