use crate::clock;
use crate::hook;
use crate::options::Options;
use crate::store::{LOCK_WAIT, Store};
use boundary_evals::{Gate, OperatorAct, Place, Reply, Standing};
use ledger::StateDir;
use std::io::{Seek as _, Write as _};
use verdict::{ContextId, Event, Facts, Record, decide};

/// The gate of this binary: what a hook process does from the first byte of its input to its answer, in this process.
///
/// It is called and not started, so that the clock can be moved by what no hook can reach; the rest of what makes a
/// process (signals, the deadline, the exit status itself) has tests of its own.
pub struct OwnGate;

const VERBS: [&str; 3] = ["release", "lift", "accept_policy"];

/// Who acts in a scenario.
const OPERATOR: &str = "the scenario's operator";

impl Gate for OwnGate {
    fn hook(&self, place: &Place, input: &str) -> Result<Reply, String> {
        let mut file = tempfile::tempfile().map_err(|error| error.to_string())?;
        file.write_all(input.as_bytes()).and_then(|()| file.rewind()).map_err(|error| error.to_string())?;
        let (status, stdout, stderr) = hook::answer_from(&options(place), &file).parts();
        Ok(Reply { status, stdout, stderr })
    }

    fn standing(&self, place: &Place, session: &str, agent: Option<&str>) -> Standing {
        let stands = |verdict: &str| Standing { verdict: verdict.to_owned(), ..Standing::default() };
        let Ok(current) = store(place, session).load() else { return stands("unreadable") };
        match current.state.contexts.get(&context_id(agent)) {
            None => stands("absent"),
            Some(context) => Standing {
                verdict: context.verdict.to_string(),
                disposition: context.disposition.to_string(),
                epoch: context.epoch,
                reasons: context.reasons.clone(),
            },
        }
    }

    fn operate(&self, place: &Place, act: &OperatorAct) -> Result<(), String> {
        operate(place, act).map_err(|error| format!("{error:#}"))
    }

    fn set_clock(&self, ahead: i64) {
        clock::set_ahead_for_eval(ahead);
    }

    fn operator_verbs(&self) -> &[&str] {
        &VERBS
    }
}

fn options(place: &Place) -> Options {
    Options {
        state_dir: Some(place.state_dir()),
        policy: place.policy(),
        run: place.run().map(str::to_owned),
    }
}

fn store(place: &Place, session: &str) -> Store {
    Store::new(&StateDir::at(place.state_dir()), session)
}

fn context_id(agent: Option<&str>) -> ContextId {
    agent.map_or(ContextId::Main, |agent| ContextId::Agent(agent.to_owned()))
}

fn operate(place: &Place, act: &OperatorAct) -> anyhow::Result<()> {
    let reason = act.given.get("reason").cloned().unwrap_or_else(|| "the scenario says so".into());
    let operator = OPERATOR.to_owned();
    match act.verb.as_str() {
        "release" => release(place, act, reason, operator),
        "lift" => {
            let event_id = given(act, "denial")?;
            let lifted = verdict::DenialLifted { event_id, reason, operator };
            store(place, &act.session).append(&[Record::DenialLifted(lifted)])
        }
        _ => {
            let state_dir = StateDir::at(place.state_dir());
            let in_force = hook::policy_files::read(&options(place), &place.project(), &state_dir);
            let in_force =
                in_force.ok_or_else(|| anyhow::anyhow!("there is no policy"))?.map_err(anyhow::Error::msg)?;
            let digest = in_force.binding().digest;
            let accepted = verdict::PolicyAccepted { digest, operator };
            Store::of_operator(&state_dir).append(&[Record::PolicyAccepted(accepted)])
        }
    }
}

fn given(act: &OperatorAct, key: &str) -> anyhow::Result<String> {
    act.given.get(key).cloned().ok_or_else(|| anyhow::anyhow!("{} needs given.{key}", act.verb))
}

/// Opens a context as it stands now, or, with `given.epoch`, as it stood at that epoch.
fn release(place: &Place, act: &OperatorAct, reason: String, operator: String) -> anyhow::Result<()> {
    let store = store(place, &act.session);
    let current = store.load()?;
    let context = context_id(act.agent.as_deref());
    let now = current.state.contexts.get(&context);
    let now = now.ok_or_else(|| anyhow::anyhow!("there is no such context to release"))?;
    let epoch = match act.given.get("epoch") {
        Some(epoch) => epoch.parse()?,
        None => now.epoch,
    };
    let summary = now.newest_summary.clone();
    let event = Event::Release { context, epoch, summary, reason, operator };
    let decision = decide(&current.state, &event, &Facts { now: clock::now(), ..Facts::default() });
    if !decision.records.is_empty() {
        store.commit(&current, &decision.records, LOCK_WAIT)?;
    }
    Ok(())
}
