//! The policy in force: the operator's file, and beneath it the repository's.

use super::continuity_file::read_capped;
use crate::options::Options;
use crate::store::Store;
use ledger::StateDir;
use policy::Policy;
use serde::{Deserialize, Serialize};
use std::fs;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use verdict::{PolicyBinding, PolicyChange};

/// Where a repository may keep its part of the policy, below the project's directory.
pub const REPOSITORY_FILE: &str = ".claude/compact-gate.toml";

const MAX_POLICY_BYTES: u64 = 1 << 20;

/// The policy as it stands in the files now.
pub struct InForce {
    /// Both layers.
    pub policy: Policy,
    /// What the repository's file would widen.
    pub widenings: Vec<policy::Widening>,
    /// Digest of the repository's file.
    pub repository_digest: Option<String>,
    text: Sources,
}

/// The texts that a policy was read from, kept by the policy's digest, so that a later one can be compared with it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Sources {
    operator: Option<(String, String)>,
    repository: Option<(String, String)>,
    accepted: Option<String>,
}

/// Reads the policy files: `None` if there are none. The error is a sentence with file, line and remedy.
pub fn read(options: &Options, project: &Path, state_dir: &StateDir) -> Option<Result<InForce, String>> {
    let operator = options.policy.as_ref().map(|path| read_operator(path));
    let repository = match read_capped(&project.join(REPOSITORY_FILE), MAX_POLICY_BYTES + 1) {
        Ok(bytes) => bytes.map(|bytes| text(REPOSITORY_FILE, bytes)),
        Err(problem) => Some(Err(format!("{REPOSITORY_FILE}: {problem}"))),
    };
    if operator.is_none() && repository.is_none() {
        return None;
    }
    Some(assemble(operator.transpose(), repository.transpose(), state_dir))
}

type Source = Result<Option<(String, String)>, String>;

fn assemble(operator: Source, repository: Source, state_dir: &StateDir) -> Result<InForce, String> {
    let mut text = Sources { operator: operator?, repository: repository?, accepted: None };
    let repository_digest = match &text.repository {
        Some((name, source)) => Some(parse(name, source)?.digest()),
        None => None,
    };
    let without = text.build()?;
    if !without.widenings.is_empty() && repository_digest.as_ref().is_some_and(|d| accepted(state_dir, d)) {
        text.accepted.clone_from(&repository_digest);
    }
    let merged = if text.accepted.is_some() { text.build()? } else { without };
    Ok(InForce { policy: merged.policy, widenings: merged.widenings, repository_digest, text })
}

impl Sources {
    fn build(&self) -> Result<policy::Merged, String> {
        let layer = |source: &Option<(String, String)>| match source {
            Some((name, text)) => parse(name, text),
            None => Ok(Policy::default()),
        };
        let operator = layer(&self.operator)?;
        match &self.repository {
            Some(_) => Ok(Policy::merge(&operator, &layer(&self.repository)?, self.accepted.as_deref())),
            None => Ok(policy::Merged { policy: operator, widenings: Vec::new() }),
        }
    }
}

impl InForce {
    /// How it is named in records.
    pub fn binding(&self) -> PolicyBinding {
        PolicyBinding { version: Policy::version().to_string(), digest: self.policy.digest() }
    }

    /// How it compares with the policy that a session is bound to.
    pub fn change(&self, bound: Option<&PolicyBinding>, state_dir: &StateDir) -> PolicyChange {
        let digest = self.policy.digest();
        let Some(bound) = bound else { return PolicyChange::First };
        if bound.digest == digest {
            return PolicyChange::Same;
        }
        let wider = match recall(state_dir, &bound.digest) {
            Some(old) => widening_changes(&old, &self.policy),
            None => vec!["the policy it was bound to is no longer at hand to compare with".to_owned()],
        };
        if wider.is_empty() {
            PolicyChange::Narrower
        } else if accepted(state_dir, &digest) {
            PolicyChange::Accepted
        } else {
            PolicyChange::Wider(wider)
        }
    }

    /// Keeps the texts by the policy's digest. Where that fails, a later change counts as wider.
    pub fn keep(&self, state_dir: &StateDir) {
        let path = kept(state_dir, &self.policy.digest());
        if path.exists() {
            return;
        }
        let Ok(text) = serde_json::to_vec(&self.text) else { return };
        if let Some(folder) = path.parent() {
            let _ = fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        }
        let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let _ = file.and_then(|mut file| std::io::Write::write_all(&mut file, &text));
    }
}

/// The changes that allow more, in words.
fn widening_changes(old: &Policy, new: &Policy) -> Vec<String> {
    policy::compare(old, new)
        .iter()
        .filter(|change| change.direction.widens())
        .map(|change| git_facts::quote(&format!("{} {}", change.key, change.text), 120))
        .collect()
}

/// The policy that a session is bound to, from the texts that were kept; they have to fit the digest.
pub fn recall(state_dir: &StateDir, digest: &str) -> Option<Policy> {
    let sources: Sources = serde_json::from_slice(&fs::read(kept(state_dir, digest)).ok()?).ok()?;
    sources.build().ok().map(|merged| merged.policy).filter(|policy| policy.digest() == digest)
}

/// No policy at all, where a session is bound to one, is a policy that allows everything.
pub fn nothing() -> InForce {
    InForce {
        policy: Policy::default(),
        widenings: Vec::new(),
        repository_digest: None,
        text: Sources::default(),
    }
}

fn accepted(state_dir: &StateDir, digest: &str) -> bool {
    let known = Store::of_operator(state_dir).load();
    known.is_ok_and(|known| known.state.authority.accepted.iter().any(|accepted| accepted == digest))
}

fn kept(state_dir: &StateDir, digest: &str) -> PathBuf {
    state_dir.path().join(".policies").join(format!("{digest}.json"))
}

fn parse(name: &str, text: &str) -> Result<Policy, String> {
    Policy::parse(text, name).map_err(|problems| {
        let shown: Vec<String> =
            problems.iter().take(4).map(|problem| git_facts::quote(&problem.to_string(), 300)).collect();
        shown.join("; ")
    })
}

/// The operator's file may be a link: its path comes from the registered command.
fn read_operator(path: &Path) -> Result<(String, String), String> {
    let name = path.display().to_string();
    match fs::metadata(path) {
        Ok(meta) if !meta.is_file() => return Err(format!("{name}: it is not a plain file")),
        Ok(meta) if meta.len() > MAX_POLICY_BYTES => return Err(format!("{name}: it is too large")),
        Ok(_) => {}
        Err(error) => return Err(format!("{name}: {error}; the registered command names it in --policy")),
    }
    text(&name, fs::read(path).map_err(|error| format!("{name}: {error}"))?)
}

fn text(name: &str, bytes: Vec<u8>) -> Result<(String, String), String> {
    if bytes.len() as u64 > MAX_POLICY_BYTES {
        return Err(format!("{name}: it is too large"));
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: it is not UTF-8"))?;
    Ok((name.to_owned(), text))
}
