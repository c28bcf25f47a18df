//! What the policy says of one call.

use super::contract_files;
use super::policy_files::{InForce, nothing, read, recall};
use crate::options::Options;
use crate::read_only_tools::is_read_only;
use hook_protocol::Payload;
use ledger::{StateDir, sha256_hex};
use policy::{
    Call, Decision, Places, Policy, PolicyFile, Reason, Resolved, Rule, Scope, TargetSource, Tools,
};
use std::path::{Path, PathBuf};
use verdict::{
    Authority, CallFacts, CallPayload, Facts, PolicyBinding, PolicyChange, PolicyFacts, RejectedDecision,
};

/// The policy for one event of one session.
pub struct Applied {
    /// For the core; `None` where no policy applies.
    pub facts: Option<PolicyFacts>,
    /// On PreToolUse: the call only reads, and no rule is against it.
    pub reads_only: bool,
    /// The policy that counts: the one that was read, or while that waits for the operator, the bound one.
    pub policy: Option<Policy>,
    /// The policy that was read, to be kept once the session is bound to it.
    pub in_force: Option<InForce>,
    /// The contracts that bind the session.
    pub contracts: Vec<contract_files::InForce>,
}

impl Applied {
    /// Puts what the core has to know of it into the facts.
    pub fn tell(&self, facts: &mut Facts) {
        facts.policy.clone_from(&self.facts);
        facts.contracts = self.contracts.iter().map(|contract| contract.facts.clone()).collect();
    }
}

/// How a contract's layer of the policy is called.
const CONTRACT: &str = "contract";
/// How that of a rejected decision begins; its id follows.
const DECISION: &str = "decision ";

/// Reads the policy and the contracts and asks them about the payload's call. `authority` is the session's, `run` that
/// of its run, and `started_in` the session's directory.
pub fn apply(
    options: &Options,
    payload: &Payload,
    started_in: Option<&str>,
    authority: &Authority,
    run: &Authority,
    state_dir: &StateDir,
) -> Applied {
    let contracts = contract_files::read(authority, run, state_dir);
    let built_in = payload.tool_name.as_deref().is_some_and(is_read_only);
    let project = started_in.or(payload.cwd.as_deref()).map_or(Path::new("/"), Path::new);
    let bound = authority.policy.as_ref();
    let in_force = match read(options, project, state_dir) {
        None if bound.is_none() && contracts.is_empty() && !enforces(authority, run) => {
            return Applied { facts: None, reads_only: built_in, policy: None, in_force: None, contracts };
        }
        None => None,
        Some(Ok(in_force)) => Some(in_force),
        Some(Err(problem)) => {
            let binding = PolicyBinding { version: String::new(), digest: String::new() };
            let facts =
                PolicyFacts { binding, change: PolicyChange::Same, problem: Some(problem), call: None };
            return Applied {
                facts: Some(facts),
                reads_only: built_in,
                policy: None,
                in_force: None,
                contracts,
            };
        }
    };
    // Where there is no policy a contract binds to none.
    let unbound = in_force.is_none() && bound.is_none();
    let in_force = in_force.unwrap_or_else(nothing);
    let change = if unbound { PolicyChange::Same } else { in_force.change(bound, state_dir) };
    // While a wider policy waits for the operator, the one that the session is bound to says what may be read.
    let waiting = matches!(change, PolicyChange::Wider(_));
    let before = bound.filter(|_| waiting).and_then(|bound| recall(state_dir, &bound.digest));
    let policy = before.unwrap_or_else(|| in_force.policy.clone());
    let policy = layered(policy, &contracts, &authority.decisions_in_force(run));
    let closed = waiting || contracts.iter().any(|contract| contract.facts.problem.is_some());
    let (call, reads_only) = match payload.event.as_str() {
        "PreToolUse" => {
            let (facts, reads_only) = call_facts(&policy, payload, project, built_in);
            (Some(facts), if closed { reads_only && built_in } else { reads_only })
        }
        _ => (None, false),
    };
    let facts = PolicyFacts { binding: in_force.binding(), change, problem: None, call };
    Applied { facts: Some(facts), reads_only, policy: Some(policy), in_force: Some(in_force), contracts }
}

/// The policy with what narrows it for this session.
pub fn layered(
    policy: Policy,
    contracts: &[contract_files::InForce],
    decisions: &[(&str, &RejectedDecision)],
) -> Policy {
    let says = contracts.iter().filter_map(|contract| contract.contract.as_ref()).map(|it| it.says.clone());
    let policy = says.fold(policy, |policy, says| policy.with_layer(CONTRACT, says));
    let enforced = decisions.iter().filter(|(_, decision)| !decision.enforce.is_empty());
    enforced.fold(policy, |policy, (id, decision)| {
        let deny = decision.enforce.iter().filter_map(|rule| Rule::parse(rule).ok()).collect();
        let tools = Tools { deny, ..Tools::default() };
        policy.with_layer(&format!("{DECISION}{id}"), PolicyFile { tools, ..PolicyFile::default() })
    })
}

/// Whether a rejected decision has rules.
fn enforces(authority: &Authority, run: &Authority) -> bool {
    let with_rules =
        |authority: &Authority| authority.decisions.values().any(|decision| !decision.enforce.is_empty());
    with_rules(authority) || with_rules(run)
}

/// A rule as denials name it: a contract's as such.
fn named(layer: &str, rule: &Rule) -> String {
    let of = if layer == CONTRACT { " of the contract" } else { "" };
    quote(rule.text()) + of
}

/// Asks a policy about a payload's call.
pub fn with_call<R>(payload: &Payload, project: &Path, ask: impl FnOnce(&Call<'_>) -> R) -> R {
    let home = crate::home::directory();
    let cwd = payload.cwd.as_deref().map_or(project, Path::new);
    let places = Places { cwd, project_root: project, home: home.as_deref() };
    let tool_input = payload.tool_input.as_deref().unwrap_or("{}");
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (real_cwd, real_project, real_home) = (real(cwd), real(project), home.as_deref().map(real));
    let path = named_path(tool_input).map(|path| resolve(&cwd.join(path)));
    let resolved = path.as_deref().map(|path| Resolved {
        path,
        places: Places { cwd: &real_cwd, project_root: &real_project, home: real_home.as_deref() },
    });
    let tool_name = payload.tool_name.as_deref().unwrap_or_default();
    ask(&Call { tool_name, tool_input, places, resolved, known_read_only: is_read_only(tool_name) })
}

fn call_facts(policy: &Policy, payload: &Payload, project: &Path, built_in: bool) -> (CallFacts, bool) {
    with_call(payload, project, |call| {
        let evaluation = policy.evaluate(call);
        let targets = policy.targets(call);
        let mut facts = CallFacts {
            keys: targets.iter().map(|target| key(call.tool_name, target)).collect(),
            target: targets.first().map(shown).unwrap_or_default(),
            ..CallFacts::default()
        };
        match &evaluation.decision {
            Decision::Deny { layer, reason: Reason::Rule { rule, .. } } => {
                facts.denied_by = Some(named(layer, rule));
                facts.denied_by_decision = layer.strip_prefix(DECISION).map(quote);
            }
            Decision::Deny { reason: Reason::OutsideEnvironments { target, .. }, .. } => {
                let target = target.as_deref().map_or("that its input does not name".into(), quote);
                facts.outside_environments = Some(target);
            }
            Decision::Deny { reason: Reason::Unlisted, .. } => facts.unlisted = true,
            Decision::Ask { layer, rule, .. } => facts.ask = Some(named(layer, rule)),
            Decision::Allow | Decision::Unlisted => {}
        }
        if facts.ask.is_some() || evaluation.external {
            facts.payload = bound_payload(call);
        }
        facts.external = evaluation.external;
        facts.effects = effects(policy, call);
        facts.waits_for = hashed(&policy.waits_for(call));
        facts.awaited_by = hashed(&policy.awaited_by(call));
        facts.declared = targets.iter().find_map(declared);
        if payload.agent_id.is_some() {
            let scope = policy.scope_for(payload.agent_type.as_deref(), &Scope::whole());
            if !scope.permits(call, evaluation.read_only) {
                let kind = payload.agent_type.as_deref().unwrap_or("without a type");
                facts.not_delegated = Some(format!("no delegation for {} holds it", quote(kind)));
            }
        }
        let against =
            facts.denied_by.is_some() || facts.outside_environments.is_some() || facts.ask.is_some();
        // What the policy calls external is recorded, whatever else it is called.
        let reads_only = (evaluation.read_only || built_in) && !against && !evaluation.external;
        (facts, reads_only)
    })
}

/// Tool and target as one key. Two calls have the same key if they are about the same.
fn key(tool_name: &str, target: &policy::Target) -> String {
    let tool = one_name(tool_name);
    let field = match &target.source {
        TargetSource::Field(pointer) => pointer.as_str(),
        TargetSource::Command | TargetSource::Path | TargetSource::Input | TargetSource::Raw => "",
    };
    sha256_hex(format!("{tool}\0{}\0{field}\0{}", target.source.name(), target.text).as_bytes())
}

/// The client has one tool by two names.
fn one_name(tool_name: &str) -> &str {
    if tool_name == "Task" { "Agent" } else { tool_name }
}

/// Digests of what the call would do, in one spelling.
fn effects(policy: &Policy, call: &Call<'_>) -> Vec<String> {
    let tool_name = one_name(call.tool_name);
    let texts = policy.effects(&Call { tool_name, ..*call });
    texts.iter().map(|text| sha256_hex(format!("effect\0{text}").as_bytes())).collect()
}

/// What an approval of the call is bound to.
pub fn bound_payload(call: &Call<'_>) -> Option<CallPayload> {
    let place = policy::place(call).map(|place| place.canonicalize().unwrap_or_else(|_| place.to_owned()));
    Some(CallPayload {
        digest: sha256_hex(policy::payload(call).ok()?.as_bytes()),
        bytes: call.tool_input.len() as u64,
        places: place.map_or_else(String::new, |place| sha256_hex(place.as_os_str().as_encoded_bytes())),
    })
}

/// Keys of dependencies as records hold them.
fn hashed(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| sha256_hex(format!("dependency\0{key}").as_bytes())).collect()
}

/// The digest of a target that the policy declares.
pub fn declared(target: &policy::Target) -> Option<String> {
    matches!(target.source, TargetSource::Field(_)).then(|| sha256_hex(target.text.as_bytes()))
}

/// A target as records may show it: a declared one by name, a command or an input by its digest alone.
fn shown(target: &policy::Target) -> String {
    match &target.source {
        TargetSource::Field(pointer) => format!("{} {}", quote(pointer), quote(&target.text)),
        TargetSource::Command | TargetSource::Path | TargetSource::Input | TargetSource::Raw => {
            format!("{} sha256:{}", target.source.name(), sha256_hex(target.text.as_bytes()))
        }
    }
}

fn quote(text: &str) -> String {
    git_facts::quote(text, 100)
}

#[derive(serde::Deserialize)]
struct NamedPath {
    file_path: Option<String>,
    notebook_path: Option<String>,
}

fn named_path(tool_input: &str) -> Option<String> {
    let named: NamedPath = serde_json::from_str(tool_input).ok()?;
    named.file_path.or(named.notebook_path)
}

/// A path with links followed, as far as it exists.
fn resolve(path: &Path) -> PathBuf {
    let mut rest = Vec::new();
    let mut exists = path;
    loop {
        if let Ok(real) = exists.canonicalize() {
            return rest.iter().rev().fold(real, |path, part| path.join(part));
        }
        match (exists.parent(), exists.file_name()) {
            (Some(parent), Some(name)) => {
                rest.push(name);
                exists = parent;
            }
            _ => return path.to_owned(),
        }
    }
}
