//! Whether the contracts in force are still what the operator issued.

use super::Plan;
use crate::{ContractAltered, Facts, Record};

/// Records what was found to be altered, so that putting it back doesn't end that, and returns the first problem.
pub(super) fn note(plan: &mut Plan, facts: &Facts) -> Option<String> {
    let mut first = None;
    for contract in &facts.contracts {
        let Some(problem) = &contract.problem else { continue };
        let noted = plan.records.iter().any(
            |record| matches!(record, Record::ContractAltered(altered) if altered.digest == contract.digest),
        );
        if contract.unrecorded && !noted {
            plan.push(Record::ContractAltered(ContractAltered {
                digest: contract.digest.clone(),
                what: problem.clone(),
            }));
        }
        first = first.or_else(|| Some(problem.clone()));
    }
    first
}
