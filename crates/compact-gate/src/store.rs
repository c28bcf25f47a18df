//! The bridge between the core's records and the ledger's bytes.

use crate::clock;
use anyhow::Context as _;
use ledger::{Entry, Exclusive, LedgerError, Link, Payload, Session, StateDir, sha256_hex};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::time::Duration;
use verdict::{ContextId, Record, State};

/// How long a hook waits for the lock of its session; below its own deadline.
pub const LOCK_WAIT: Duration = Duration::from_secs(3);

/// How often an append is tried while others write.
const ATTEMPTS: u32 = 64;

/// The tail that the hot path folds on top of the snapshot is kept shorter than this many records.
const TAIL_LIMIT: usize = 64;

/// How the folder of a run's ledger begins; no session's does.
const RUN_PREFIX: &str = ".run-";

/// The state of one session on disk.
pub struct Store {
    session: Session,
    session_id: String,
}

/// A state as it was read, and where the ledger ended then.
pub struct Current {
    /// The fold of the ledger.
    pub state: State,
    /// Its last record.
    pub last: Link,
    /// Records of this session were written once, but its folder is gone or its front is missing.
    pub removed: bool,
    /// The begin of a compaction couldn't be recorded.
    pub unrecorded: bool,
    tail: usize,
}

impl Store {
    /// The store of a session; nothing is read or made yet.
    pub fn new(state_dir: &StateDir, session_id: &str) -> Store {
        Store { session: state_dir.session(session_id), session_id: session_id.to_owned() }
    }

    /// The store of a session by the name of its folder.
    pub fn of_folder(state_dir: &StateDir, name: &str) -> Store {
        Store { session: state_dir.session_by_name(name), session_id: name.to_owned() }
    }

    /// The ledger of what the operator decided for all sessions.
    pub fn of_operator(state_dir: &StateDir) -> Store {
        Store::of_folder(state_dir, ".operator")
    }

    /// The ledger that the sessions of a run share.
    pub fn of_run(state_dir: &StateDir, run: &str) -> Store {
        Store::of_folder(state_dir, &format!("{RUN_PREFIX}{}", ledger::folder_name(run)))
    }

    /// Appends records whatever else was appended meanwhile: for records that don't depend on the state.
    pub fn append(&self, records: &[Record]) -> anyhow::Result<()> {
        self.record(|_| Ok((records.to_vec(), ())))
    }

    /// Appends what `made_of` makes of the state, and returns what it gives beside that. It is asked again where others
    /// have recorded something meanwhile. Without records nothing is written.
    pub fn record<T>(
        &self,
        mut made_of: impl FnMut(&Current) -> anyhow::Result<(Vec<Record>, T)>,
    ) -> anyhow::Result<T> {
        for _ in 0..ATTEMPTS {
            let current = self.load()?;
            let (records, outcome) = made_of(&current)?;
            if records.is_empty() || self.commit(&current, &records, LOCK_WAIT)? {
                return Ok(outcome);
            }
        }
        anyhow::bail!("{}: other processes kept writing", self.session.ledger_path().display())
    }

    /// What kind of ledger it is, for the operator: `session`, or `run`.
    pub fn kind(&self) -> &'static str {
        if self.folder_name().starts_with(RUN_PREFIX) { "run" } else { "session" }
    }

    /// The name of its folder, without what makes it a run's.
    pub fn name(&self) -> String {
        let folder = self.folder_name();
        folder.strip_prefix(RUN_PREFIX).unwrap_or(&folder).to_owned()
    }

    fn folder_name(&self) -> String {
        self.session.folder().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The session's files.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Reads and folds what is there.
    pub fn load(&self) -> anyhow::Result<Current> {
        let loaded = self.session.load()?;
        let mut state: State = match &loaded.snapshot {
            Some(snapshot) => serde_json::from_str(snapshot.state.get())
                .context("verdict.json holds a state that this version can't read")?,
            None => State::default(),
        };
        for entry in &loaded.tail {
            state.apply(&decode(entry)?);
        }
        // A ledger that goes on after a removal begins late, too; its main context says what came of that.
        let headless = loaded.begins_late && !state.contexts.contains_key(&ContextId::Main);
        Ok(Current {
            state,
            last: loaded.last,
            removed: loaded.removed || headless,
            unrecorded: loaded.unrecorded,
            tail: loaded.tail.len(),
        })
    }

    /// The id of the denial that a call was given, however long ago.
    pub fn denial_of(&self, tool_use_id: &str) -> anyhow::Result<Option<String>> {
        for entry in self.session.entries_with(tool_use_id)?.iter().filter(|entry| entry.kind == "denied") {
            if let Record::Denied(denied) = decode(entry)?
                && denied.tool_use_id.as_deref() == Some(tool_use_id)
            {
                return Ok(Some(denied.event_id));
            }
        }
        Ok(None)
    }

    /// Appends records under the session's lock, if the ledger still ends where `current` was read. `false`: it
    /// doesn't, so the decision has to be made again.
    pub fn commit(&self, current: &Current, records: &[Record], wait: Duration) -> anyhow::Result<bool> {
        let lock = self.lock(wait)?;
        self.commit_under(&lock, current, records)
    }

    /// Takes the session's lock, so that nothing is recorded by others until it is dropped.
    pub fn lock(&self, wait: Duration) -> anyhow::Result<Exclusive> {
        Ok(self.session.lock(wait)?)
    }

    /// As [`Store::commit`], under a lock that is held already.
    pub fn commit_under(
        &self,
        lock: &Exclusive,
        current: &Current,
        records: &[Record],
    ) -> anyhow::Result<bool> {
        if self.session.load()?.last != current.last {
            return Ok(false);
        }
        let mut state = current.state.clone();
        let mut payloads = Vec::with_capacity(records.len());
        let mut state_json = String::new();
        for record in records {
            state.apply(record);
            state_json = serde_json::to_string(&state)?;
            payloads.push(encode(record, sha256_hex(state_json.as_bytes()))?);
        }
        let Some(last) = self.session.append(lock, &current.last, &clock::timestamp(), &payloads)? else {
            return Ok(false);
        };
        let verdict_changed = records.iter().any(|record| {
            !matches!(
                record,
                Record::Denied(_)
                    | Record::PermissionDenied(_)
                    | Record::OperationStarted(_)
                    | Record::OperationEnded(_)
                    | Record::OperationHeardLate(_)
                    | Record::ApprovalRequested(_)
                    | Record::ApprovalRedeemed(_)
                    | Record::ApprovalReturned(_)
                    | Record::ApprovalEnded(_)
            )
        });
        if verdict_changed || current.tail + records.len() >= TAIL_LIMIT {
            let main = state.contexts.get(&ContextId::Main);
            let verdict = main.map_or_else(|| "absent".to_owned(), |main| main.verdict.to_string());
            self.session.write_snapshot(lock, &self.session_id, &verdict, &last, &state_json)?;
        }
        Ok(true)
    }
}

#[derive(Serialize, Deserialize)]
struct Tagged<'a> {
    kind: &'a str,
    #[serde(borrow)]
    body: &'a RawValue,
}

fn encode(record: &Record, state: String) -> anyhow::Result<Payload> {
    let text = serde_json::to_string(record)?;
    let tagged: Tagged<'_> = serde_json::from_str(&text)?;
    Ok(Payload { kind: tagged.kind.to_owned(), body: tagged.body.get().to_owned(), state })
}

/// Reads a ledger entry as a record of the core.
pub fn decode(entry: &Entry) -> anyhow::Result<Record> {
    let text = format!("{{\"kind\":\"{}\",\"body\":{}}}", entry.kind, entry.body);
    serde_json::from_str(&text)
        .with_context(|| format!("record {} ({}) isn't one that this version knows", entry.seq, entry.kind))
}

/// What the operator can do about an error of the ledger.
pub fn remedy(error: &anyhow::Error) -> Option<&'static str> {
    error.downcast_ref::<LedgerError>().map(LedgerError::remedy)
}

/// Whether an error means that the ledger can't be trusted, as opposed to not being reachable.
pub fn is_tampering(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref::<LedgerError>(),
        Some(LedgerError::Broken { .. } | LedgerError::Snapshot { .. } | LedgerError::Replayed { .. })
    )
}

/// Whether an error means that the ledger is an older copy.
pub fn is_replay(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<LedgerError>(), Some(LedgerError::Replayed { .. }))
}
