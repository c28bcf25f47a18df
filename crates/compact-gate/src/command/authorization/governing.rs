//! Which policy says whose word counts.

use crate::command::select_session::select;
use crate::hook::{policy_files, signers_files};
use crate::options::Options;
use crate::store::Store;
use anyhow::{Context as _, bail, ensure};
use ledger::StateDir;
use operator_signature::AllowedSigners;
use policy::Policy;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use verdict::{ContextId, PolicyBinding, State};

/// What an act is about: that decides who may do it.
#[derive(Clone, Copy)]
pub enum Whose<'a> {
    /// A session.
    Session(&'a State),
    /// A run: the sessions in it.
    Run(&'a str),
    /// What holds for this directory.
    Here,
}

impl<'a> Whose<'a> {
    /// A session if there is one, else its run.
    pub fn of(session: Option<&'a State>, run: Option<&'a str>) -> Whose<'a> {
        session.map(Whose::Session).or(run.map(Whose::Run)).unwrap_or(Whose::Here)
    }
}

/// The policy that a session is bound to: not the one that whoever is acting names, since they could name their own.
pub struct Governing {
    policy: Option<Policy>,
    /// Its digest; empty where no policy applies.
    pub digest: String,
    /// Whether the terminal is ruled out.
    pub require_signature: bool,
    project: PathBuf,
}

const MAX_SIGNERS_BYTES: u64 = 1 << 20;

impl Governing {
    /// Finds it. Before a run has a session, the policy that --policy names governs it.
    pub fn of(options: &Options, state_dir: &StateDir, whose: Whose<'_>) -> anyhow::Result<Governing> {
        let here = std::env::current_dir().context("the working directory")?;
        let (bound, cwd, unbound_is_named) = match whose {
            Whose::Session(state) => (state.authority.policy.clone(), state.cwd.clone(), false),
            Whose::Run(run) => match latest_of_run(state_dir, run)? {
                Some(state) => (state.authority.policy, state.cwd, false),
                None => (None, None, true),
            },
            Whose::Here => match select(state_dir, None)? {
                Some((_, store)) => {
                    let state = store.load()?.state;
                    (state.authority.policy, state.cwd, false)
                }
                None => (None, None, false),
            },
        };
        let project = cwd.map_or(here, PathBuf::from);
        // A policy that can't be read names nobody; it mustn't keep the operator from the terminal, either.
        let named = policy_files::read(options, &project, state_dir).and_then(Result::ok);
        let named = named.map(|in_force| in_force.policy);
        let demanded = named.as_ref().is_some_and(Policy::require_signature);
        let policy = match &bound {
            Some(bound) => Some(at_hand(bound, named, state_dir)?),
            None => named.filter(|_| unbound_is_named),
        };
        Ok(Governing {
            digest: policy.as_ref().map(Policy::digest).unwrap_or_default(),
            require_signature: demanded || policy.as_ref().is_some_and(Policy::require_signature),
            policy,
            project,
        })
    }

    /// The allowed signers, with all problems of their files.
    pub fn signers(&self) -> anyhow::Result<Vec<AllowedSigners>> {
        let Some(policy) = &self.policy else {
            bail!("no policy governs this, so that nothing says whose signature counts: act at a terminal");
        };
        let mut signers = Vec::new();
        for path in signers_files::paths(policy, &self.project) {
            let path = path.map_err(|problem| anyhow::anyhow!("{problem}"))?;
            signers.push(read(&path)?);
        }
        ensure!(
            signers.iter().any(|signers| !signers.is_empty()),
            "the policy names no signers ([approval] allowed_signers), so that no signature counts: act at a terminal"
        );
        Ok(signers)
    }
}

fn at_hand(bound: &PolicyBinding, named: Option<Policy>, state_dir: &StateDir) -> anyhow::Result<Policy> {
    let same = named.filter(|policy| policy.digest() == bound.digest);
    same.or_else(|| policy_files::recall(state_dir, &bound.digest)).with_context(|| {
        format!(
            "the session is bound to the policy {}, and it is not at hand to tell who may act: name its file with \
             --policy",
            bound.digest
        )
    })
}

/// The state of the newest session of a run.
fn latest_of_run(state_dir: &StateDir, run: &str) -> anyhow::Result<Option<State>> {
    for name in state_dir.session_names()? {
        let state = Store::of_folder(state_dir, &name).load()?.state;
        if state.run.as_deref() == Some(run) && state.contexts.contains_key(&ContextId::Main) {
            return Ok(Some(state));
        }
    }
    Ok(None)
}

fn read(path: &Path) -> anyhow::Result<AllowedSigners> {
    let name = path.display().to_string();
    let meta = fs::metadata(path).with_context(|| format!("the allowed signers {name}"))?;
    ensure!(meta.is_file(), "the allowed signers {name}: it is not a plain file");
    ensure!(meta.len() <= MAX_SIGNERS_BYTES, "the allowed signers {name}: it is too large");
    ensure!(
        meta.mode() & 0o002 == 0,
        "the allowed signers {name}: everybody may write to it, so that it says nothing: chmod o-w"
    );
    let text = fs::read_to_string(path).with_context(|| format!("the allowed signers {name}"))?;
    AllowedSigners::parse(&text, &name).map_err(|problems| {
        let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("the allowed signers can't be read:\n  {}", shown.join("\n  "))
    })
}
