use super::MAX_FIELD_CHARS;
use super::listing::few;
use crate::hook::contract_files::InForce;
use git_facts::quote;
use policy::Contract;

/// How much of the text constraints may take. The longest that a contract may hold fits.
const MAX_CONSTRAINTS_CHARS: usize = 4_000;
const MAX_NAMES: usize = 8;
/// A session has more than one only where it goes on from several.
const MAX_CONTRACTS: usize = 3;

/// What the operator's contract says, its constraints to the letter: a summary may have lost or bent them.
pub fn section(contracts: &[InForce]) -> String {
    let mut text = String::new();
    let mut left = MAX_CONSTRAINTS_CHARS;
    for in_force in contracts.iter().take(MAX_CONTRACTS) {
        let digest: String = in_force.binding.digest.chars().take(12).collect();
        text += &format!(
            "Contract of the operator for task {}, digest {digest}",
            quote(&in_force.binding.task_id, MAX_FIELD_CHARS)
        );
        match &in_force.facts.problem {
            Some(problem) => {
                text += &format!(
                    " (changed since it was issued: {problem}; only reading tools are open until the operator issues a \
                     new one):\n"
                );
            }
            None => text += ":\n",
        }
        let Some(contract) = &in_force.contract else { continue };
        text += &summary(contract);
        let shown = shown(&contract.constraints, left);
        let total = contract.constraints.len();
        if total > 0 {
            text += "Standing constraints, word for word, in force whatever a summary says";
            if shown < total {
                text += &format!(", showing {shown} of {total} (digest {digest})");
            }
            text += ":\n";
        }
        for (number, constraint) in contract.constraints.iter().take(shown).enumerate() {
            left -= constraint.chars().count();
            text += &format!("{}. {constraint}\n", number + 1);
        }
    }
    let more = contracts.len().saturating_sub(MAX_CONTRACTS);
    if more > 0 {
        text += &format!("{more} more contracts bind this session.\n");
    }
    text
}

/// How many of the constraints fit, from the first on.
pub fn shown(constraints: &[String], room: usize) -> usize {
    let mut used = 0;
    let fits = |constraint: &&String| {
        used += constraint.chars().count();
        used <= room
    };
    constraints.iter().take_while(fits).count()
}

/// As [`shown`], where there is one contract.
pub fn shown_of_one(contract: &Contract) -> usize {
    shown(&contract.constraints, MAX_CONSTRAINTS_CHARS)
}

fn summary(contract: &Contract) -> String {
    let mut text = String::new();
    if !contract.objective.is_empty() {
        text += &format!("Objective: {}\n", contract.objective);
    }
    let mut names = |what: &str, names: &[String]| {
        let names = if names.is_empty() { "none".into() } else { few(names, MAX_NAMES, 50) };
        text += &format!("{what}: {names}\n");
    };
    if let Some(environments) = &contract.says.authority.environments {
        names("Environments", environments);
    }
    if !contract.required_checks.is_empty() {
        names("Required checks", &contract.required_checks);
    }
    text
}
