//! A run that goes step by step.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::PoisonError;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::hook_call::read_calls;
use crate::lab::Mode;
use crate::outcome::Outcome;
use crate::run_slot::RunSlot;
use crate::sandbox::Sandbox;
use crate::session::EventLog;
use crate::{Client, HookSet, Launch, MockApi, RequestKind, Session};

const WAIT_LIMIT: Duration = Duration::from_secs(30);

/// A second and a half more than was measured.
const RELOAD: Duration = Duration::from_secs(4);

const POLL: Duration = Duration::from_millis(20);

/// A scripted model, a project, and as many clients in it as a test starts.
#[derive(Debug)]
pub struct Play {
    pub(crate) mode: Mode,
    pub(crate) client: Client,
    pub(crate) hooks: HookSet,
    pub(crate) events: EventLog,
    // In this order they end: no server without its directories, no run outside its slot.
    pub(crate) api: MockApi,
    pub(crate) sandbox: Sandbox,
    pub(crate) _slot: RunSlot,
}

impl Play {
    /// Starts a client.
    pub fn open(&self, launch: &Launch) -> Result<Session> {
        let mut command = Command::new(&self.client.binary);
        command
            .args(["-p", "--input-format", "stream-json", "--output-format", "stream-json"])
            .args(["--verbose", "--include-hook-events", "--dangerously-skip-permissions"])
            .args(launch.args())
            .current_dir(self.sandbox.project())
            .env_clear()
            .envs(self.sandbox.environment())
            .env("ANTHROPIC_BASE_URL", self.api.url())
            .env("ANTHROPIC_API_KEY", "none")
            .env("DISABLE_AUTOUPDATER", "1")
            .env("DISABLE_TELEMETRY", "1")
            .env("DISABLE_ERROR_REPORTING", "1")
            .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
            // Without it the client refuses to skip permissions as root, as which containers run tests.
            .env("IS_SANDBOX", "1");
        if self.mode == Mode::Auto {
            // The model's window is a million tokens; this makes 195,000 a reason to compact.
            command.env("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "5");
        }
        Session::start(&mut command, &self.events)
    }

    /// The hooks of this run, to be altered and then registered.
    #[must_use]
    pub fn hooks(&self) -> HookSet {
        self.hooks.clone()
    }

    /// Writes the project's settings, for clients that are started from now on.
    pub fn register(&self, hooks: &HookSet) -> Result<()> {
        let settings = hooks.settings().to_string();
        fs::write(self.sandbox.project_settings(), settings).context("can't write the project's settings")
    }

    /// Writes the project's settings and leaves a running client the time to take them up, about which it tells
    /// nobody.
    pub fn register_while_running(&self, hooks: &HookSet) -> Result<()> {
        self.register(hooks)?;
        thread::sleep(RELOAD);
        Ok(())
    }

    /// Writes a settings file outside the project, for [`Launch::settings`].
    pub fn write_flag_settings(&self, hooks: &HookSet) -> Result<PathBuf> {
        let file = self.sandbox.flag_settings();
        fs::write(&file, hooks.settings().to_string())?;
        Ok(file)
    }

    /// Replaces the operator's policy.
    pub fn write_policy(&self, text: &str) -> Result<()> {
        fs::write(self.sandbox.policy(), text).context("can't write the policy")
    }

    /// The client's working directory.
    #[must_use]
    pub fn project(&self) -> PathBuf {
        self.sandbox.project()
    }

    /// Where the gate keeps its state.
    #[must_use]
    pub fn state_dir(&self) -> PathBuf {
        self.sandbox.state()
    }

    /// Waits until the client has asked for so many replies of a kind; the last may be unanswered.
    pub fn wait_for_requests(&self, kind: RequestKind, count: usize) -> Result<()> {
        self.api.wait_for_requests(kind, count, WAIT_LIMIT)
    }

    /// Waits for a marker file.
    pub fn wait_for_marker(&self, name: &str) -> Result<()> {
        self.wait_until(name, || Ok(self.project().join(name).exists()))
    }

    /// Waits for a hook call with this label.
    pub fn wait_for_hook(&self, label: &str) -> Result<()> {
        let observations = self.sandbox.observations();
        self.wait_until(label, || Ok(read_calls(&observations)?.iter().any(|call| call.label() == label)))
    }

    fn wait_until(&self, what: &str, there: impl Fn() -> Result<bool>) -> Result<()> {
        let deadline = Instant::now() + WAIT_LIMIT;
        while !there()? {
            if Instant::now() > deadline {
                bail!("{what} doesn't come\n{}", self.outcome()?);
            }
            thread::sleep(POLL);
        }
        Ok(())
    }

    /// What has happened so far.
    pub fn outcome(&self) -> Result<Outcome> {
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Outcome::new(
            self.sandbox.markers()?,
            self.api.requests(),
            read_calls(&self.sandbox.observations())?,
            events,
            self.sandbox.state_files(),
        ))
    }
}
