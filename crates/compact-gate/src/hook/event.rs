//! From the client's payload to the core's event.

use super::command_end::{exit_status, goes_on};
use super::registration;
use super::summary_lint::Linter;
use crate::options::Options;
use crate::read_only_tools::is_read_only;
use hook_protocol::Payload;
use policy::Policy;
use std::path::Path;
use verdict::{CallEnd, ContextId, Event, OperationStatus, Source, State, ToolCall};

/// The events that the hook acts on; all others end with status 0 in silence.
pub const HANDLED: [&str; 11] = [
    "PreToolUse",
    "PreCompact",
    "PostCompact",
    "SessionStart",
    "SubagentStart",
    "SessionEnd",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "PermissionDenied",
    "ConfigChange",
];

/// Whether an event that comes after every tool call is about anything that is remembered. Most aren't. In a run, others
/// may have operations that it settles.
pub fn is_about_nothing(payload: &Payload, state: &State, in_run: bool) -> bool {
    let operations = &state.authority.operations;
    let approvals = &state.authority.approvals.0;
    match payload.event.as_str() {
        "PostToolUse" | "PostToolUseFailure" | "PermissionDenied" => {
            let id = payload.tool_use_id.as_deref().unwrap_or_default();
            let of_call = operations.values().any(|operation| operation.tool_use_id.as_deref() == Some(id));
            let probed = operations.values().any(|operation| operation.status == OperationStatus::Unknown);
            let approved = approvals.values().any(|request| request.concerns(id));
            // The policy may name it as a run of a check.
            let command = payload.tool_name.as_deref() == Some("Bash") && payload.event != "PermissionDenied";
            let denied = state.denial_of(id).is_some() || state.denials.len() >= State::REMEMBERED_DENIALS;
            let noted = payload.event == "PermissionDenied" && !state.contexts.is_empty();
            !of_call && !probed && !approved && !in_run && !denied && !command && !noted
        }
        "PostToolBatch" => !operations.values().any(|operation| operation.status == OperationStatus::Started),
        _ => false,
    }
}

/// Whose event it is.
pub fn context_of(payload: &Payload) -> ContextId {
    payload.agent_id.clone().map_or(ContextId::Main, ContextId::Agent)
}

/// The event of a payload; `None` where it asks for nothing.
///
/// `reads_only` tells whether a call is open at every verdict; `policy` names files that are protected.
pub fn event_of(
    options: &Options,
    payload: &Payload,
    reads_only: bool,
    linter: &Linter<'_>,
    policy: Option<&Policy>,
) -> Option<Event> {
    let context = context_of(payload);
    let agent_type = if context.is_main() { None } else { payload.agent_type.clone() };
    Some(match payload.event.as_str() {
        "SessionStart" => {
            let source = Source::from(payload.source.clone().unwrap_or_default());
            Event::SessionStart { source, context, agent_type }
        }
        "PreCompact" => Event::PreCompact { context, agent_type, trigger: payload.trigger.clone() },
        "PostCompact" => {
            Event::PostCompact { context, summary: linter.payload(payload.compact_summary.as_deref()) }
        }
        "SubagentStart" => Event::SubagentStart { context, agent_type: agent_type? },
        "PostToolUse" | "PostToolUseFailure" | "PermissionDenied" => Event::CallEnded {
            context,
            tool_use_id: payload.tool_use_id.clone(),
            tool_name: payload.tool_name.clone().unwrap_or_default(),
            end: call_end(payload),
        },
        "PostToolBatch" => Event::PostToolBatch { context },
        "ConfigChange" => {
            let file = payload.file_path.as_deref().map(Path::new)?;
            Event::ConfigChange { change: registration::of_change(payload.source.as_deref(), file) }
        }
        "SessionEnd" => Event::SessionEnd { reason: payload.reason.clone().unwrap_or_default() },
        "PreToolUse" => {
            let tool_name = payload.tool_name.clone().unwrap_or_default();
            let violation = if is_read_only(&tool_name) {
                None
            } else {
                super::protected::violation(options, payload, policy)
            };
            // With an agent id and no type, it is the summariser of a compaction that calls.
            let summariser = !context.is_main() && agent_type.is_none();
            Event::PreToolUse {
                context: if summariser { None } else { Some(context) },
                agent_type,
                call: ToolCall {
                    tool_name,
                    tool_use_id: payload.tool_use_id.clone(),
                    read_only: reads_only,
                    violation,
                },
            }
        }
        _ => return None,
    })
}

/// What an event says of its call's end.
fn call_end(payload: &Payload) -> CallEnd {
    match payload.event.as_str() {
        "PermissionDenied" => CallEnd::Refused,
        "PostToolUse" if goes_on(payload) => CallEnd::Unfinished,
        "PostToolUse" => CallEnd::Succeeded,
        _ if exit_status(payload).is_some() => CallEnd::Exited,
        _ => CallEnd::Failed,
    }
}
