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
    fn is_unlocked(&self) -> bool {
        self.known.is_some() && self.lock.is_none()
    }

    /// Spends approvals that were given for the run, before the session records that it has spent them: who dies in
    /// between leaves a spent approval and a call that nobody let through.
    pub fn spend(&mut self, decision: &Decision) -> anyhow::Result<()> {
        let (Some((store, current)), Some(lock)) = (&mut self.known, &self.lock) else { return Ok(()) };
        let spent = |record: &&Record| redeems(record, &current.state.authority);
        let records: Vec<Record> = decision.records.iter().filter(spent).cloned().collect();
        if !records.is_empty() {
            let written = store.commit_under(lock, current, &records)?;
            anyhow::ensure!(written, "the run's ledger was written to without its lock");
            *current = store.load()?;
        }
        Ok(())
    }

    /// Whether a decision needs the run's lock: it starts an operation, or spends an approval of the run.
    pub fn has_to_be_locked(&self, decision: &Decision) -> bool {
        let spends = |record: &Record| redeems(record, self.authority());
        let starts = |record: &Record| matches!(record, Record::OperationStarted(_));
        self.is_unlocked() && decision.records.iter().any(|record| starts(record) || spends(record))
    }

    /// Lets the other sessions know of what limits them, too, and of operations, before the answer is given.
    pub fn share(&self, decision: &Decision) -> anyhow::Result<()> {
        let Some((store, current)) = &self.known else { return Ok(()) };
        let limits = |record: &&Record| {
            matches!(record, Record::DenialStands(_) | Record::ContractAltered(_) | Record::DecisionsBound(_))
                || gives_back(record, &current.state.authority)
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

fn redeems(record: &Record, run: &Authority) -> bool {
    let Record::ApprovalRedeemed(redeemed) = record else { return false };
    let approval = run.approvals.0.get(&redeemed.id).and_then(|request| request.approval.as_ref());
    approval.is_some_and(|approval| approval.redeemed.is_none())
}

/// Whether a record is about an approval of the run that goes on or ends.
fn gives_back(record: &Record, run: &Authority) -> bool {
    let id = match record {
        Record::ApprovalReturned(returned) => &returned.id,
        Record::ApprovalEnded(ended) => &ended.id,
        _ => return false,
    };
    run.approvals.0.contains_key(id)
}
