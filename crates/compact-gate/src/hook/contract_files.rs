//! The contracts in force: the operator's files, and what the state directory keeps of them.

use super::continuity_file::read_capped;
use crate::clock;
use ledger::StateDir;
use policy::Contract;
use std::path::Path;
use verdict::{Authority, ContractBinding, ContractFacts, ContractIssued, Record};

/// Where their texts are kept, in the state directory.
const FOLDER: &str = ".contracts";

/// A contract that was issued, and what has become of it.
pub struct InForce {
    /// What the operator did.
    pub binding: ContractBinding,
    /// What was issued, from the kept text; `None` where that is gone or another.
    pub contract: Option<Contract>,
    /// For the core.
    pub facts: ContractFacts,
}

/// The contracts that bind a session of a run: those that were issued last, to the one or the other.
pub fn binding<'a>(session: &'a Authority, run: &'a Authority) -> &'a [ContractBinding] {
    let newest = |authority: &Authority| authority.contracts.iter().map(|contract| contract.at).max();
    if newest(session) > newest(run) { &session.contracts } else { &run.contracts }
}

/// Reads the contracts that bind a session. Without one no file is touched.
pub fn read(session: &Authority, run: &Authority, state_dir: &StateDir) -> Vec<InForce> {
    binding(session, run).iter().map(|binding| look(binding, state_dir)).collect()
}

fn look(binding: &ContractBinding, state_dir: &StateDir) -> InForce {
    let kept = recall(state_dir, &binding.digest);
    let (problem, unrecorded) = match &kept {
        Err(problem) => (Some((*problem).to_owned()), true),
        Ok((_, text)) => match compare(binding, text) {
            Ok(()) => (None, false),
            Err((problem, lasting)) => (Some(problem), lasting),
        },
    };
    let (problem, unrecorded) = match (problem, binding.altered) {
        (None, true) => {
            (Some("it was seen to be another, and putting it back doesn't end that".to_owned()), false)
        }
        (problem, altered) => (problem, unrecorded && !altered),
    };
    InForce {
        contract: kept.ok().map(|(contract, _)| contract),
        facts: ContractFacts { digest: binding.digest.clone(), problem, unrecorded },
        binding: binding.clone(),
    }
}

/// Whether the operator's file still says what was issued. An error tells whether it is a change, or may pass.
fn compare(binding: &ContractBinding, kept: &str) -> Result<(), (String, bool)> {
    let bytes = match read_capped(Path::new(&binding.file), Contract::MAX_BYTES as u64 + 1) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(("its file is gone".into(), true)),
        Err(problem) => return Err((format!("its file can't be told: {problem}"), false)),
    };
    if bytes == kept.as_bytes() {
        return Ok(());
    }
    let says = String::from_utf8(bytes).ok().and_then(|text| parse(&binding.file, &text).ok());
    match says {
        None => Err(("its file is no contract any more".into(), true)),
        Some(contract) if contract.digest() != binding.digest => {
            Err(("its file says something else than when it was issued".into(), true))
        }
        Some(_) => Ok(()),
    }
}

/// What was issued, from the text that was kept, which has to fit the digest.
fn recall(state_dir: &StateDir, digest: &str) -> Result<(Contract, String), &'static str> {
    let path = state_dir.path().join(FOLDER).join(file_name(digest));
    let bytes = read_capped(&path, Contract::MAX_BYTES as u64 + 1).ok().flatten();
    let text = String::from_utf8(bytes.ok_or("the text that was kept of it is gone")?).unwrap_or_default();
    match parse("", &text) {
        Ok(contract) if contract.digest() == digest => Ok((contract, text)),
        Ok(_) | Err(_) => Err("the text that was kept of it was altered"),
    }
}

/// Keeps a contract's text by its digest, durably, since that is what is given back whatever becomes of the file, and gives
/// the record by which it is in force.
pub fn issue(
    state_dir: &StateDir,
    contract: Contract,
    text: &str,
    file: &str,
    operator: String,
) -> anyhow::Result<Record> {
    let digest = contract.digest();
    state_dir.keep(FOLDER, &file_name(&digest), text.as_bytes())?;
    let contract = ContractBinding {
        task_id: contract.task_id,
        required_checks: contract.required_checks,
        digest,
        file: file.to_owned(),
        at: clock::now(),
        operator,
        altered: false,
    };
    Ok(Record::ContractIssued(ContractIssued { contract }))
}

fn file_name(digest: &str) -> String {
    format!("{digest}.toml")
}

/// Reads a contract's text; the error is a line for each problem.
pub fn parse(name: &str, text: &str) -> Result<Contract, Vec<policy::Problem>> {
    if text.len() > Contract::MAX_BYTES {
        return Err(vec![policy::Problem {
            file: name.to_owned(),
            line: 1,
            key: String::new(),
            what: "it is too large".into(),
            remedy: format!("write at most {} bytes", Contract::MAX_BYTES),
        }]);
    }
    Contract::parse(text, name)
}
