//! The ledgers that a packet is made from.

use crate::command::select_session::select;
use crate::store::{Store, decode};
use anyhow::bail;
use ledger::StateDir;
use review_packet::{Event, Ledger};

/// The ledger of one session.
pub fn of_session(state_dir: &StateDir, asked: Option<&str>) -> anyhow::Result<Ledger> {
    match select(state_dir, asked)? {
        Some((name, store)) => Ok(read(&name, &store)),
        None => bail!("no session is recorded for this directory in {}", state_dir.path().display()),
    }
}

/// The ledgers of a run's sessions, the latest last. A session that can't be read may belong to it, and is among them.
pub fn of_run(state_dir: &StateDir, run: &str) -> anyhow::Result<Vec<Ledger>> {
    let mut ledgers = Vec::new();
    for name in state_dir.session_names()? {
        let store = Store::of_folder(state_dir, &name);
        if store.load().map_or(true, |current| current.state.run.as_deref() == Some(run)) {
            ledgers.push(read(&name, &store));
        }
    }
    ledgers.sort_by(|one, other| begun(one).cmp(begun(other)));
    Ok(ledgers)
}

fn begun(ledger: &Ledger) -> &str {
    ledger.events.first().map_or("", |event| event.at.as_str())
}

/// Reads the whole ledger; of one that isn't whole nothing is taken.
pub fn read(name: &str, store: &Store) -> Ledger {
    match entries(store) {
        Ok((events, last_digest)) => {
            let missing = events.is_empty();
            let problem = missing.then(|| "there are no records".to_owned());
            Ledger { session: name.to_owned(), events, last_digest, problem, missing, work_tree: None }
        }
        Err(error) => Ledger {
            session: name.to_owned(),
            events: Vec::new(),
            last_digest: String::new(),
            problem: Some(format!("{error:#}")),
            missing: false,
            work_tree: None,
        },
    }
}

fn entries(store: &Store) -> anyhow::Result<(Vec<Event>, String)> {
    let verified = store.session().verify()?;
    if verified.entries.first().is_some_and(|first| first.seq != 1) {
        bail!("its first records were removed");
    }
    let mut events = Vec::with_capacity(verified.entries.len());
    for entry in &verified.entries {
        let record = decode(entry)?;
        events.push(Event {
            seq: entry.seq,
            at: entry.at.clone(),
            kind: entry.kind.clone(),
            digest: entry.digest.clone(),
            record,
        });
    }
    Ok((events, verified.last.digest))
}
