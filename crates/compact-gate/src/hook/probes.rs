//! Reading calls whose response tells what came of an operation, by the probes of the operator's policy.

use super::policy_call::{declared, with_call};
use hook_protocol::Payload;
use policy::{Outcome, Policy};
use std::collections::BTreeMap;
use std::path::Path;
use verdict::{Operation, OperationStatus};

/// The unknown operations that this event's response settles. A response that could be about several of them, or of
/// which two probes make different things, settles none.
pub fn probed<'o>(
    policy: &Policy,
    payload: &Payload,
    project: &Path,
    operations: &BTreeMap<&'o String, &'o Operation>,
) -> BTreeMap<String, OperationStatus> {
    let response = payload.tool_response.as_deref().filter(|_| payload.event == "PostToolUse");
    let (Some(response), true) = (response, policy.has_probes()) else { return BTreeMap::new() };
    let unknown: Vec<(&&String, &&Operation)> =
        operations.iter().filter(|(_, operation)| operation.status == OperationStatus::Unknown).collect();
    with_call(payload, project, |call| {
        let told = policy.told(call, response);
        let target = policy.targets(call).iter().find_map(declared);
        let mut settled: BTreeMap<String, OperationStatus> = BTreeMap::new();
        let mut doubtful = Vec::new();
        for told in &told {
            let meant = |(_, operation): &&(&&String, &&Operation)| {
                told.is_about(&operation.tool_name) && operation.declared == target
            };
            let meant: Vec<_> = unknown.iter().filter(meant).collect();
            let [(id, _)] = meant.as_slice() else { continue };
            let status = match told.outcome {
                Outcome::Committed => OperationStatus::Committed,
                Outcome::NotCommitted => OperationStatus::NotCommitted,
            };
            if settled.insert((**id).clone(), status).is_some_and(|other| other != status) {
                doubtful.push((**id).clone());
            }
        }
        settled.retain(|id, _| !doubtful.contains(id));
        settled
    })
}
