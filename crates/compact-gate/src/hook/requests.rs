//! Calls that wait for the operator's approval: what is kept of them, and approvals of other sessions.

use super::policy_call::Applied;
use crate::clock;
use crate::store::Store;
use hook_protocol::Payload;
use ledger::StateDir;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use verdict::{ApprovalRequest, Decision, Event, Reply, State};

/// Larger inputs aren't kept, and what isn't kept can't be approved: nobody could have read it.
pub const MAX_INPUT_BYTES: usize = 1 << 20;

/// How many other sessions are looked through.
const MAX_SESSIONS: usize = 256;

/// The call itself, for the operator to read. It is kept beside the ledger until the request is settled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptCall {
    /// The client's name of the tool.
    pub tool_name: String,
    /// Its input as it was sent.
    pub tool_input: Box<RawValue>,
    /// Where it would run.
    #[serde(default)]
    pub cwd: Option<String>,
}

/// Keeps the call of a decision that asks the operator, before the request is recorded.
pub fn keep(store: &Store, payload: &Payload, decision: &Decision) -> anyhow::Result<()> {
    let Reply::Deny(denial) = &decision.reply else { return Ok(()) };
    let (Some(id), Some(input)) = (&denial.request, payload.tool_input.as_deref()) else { return Ok(()) };
    if input.len() > MAX_INPUT_BYTES {
        return Ok(());
    }
    let call = KeptCall {
        tool_name: payload.tool_name.clone().unwrap_or_default(),
        tool_input: RawValue::from_string(input.to_owned())?,
        cwd: payload.cwd.clone(),
    };
    let approvals = &decision.after.authority.approvals.0;
    let open = |id: &str| approvals.get(id).is_some_and(ApprovalRequest::is_open);
    Ok(store.session().keep_request(id, &serde_json::to_vec(&call)?, &open)?)
}

/// Whether another session holds an unspent approval of exactly this call. It doesn't count here, and the denial says so.
pub fn approved_elsewhere(
    state_dir: &StateDir,
    state: &State,
    payload: &Payload,
    event: &Event,
    applied: &Applied,
) -> bool {
    let about = applied.facts.as_ref().and_then(|policy| policy.call.as_ref());
    let (Event::PreToolUse { call, .. }, Some(about)) = (event, about.filter(|about| about.ask.is_some()))
    else {
        return false;
    };
    let Some(wanted) = &about.payload else { return false };
    let same =
        |request: &ApprovalRequest| request.tool_name == call.tool_name && request.payload == wanted.digest;
    if state.authority.approvals.0.values().any(|request| request.approval.is_some() && same(request)) {
        return false;
    }
    let now = clock::now();
    let own = ledger::folder_name(&payload.session_id);
    let names = state_dir.session_names().unwrap_or_default();
    names.iter().filter(|name| **name != own).take(MAX_SESSIONS).any(|name| {
        // One that can't be read holds nothing that counts.
        let Ok(other) = Store::of_folder(state_dir, name).load() else { return false };
        let counts = |request: &ApprovalRequest| {
            same(request) && request.unspent().is_some_and(|approval| now < approval.expires_at)
        };
        other.state.authority.approvals.0.values().any(counts)
    })
}
