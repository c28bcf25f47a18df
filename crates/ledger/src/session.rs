use crate::anchor::Anchor;
use crate::chain::{Link, Verified, verify_chain};
use crate::line::{self, Entry, Payload};
use crate::lock::Exclusive;
use crate::snapshot::Snapshot;
use crate::state_dir::StateDir;
use crate::{FORMAT_VERSION, LedgerError, folder, sha256_hex};
use std::fs::{File, Permissions};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The bit of the ledger's mode that says that an event couldn't be recorded. Nobody executes a ledger.
const UNRECORDED: u32 = 0o100;

/// The folder of one session and its anchor.
#[derive(Clone, Debug)]
pub struct Session {
    state_dir: StateDir,
    folder: PathBuf,
    anchor: PathBuf,
}

/// What a session's files hold.
#[derive(Debug)]
pub struct Loaded {
    /// The snapshot to begin with; `None` begins with an empty state.
    pub snapshot: Option<Snapshot>,
    /// The records after it, oldest first.
    pub tail: Vec<Entry>,
    /// Where to append.
    pub last: Link,
    /// The anchor knows of records, but there is no ledger: its folder was removed.
    pub removed: bool,
    /// An event that had to be recorded couldn't be, see [`Session::mark_unrecorded`].
    pub unrecorded: bool,
    /// The ledger's first record isn't number 1: what came before it was removed. Known where the whole was read.
    pub begins_late: bool,
}

impl Session {
    pub(crate) fn new(state_dir: &StateDir, name: &str) -> Session {
        Session {
            state_dir: state_dir.clone(),
            folder: state_dir.path().join(name),
            anchor: state_dir.anchor_path(name),
        }
    }

    /// Where the session's files are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The ledger's path.
    #[must_use]
    pub fn ledger_path(&self) -> PathBuf {
        self.folder.join("ledger.jsonl")
    }

    fn snapshot_path(&self) -> PathBuf {
        self.folder.join("verdict.json")
    }

    /// Reads what is there, without a lock. The anchor is read first and the ledger last: a writer goes the other way
    /// round, so whatever is read later includes what was read before.
    pub fn load(&self) -> Result<Loaded, LedgerError> {
        self.state_dir.check_anchors()?;
        let anchor = Anchor::read(&self.anchor)?;
        let snapshot = if folder::check_session_folder(&self.folder)? {
            Snapshot::read(&self.snapshot_path())?
        } else {
            None
        };
        let path = self.ledger_path();
        let Some(file) = folder::open_existing(&path)? else {
            if snapshot.is_some() {
                let what = "there is no ledger to go with it";
                return Err(LedgerError::Snapshot { path: self.snapshot_path(), what });
            }
            return Ok(absent(anchor));
        };
        let begun = match &snapshot {
            Some(snapshot) => self.bound_record(&file, snapshot)?,
            None => Link::start(),
        };
        let bytes = read_from(&file, begun.end).map_err(LedgerError::io(&path))?;
        let Verified { entries: tail, last, .. } = verify_chain(&path, &bytes, &begun)?;
        if last.seq == 0 {
            return Ok(absent(anchor));
        }
        if let Some(anchor) = anchor {
            let known = tail.iter().find(|entry| entry.seq == anchor.seq).map(|entry| entry.digest.as_str());
            let known = known.or((begun.seq == anchor.seq).then_some(begun.digest.as_str()));
            if anchor.seq > last.seq || known.is_some_and(|digest| digest != anchor.digest) {
                return Err(LedgerError::Replayed { path, found: last.seq, anchored: anchor.seq });
            }
        }
        let begins_late = begun.seq == 0 && tail.first().is_some_and(|first| first.seq != 1);
        let unrecorded = file.metadata().map_err(LedgerError::io(&path))?.mode() & UNRECORDED != 0;
        Ok(Loaded { snapshot, tail, last, removed: false, unrecorded, begins_late })
    }

    /// Reads and checks the whole ledger, and the snapshot against it.
    pub fn verify(&self) -> Result<Verified, LedgerError> {
        self.load()?;
        let path = self.ledger_path();
        let Some(file) = folder::open_existing(&path)? else {
            return Ok(Verified { entries: Vec::new(), last: Link::start(), torn_bytes: 0 });
        };
        let bytes = read_from(&file, 0).map_err(LedgerError::io(&path))?;
        let verified = verify_chain(&path, &bytes, &Link::start())?;
        if let Some(anchor) = Anchor::read(&self.anchor)? {
            let stands = verified.entries.iter().find(|entry| entry.seq == anchor.seq);
            if stands.is_none_or(|entry| entry.digest != anchor.digest) {
                return Err(LedgerError::Replayed { path, found: verified.last.seq, anchored: anchor.seq });
            }
        }
        Ok(verified)
    }

    /// The records whose lines hold this text, from the whole ledger. They are not checked against each other: what
    /// is decided by one has to be stricter for it.
    pub fn entries_with(&self, text: &str) -> Result<Vec<Entry>, LedgerError> {
        let path = self.ledger_path();
        let Some(file) = folder::open_existing(&path)? else { return Ok(Vec::new()) };
        let bytes = read_from(&file, 0).map_err(LedgerError::io(&path))?;
        let lines = bytes.split(|byte| *byte == b'\n');
        let holding = lines.filter(|line| memchr::memmem::find(line, text.as_bytes()).is_some());
        Ok(holding.filter_map(|line| line::decode(line).ok()).collect())
    }

    /// Makes the session's folder, if need be.
    pub(crate) fn ensure_folder(&self) -> Result<(), LedgerError> {
        self.state_dir.ensure()?;
        folder::ensure_session_folder(&self.folder)
    }

    /// Takes the session's lock, making its folder if need be, and waiting no longer than `wait`.
    pub fn lock(&self, wait: Duration) -> Result<Exclusive, LedgerError> {
        self.ensure_folder()?;
        Exclusive::take(&self.folder.join("lock"), wait)
    }

    /// Appends records after `last`, which has to come from a [`Session::load`] under the same lock, and syncs them.
    /// When this returns, they are on disk. `None`: there are other records behind `last`.
    ///
    /// The ledger itself is locked, too: should somebody remove the lock's file, two writers could each hold one.
    pub fn append(
        &self,
        lock: &Exclusive,
        last: &Link,
        at: &str,
        payloads: &[Payload],
    ) -> Result<Option<Link>, LedgerError> {
        let path = self.ledger_path();
        let io = || LedgerError::io(&path);
        let mut file = folder::open_or_create(&path)?;
        lock.extend_to(&file, &path)?;
        let behind = read_from(&file, last.end).map_err(io())?;
        if behind.contains(&b'\n') {
            return Ok(None);
        }
        if !behind.is_empty() {
            // The lock is ours and the rest doesn't end in a newline: a writer died here, unacknowledged.
            file.set_len(last.end).map_err(io())?;
        }
        let mut bytes = String::new();
        let mut link = last.clone();
        for payload in payloads {
            let (line, next) = link.extend(at, payload);
            bytes.push_str(&line);
            link = next;
        }
        file.seek(SeekFrom::Start(last.end)).map_err(io())?;
        let written = file.write_all(bytes.as_bytes()).and_then(|()| file.sync_data());
        if let Err(error) = written {
            // Best effort: what is left behind is cut off by the next writer anyway.
            let _ = file.set_len(last.end);
            return Err(LedgerError::io(&path)(error));
        }
        let mode = file.metadata().map_err(io())?.mode();
        if mode & UNRECORDED != 0 {
            file.set_permissions(Permissions::from_mode(0o600)).map_err(io())?;
        }
        if last.end == 0 {
            folder::sync_dir(&self.folder)?;
            folder::sync_dir(self.state_dir.path())?;
        }
        Anchor { seq: link.seq, digest: link.digest.clone() }.write(&self.anchor)?;
        Ok(Some(link))
    }

    /// Writes the snapshot of the state after record `last`.
    pub fn write_snapshot(
        &self,
        _lock: &Exclusive,
        session_id: &str,
        verdict: &str,
        last: &Link,
        state_json: &str,
    ) -> Result<(), LedgerError> {
        let state = serde_json::value::RawValue::from_string(state_json.to_owned())
            .map_err(|error| LedgerError::io(self.snapshot_path())(error.into()))?;
        let snapshot = Snapshot {
            v: FORMAT_VERSION,
            session_id: session_id.to_owned(),
            verdict: verdict.to_owned(),
            seq: last.seq,
            digest: last.digest.clone(),
            start: last.start,
            end: last.end,
            lines: last.lines,
            state,
        };
        snapshot.write(&self.snapshot_path())
    }

    /// Marks that an event which had to be recorded couldn't be, in a way that needs no space on a full disk: by the
    /// ledger's own mode. The next record takes the mark away. Where not even that works there is no ledger to go by.
    pub fn mark_unrecorded(&self) {
        if let Ok(Some(file)) = folder::open_existing(&self.ledger_path()) {
            // Best effort by nature: it is what is left when everything else has failed.
            let _ = file.set_permissions(Permissions::from_mode(0o600 | UNRECORDED));
        }
    }

    /// A small note that may be lost at any time, such as how far a transcript was looked through.
    #[must_use]
    pub fn read_hint(&self) -> Option<Vec<u8>> {
        folder::read_existing(&self.hint_path()).ok().flatten()
    }

    /// Replaces the note of [`Session::read_hint`], without making it durable.
    pub fn write_hint(&self, bytes: &[u8]) {
        // Nobody may rely on it, so nobody has to know that it couldn't be written.
        let _ = folder::open_or_create(&self.hint_path())
            .map(|file| file.write_all_at(bytes, 0).and_then(|()| file.set_len(bytes.len() as u64)));
    }

    fn hint_path(&self) -> PathBuf {
        self.folder.join("look.json")
    }

    /// Checks that the record which a snapshot names stands in the ledger and vouches for its state.
    fn bound_record(&self, file: &File, snapshot: &Snapshot) -> Result<Link, LedgerError> {
        let bad = |what| LedgerError::Snapshot { path: self.snapshot_path(), what };
        let length = snapshot.end.checked_sub(snapshot.start).filter(|length| *length < 1 << 24);
        let length = length
            .and_then(|length| usize::try_from(length).ok())
            .ok_or_else(|| bad("its offsets are wrong"))?;
        let mut line = vec![0; length];
        match file.read_exact_at(&mut line, snapshot.start) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(bad("the record it names is not in the ledger"));
            }
            Err(error) => return Err(LedgerError::io(self.ledger_path())(error)),
        }
        let entry = line::decode(line.strip_suffix(b"\n").unwrap_or(&line))
            .map_err(|_| bad("the record it names is not in the ledger"))?;
        if entry.seq != snapshot.seq || entry.digest != snapshot.digest {
            return Err(bad("the ledger has another record there"));
        }
        if entry.state != sha256_hex(snapshot.state.get().as_bytes()) {
            return Err(bad("its state is not the one the ledger vouches for"));
        }
        let (start, end) = (snapshot.start, snapshot.end);
        Ok(Link { seq: entry.seq, digest: entry.digest, start, end, lines: snapshot.lines })
    }
}

fn absent(anchor: Option<Anchor>) -> Loaded {
    let removed = anchor.is_some();
    let last = anchor.map_or_else(Link::start, |anchor| Link::after_removed(anchor.seq, anchor.digest));
    Loaded { snapshot: None, tail: Vec::new(), last, removed, unrecorded: false, begins_late: false }
}

fn read_from(file: &File, offset: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len().saturating_sub(offset);
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read_at(&mut bytes[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}
