//! What has to be known of operations, and of calls that were denied, before an event can be decided.

use super::call_results::call_results;
use super::policy_call::Applied;
use super::probes::probed;
use crate::store::Store;
use hook_protocol::Payload;
use std::path::Path;
use verdict::{Event, Facts, State, results_needed};

/// Gathers it.
pub fn gather(
    facts: &mut Facts,
    store: &Store,
    state: &State,
    payload: &Payload,
    event: &Event,
    applied: &Applied,
) -> anyhow::Result<()> {
    facts.denied_before = denied_before(store, state, payload)?;
    let about = applied.facts.as_ref().and_then(|policy| policy.call.as_ref());
    facts.call_results = call_results(&results_needed(state, event, about), payload);
    if let (Event::CallEnded { .. }, Some(policy)) = (event, &applied.policy) {
        let project = state.cwd.as_deref().or(payload.cwd.as_deref()).unwrap_or("/");
        let known = state.authority.known_operations(&facts.run_authority);
        facts.probed = probed(policy, payload, Path::new(project), &known);
    }
    Ok(())
}

/// The id of the call's denial, if it ran all the same and the state remembers only later ones.
fn denied_before(store: &Store, state: &State, payload: &Payload) -> anyhow::Result<Option<String>> {
    let (Some(id), "PostToolUse" | "PostToolUseFailure") =
        (payload.tool_use_id.as_deref(), payload.event.as_str())
    else {
        return Ok(None);
    };
    if state.denial_of(id).is_some() || state.denials.len() < State::REMEMBERED_DENIALS {
        return Ok(None);
    }
    store.denial_of(id)
}
