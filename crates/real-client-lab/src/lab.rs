//! What a run is made of.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::mock_api::{MockApi, Script};
use crate::run_slot::RunSlot;
use crate::sandbox::Sandbox;
use crate::session::EventLog;
use crate::{Client, HookSet, Launch, Outcome, Play, Turn};

/// When the client compacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By itself, as soon as a reply claims 195,000 tokens and there are two rounds before it.
    Auto,
    /// When told to with `/compact`, or when the API refuses a prompt as too long.
    #[default]
    OnDemand,
}

/// Builds a run: the gate, the script of the model, and the prompts of the user.
#[derive(Debug)]
pub struct Lab {
    gate: PathBuf,
    gate_args: Vec<String>,
    cache: PathBuf,
    mode: Mode,
    script: Script,
    prompts: Vec<String>,
    lost: Vec<&'static str>,
    further: Vec<&'static str>,
    held: Vec<&'static str>,
    registered: bool,
    files: Vec<(String, String)>,
    policy: Option<String>,
    denied: Vec<&'static str>,
}

impl Lab {
    /// A run of this gate: an absolute path, which is registered as `GATE hook --state-dir DIR`. The client is taken
    /// from the cache directory or installed there; in an integration test that is `env!("CARGO_TARGET_TMPDIR")`.
    #[must_use]
    pub fn new(gate: impl Into<PathBuf>, cache: impl Into<PathBuf>) -> Self {
        Self {
            gate: gate.into(),
            gate_args: vec!["hook".to_owned(), "--state-dir".to_owned()],
            cache: cache.into(),
            mode: Mode::default(),
            script: Script::default(),
            prompts: Vec::new(),
            lost: Vec::new(),
            further: Vec::new(),
            held: Vec::new(),
            registered: true,
            files: Vec::new(),
            policy: None,
            denied: Vec::new(),
        }
    }

    /// When the client compacts.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The model's replies in the main conversation.
    #[must_use]
    pub fn turns(mut self, turns: impl IntoIterator<Item = Turn>) -> Self {
        self.script.main.extend(turns);
        self
    }

    /// The model's replies to subagents.
    #[must_use]
    pub fn subagent_turns(mut self, turns: impl IntoIterator<Item = Turn>) -> Self {
        self.script.subagent.extend(turns);
        self
    }

    /// The summary of every compaction that [`Self::summary_turns`] leaves.
    #[must_use]
    pub fn summary(mut self, text: &str) -> Self {
        self.script.standing_summary = Turn::say(text);
        self
    }

    /// The replies to the first requests for a summary.
    #[must_use]
    pub fn summary_turns(mut self, turns: impl IntoIterator<Item = Turn>) -> Self {
        self.script.summaries.extend(turns);
        self
    }

    /// The prompts that [`Self::run`] sends.
    #[must_use]
    pub fn prompts<'a>(mut self, prompts: impl IntoIterator<Item = &'a str>) -> Self {
        self.prompts.extend(prompts.into_iter().map(str::to_owned));
        self
    }

    /// A file of the project.
    #[must_use]
    pub fn file(mut self, name: &str, text: &str) -> Self {
        self.files.push((name.to_owned(), text.to_owned()));
        self
    }

    /// The operator's policy, which the gate is registered with.
    #[must_use]
    pub fn policy(mut self, text: &str) -> Self {
        self.policy = Some(text.to_owned());
        self
    }

    /// A permission rule by which the client itself denies calls, after its hooks.
    #[must_use]
    pub fn denied_by_the_client(mut self, rule: &'static str) -> Self {
        self.denied.push(rule);
        self
    }

    /// Leaves the gate out of one of its four events.
    #[must_use]
    pub fn without_hook(mut self, event: &'static str) -> Self {
        self.lost.push(event);
        self
    }

    /// Registers the gate for one event more.
    #[must_use]
    pub fn with_hook(mut self, event: &'static str) -> Self {
        self.further.push(event);
        self
    }

    /// Holds the client at an event, see [`HookSet::held_at`].
    #[must_use]
    pub fn held_at(mut self, event: &'static str) -> Self {
        self.held.push(event);
        self
    }

    /// Registers nothing at first.
    #[must_use]
    pub fn unregistered(mut self) -> Self {
        self.registered = false;
        self
    }

    /// Makes the project and starts the model, but no client.
    pub fn start(self) -> Result<Play> {
        let cache: &Path = &self.cache;
        let client = Client::in_cache(cache)?;
        let slot = RunSlot::take(cache)?;
        let sandbox = Sandbox::new().context("can't make the run's directories")?;
        for (name, text) in &self.files {
            fs::write(sandbox.project().join(name), text)?;
        }
        let mut gate_args = self.gate_args;
        gate_args.push(sandbox.state().to_string_lossy().into_owned());
        if let Some(policy) = &self.policy {
            fs::write(sandbox.policy(), policy)?;
            gate_args.extend(["--policy".to_owned(), sandbox.policy().to_string_lossy().into_owned()]);
        }
        let hooks = HookSet::four(self.gate, gate_args, sandbox.observations());
        let hooks = self.lost.into_iter().fold(hooks, HookSet::without);
        let hooks = self.further.into_iter().fold(hooks, HookSet::with);
        let hooks = self.held.into_iter().fold(hooks, HookSet::held_at);
        let hooks = self.denied.into_iter().fold(hooks, HookSet::denying);
        let api = MockApi::start(self.script)?;
        let play =
            Play { mode: self.mode, client, hooks, events: EventLog::default(), api, sandbox, _slot: slot };
        if self.registered {
            play.register(&play.hooks)?;
        }
        Ok(play)
    }

    /// Plays all prompts in one client and lets it end.
    pub fn run(mut self) -> Result<Outcome> {
        let prompts = std::mem::take(&mut self.prompts);
        let play = self.start()?;
        let mut session = play.open(&Launch::fresh())?;
        for prompt in &prompts {
            session.prompt(prompt)?;
        }
        session.close()?;
        play.outcome()
    }
}
