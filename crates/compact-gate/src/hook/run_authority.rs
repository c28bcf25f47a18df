//! What the sessions of a run share: what limits them, and what they have done.

use crate::options::Options;
use crate::store::{Current, LOCK_WAIT, Store};
use ledger::{Exclusive, StateDir};
use verdict::{Authority, Decision, Record, brought_up_to_date};

/// The run's ledger as it was read; without a run, nothing.
#[derive(Default)]
pub struct RunAuthority {
    known: Option<(Store, Current)>,
    none: Authority,
    /// Held by whoever is about to start an operation, so that no other session of the run starts the same.
    lock: Option<Exclusive>,
}

impl RunAuthority {
    /// Reads it, under its lock if need be.
    pub fn load(options: &Options, state_dir: &StateDir, locked: bool) -> anyhow::Result<RunAuthority> {
        let Some(run) = &options.run else { return Ok(RunAuthority::default()) };
        let store = Store::of_run(state_dir, run);
        let lock = if locked { Some(store.lock(LOCK_WAIT)?) } else { None };
        let current = store.load()?;
        anyhow::ensure!(
            !current.removed,
            "{}: what binds this run was removed; begin another run, under another name",
            store.session().ledger_path().display()
        );
        Ok(RunAuthority { known: Some((store, current)), lock, ..RunAuthority::default() })
    }

    /// What binds the sessions of the run.
    pub fn authority(&self) -> &Authority {
        self.known.as_ref().map_or(&self.none, |(_, current)| &current.state.authority)
    }

    /// Whether there is a run whose other sessions may start something now.
    pub fn is_unlocked(&self) -> bool {
        self.known.is_some() && self.lock.is_none()
    }

    /// Lets the other sessions know of what limits them, too, and of operations, before the answer is given.
    pub fn share(&self, decision: &Decision) -> anyhow::Result<()> {
        let Some((store, current)) = &self.known else { return Ok(()) };
        let limits = |record: &&Record| {
            matches!(record, Record::DenialStands(_) | Record::ContractAltered(_) | Record::DecisionsBound(_))
        };
        let mut records: Vec<Record> = decision.records.iter().filter(limits).cloned().collect();
        // By comparison and not by this event's records: an earlier process may have died between its two writes.
        let known = &current.state.authority.operations;
        for (id, own) in &decision.after.authority.operations {
            records.extend(brought_up_to_date(id, own, known.get(id)));
        }
        match &self.lock {
            _ if records.is_empty() => Ok(()),
            None => store.append(&records),
            Some(lock) => {
                let written = store.commit_under(lock, current, &records)?;
                anyhow::ensure!(written, "the run's ledger was written to without its lock");
                Ok(())
            }
        }
    }
}
