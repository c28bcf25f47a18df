//! What the operator does in a scenario: the same events and records as at a terminal, without one.

use super::own_gate::{context_id, options, store};
use crate::clock;
use crate::command::duration::{seconds, up_to_a_week};
use crate::hook::{contract_files, decision_file, policy_files};
use crate::store::Store;
use anyhow::{Context as _, anyhow, bail, ensure};
use boundary_evals::{OperatorAct, Place};
use ledger::StateDir;
use verdict::{
    ApprovalRequest, Authority, DenialLifted, Event, Facts, PolicyAccepted, Rebaselined, Record, decide,
};

/// Who acts.
const OPERATOR: &str = "the scenario's operator";

/// Does it.
pub fn operate(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    match act.verb.as_str() {
        "release" => release(place, act),
        "rebaseline" => rebaseline(place, act),
        "lift" => {
            let lifted = DenialLifted {
                event_id: given(act, "denial")?,
                reason: reason(act),
                operator: OPERATOR.into(),
            };
            store(place, &act.session).append(&[Record::DenialLifted(lifted)])
        }
        "reconcile" => reconcile(place, act),
        "approve" => {
            let expires = act.given.get("expires").map_or("30m", String::as_str);
            let life = up_to_a_week(expires).map_err(|remedy| anyhow!("given.expires: {remedy}"))?;
            let (request, seconds) = (given(act, "request")?, seconds(life));
            settled(place, act, &Event::Approve { request, seconds, operator: OPERATOR.into() })
        }
        "refuse" => settled(
            place,
            act,
            &Event::RefuseRequest { request: given(act, "request")?, operator: OPERATOR.into() },
        ),
        "accept_policy" => accept_policy(place),
        "accept_decisions" => accept_decisions(place, act),
        "issue_contract" => issue_contract(place, act),
        other => bail!("{other} is nothing that the operator does"),
    }
}

fn given(act: &OperatorAct, key: &str) -> anyhow::Result<String> {
    act.given.get(key).cloned().ok_or_else(|| anyhow!("{} needs given.{key}", act.verb))
}

fn reason(act: &OperatorAct) -> String {
    act.given.get("reason").cloned().unwrap_or_else(|| "the scenario says so".into())
}

/// Takes an event of the operator's into a session's ledger.
fn decided(store: &Store, event: &Event) -> anyhow::Result<()> {
    let facts = Facts { now: clock::now(), ..Facts::default() };
    store.record(|current| Ok((decide(&current.state, event, &facts).records, ())))
}

/// Accepts where git stands, for a context as it is now.
fn rebaseline(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    let store = store(place, &act.session);
    let state = store.load()?.state;
    let context = context_id(act.agent.as_deref());
    let now = state.contexts.get(&context).context("there is no such context")?;
    let git = crate::hook::place(&place.project()).map_err(|unknown| anyhow!("{unknown}"))?;
    let (epoch, summary) = (now.epoch, now.newest_summary.clone());
    let accepted = Rebaselined { context, epoch, summary, git, operator: OPERATOR.into() };
    decided(&store, &Event::Rebaseline { accepted })
}

/// Approves or refuses a request, which has to wait.
fn settled(place: &Place, act: &OperatorAct, event: &Event) -> anyhow::Result<()> {
    let request = given(act, "request")?;
    let store = store(place, &act.session);
    let known = store.load()?.state.authority.approvals.0;
    ensure!(known.get(&request).is_some_and(ApprovalRequest::is_open), "no request {request} waits");
    decided(&store, event)
}

/// Opens a context as it stands now, or, with `given.epoch`, as it stood at that epoch.
fn release(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    let store = store(place, &act.session);
    let state = store.load()?.state;
    let context = context_id(act.agent.as_deref());
    let now = state.contexts.get(&context).context("there is no such context to release")?;
    let epoch = match act.given.get("epoch") {
        Some(epoch) => epoch.parse()?,
        None => now.epoch,
    };
    let summary = now.newest_summary.clone();
    decided(
        &store,
        &Event::Release { context, epoch, summary, reason: reason(act), operator: OPERATOR.into() },
    )
}

fn reconcile(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    let committed = match given(act, "outcome")?.as_str() {
        "committed" => true,
        "not-committed" => false,
        other => bail!("{other:?} is no outcome: it is committed or not-committed"),
    };
    let event = Event::Reconcile {
        operation: given(act, "operation")?,
        committed,
        evidence: reason(act),
        operator: OPERATOR.into(),
    };
    decided(&store(place, &act.session), &event)?;
    match place.run() {
        Some(run) => decided(&Store::of_run(&StateDir::at(place.state_dir()), run), &event),
        None => Ok(()),
    }
}

fn accept_policy(place: &Place) -> anyhow::Result<()> {
    let state_dir = StateDir::at(place.state_dir());
    let in_force = policy_files::read(&options(place), &place.project(), &state_dir);
    let in_force = in_force.context("there is no policy")?.map_err(anyhow::Error::msg)?;
    let accepted = PolicyAccepted { digest: in_force.binding().digest, operator: OPERATOR.into() };
    Store::of_operator(&state_dir).append(&[Record::PolicyAccepted(accepted)])
}

fn accept_decisions(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    let store = store(place, &act.session);
    let authority = store.load()?.state.authority;
    let file = decision_file::read(&place.project());
    let run = Authority::default();
    let accepted = file.accepted(&authority.decisions_in_force(&run), OPERATOR.into());
    store.append(&[Record::DecisionsAccepted(accepted)])
}

fn issue_contract(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    let file = given(act, "file")?;
    let text = std::fs::read_to_string(&file).with_context(|| file.clone())?;
    let contract = contract_files::parse(&file, &text)
        .map_err(|problems| anyhow!("{}", problems.first().map(ToString::to_string).unwrap_or_default()))?;
    let state_dir = StateDir::at(place.state_dir());
    let issued = contract_files::issue(&state_dir, contract, &text, &file, OPERATOR.into())?;
    store(place, &act.session).append(&[issued])
}
