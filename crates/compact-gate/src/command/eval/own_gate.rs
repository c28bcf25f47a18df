use super::operator_acts;
use crate::clock;
use crate::hook;
use crate::options::Options;
use crate::store::Store;
use boundary_evals::{Gate, OperatorAct, Place, Reply, Standing};
use ledger::StateDir;
use std::io::{Seek as _, Write as _};
use verdict::ContextId;

/// The gate of this binary: what a hook process does from the first byte of its input to its answer, in this process.
///
/// It is called and not started, so that the clock can be moved by what no hook can reach; the rest of what makes a
/// process (signals, the deadline, the exit status itself) has tests of its own.
pub struct OwnGate;

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
        operator_acts::operate(place, act).map_err(|error| format!("{error:#}"))
    }

    fn set_clock(&self, ahead: i64) {
        clock::set_ahead_for_eval(ahead);
    }
}

/// What the gate is registered with.
pub fn options(place: &Place) -> Options {
    Options {
        state_dir: Some(place.state_dir()),
        policy: place.policy(),
        run: place.run().map(str::to_owned),
    }
}

/// A session's state.
pub fn store(place: &Place, session: &str) -> Store {
    Store::new(&StateDir::at(place.state_dir()), session)
}

/// Main, or a subagent.
pub fn context_id(agent: Option<&str>) -> ContextId {
    agent.map_or(ContextId::Main, |agent| ContextId::Agent(agent.to_owned()))
}
