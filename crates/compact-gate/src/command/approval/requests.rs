use super::{kept, shown};
use crate::clock;
use crate::command::Format;
use crate::command::select_session::folders;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use git_facts::quote;
use serde::Serialize;
use serde_json::value::RawValue;
use std::process::ExitCode;
use verdict::{ApprovalRequest, PolicyBinding};

/// Calls that wait for your approval, each with exactly what it would do.
///
/// Those of all sessions, unless one is named; with --run those of its sessions. Nothing in a call reaches the terminal
/// as a control character; JSON is plain ASCII and holds the whole input.
///
/// Exit status: 0 if none waits, 3 if some do; 2 error.
#[derive(clap::Args)]
pub struct Requests {
    /// Only this session's
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// How to show them
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Listed {
    requests: Vec<Listing>,
}

#[derive(Serialize)]
struct Listing {
    id: String,
    session: String,
    context: String,
    tool_name: String,
    target: String,
    rule: String,
    requested_at: String,
    policy: PolicyBinding,
    payload_sha256: String,
    bytes: u64,
    cwd: Option<String>,
    tool_input: Option<Box<RawValue>>,
    /// Why the input can't be shown, so that the request can't be approved either.
    problem: Option<String>,
    #[serde(skip)]
    text: String,
}

impl Requests {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let state_dir = options.state_dir()?;
        let names = folders(&state_dir, self.session.as_deref())?;
        let mut requests = Vec::new();
        for store in names.iter().map(|name| Store::of_folder(&state_dir, name)) {
            let state = match store.load() {
                Ok(current) => current.state,
                Err(error) if self.session.is_some() => return Err(error),
                Err(error) => {
                    output::stderr(&format!("compact-gate: {}: {error:#}", store.name()));
                    continue;
                }
            };
            if options.run.is_some() && options.run != state.run {
                continue;
            }
            let open = state.authority.approvals.0.iter().filter(|(_, request)| request.is_open());
            requests.extend(open.map(|(id, request)| listing(&store, id, request)));
        }
        requests.sort_by(|a, b| (&a.requested_at, &a.id).cmp(&(&b.requested_at, &b.id)));
        let waiting = !requests.is_empty();
        output::stdout(&match self.format {
            Format::Json => shown::ascii_json(&serde_json::to_string_pretty(&Listed { requests })?) + "\n",
            Format::Text if !waiting => "no call waits for an approval\n".into(),
            Format::Text => requests.iter().map(as_text).collect::<Vec<_>>().join("\n"),
        });
        Ok(ExitCode::from(if waiting { 3 } else { 0 }))
    }
}

fn listing(store: &Store, id: &str, request: &ApprovalRequest) -> Listing {
    let call = kept::call_of(store, id, request);
    let (call, problem) = match call {
        Ok(call) => (Some(call), None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    Listing {
        id: id.to_owned(),
        session: store.name(),
        context: request.context.to_string(),
        tool_name: request.tool_name.clone(),
        target: request.target.clone(),
        rule: request.rule.clone(),
        requested_at: clock::rfc3339(request.requested_at),
        policy: request.policy.clone(),
        payload_sha256: request.payload.clone(),
        bytes: request.bytes,
        text: call.as_ref().map(shown::input).unwrap_or_default(),
        cwd: call.as_ref().and_then(|call| call.cwd.clone()),
        tool_input: call.map(|call| call.tool_input),
        problem,
    }
}

fn as_text(listing: &Listing) -> String {
    let mut text = format!(
        "{}  {}  session {}, {}\n  asked by {} since {}\n",
        listing.id,
        quote(&listing.tool_name, 160),
        listing.session,
        quote(&listing.context, 120),
        listing.rule,
        listing.requested_at
    );
    if let Some(cwd) = &listing.cwd {
        text += &format!("  in {}\n", quote(cwd, 400));
    }
    text += &listing.text;
    if let Some(problem) = &listing.problem {
        text += &format!("  can't be approved: {problem}\n");
    }
    text + &format!(
        "  payload sha256 {}, {} bytes; policy {}\n",
        listing.payload_sha256, listing.bytes, listing.policy.digest
    )
}
