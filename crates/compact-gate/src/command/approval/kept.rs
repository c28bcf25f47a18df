//! Finds a request and the call that was kept for it.

use crate::command::select_session::folders;
use crate::hook::policy_call::{bound_payload, with_call};
use crate::hook::requests::{KeptCall, MAX_INPUT_BYTES};
use crate::store::Store;
use anyhow::{Context as _, bail, ensure};
use hook_protocol::Payload;
use ledger::StateDir;
use std::path::Path;
use verdict::{ApprovalRequest, State};

/// A request with all that is known of it.
pub struct Found {
    /// The ledger that holds it.
    pub store: Store,
    /// That ledger's state.
    pub state: State,
    /// The request.
    pub request: ApprovalRequest,
}

/// Finds a request that waits, by its id, in one session or in all of them.
pub fn find(state_dir: &StateDir, session: Option<&str>, id: &str) -> anyhow::Result<Found> {
    for store in folders(state_dir, session)?.iter().map(|name| Store::of_folder(state_dir, name)) {
        // One that can't be read can't be written to, either.
        let Ok(current) = store.load() else { continue };
        let Some(request) = current.state.authority.approvals.0.get(id).cloned() else { continue };
        if let Some(approval) = &request.approval {
            let until = crate::clock::rfc3339(approval.expires_at);
            bail!(
                "{id} was approved already by {}, until {until}: nothing renews an approval",
                approval.operator
            );
        }
        if let Some(why) = request.ended {
            bail!("{id} is settled already ({})", shown_end(why));
        }
        return Ok(Found { store, state: current.state, request });
    }
    bail!("no request {id} waits here; `compact-gate requests` lists those that do")
}

fn shown_end(why: verdict::ApprovalEnd) -> &'static str {
    match why {
        verdict::ApprovalEnd::Expired => "expired",
        verdict::ApprovalEnd::PolicyChanged => "the policy has changed",
        verdict::ApprovalEnd::Refused => "refused",
        verdict::ApprovalEnd::MovedToRun => "approved for its run",
    }
}

/// The call of a request, if what was kept is what was asked for.
pub fn call_of(store: &Store, id: &str, request: &ApprovalRequest) -> anyhow::Result<KeptCall> {
    let Some(bytes) = store.session().read_request(id)? else {
        if request.bytes > MAX_INPUT_BYTES as u64 {
            bail!("its input has {} bytes, and more than {MAX_INPUT_BYTES} are not kept", request.bytes);
        }
        bail!("its call is not there any more");
    };
    let call: KeptCall = serde_json::from_slice(&bytes).context("its call can't be read")?;
    let payload = Payload {
        tool_name: Some(call.tool_name.clone()),
        tool_input: Some(call.tool_input.get().to_owned()),
        cwd: call.cwd.clone(),
        ..Payload::default()
    };
    let digest =
        with_call(&payload, Path::new("/"), |call| bound_payload(call).map(|payload| payload.digest));
    ensure!(
        digest.as_ref() == Some(&request.payload) && call.tool_name == request.tool_name,
        "what was kept of its call is not what was asked for: the file was altered"
    );
    Ok(call)
}
