//! What both renderings say.

use crate::packet::{ChainStatus, CheckpointAtEnd, Epoch, Packet, SessionReview, Subject};

/// What a packet comes to, at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overall {
    /// Everything that could be checked is in order.
    InOrder,
    /// The tools are open, and something is left that a person has to settle.
    Unsettled,
    /// A main context doesn't pass.
    Closed,
    /// The record can't be believed, or isn't there.
    Unreliable,
}

impl Overall {
    pub fn of(packet: &Packet) -> Overall {
        let sound = |session: &SessionReview| session.chain.status == ChainStatus::Sound;
        if packet.sessions.is_empty() || !packet.sessions.iter().all(sound) {
            Overall::Unreliable
        } else if !packet.sessions.iter().all(|session| session.authority.open) {
            Overall::Closed
        } else if packet.sessions.iter().any(|session| {
            session.authority.unresolved_operations > 0
                || !session.bypasses.is_empty()
                || !required_checks_hold(session)
        }) {
            Overall::Unsettled
        } else {
            Overall::InOrder
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Overall::InOrder => "Open at completion",
            Overall::Unsettled => "Open at completion, with matters unsettled",
            Overall::Closed => "Closed at completion",
            Overall::Unreliable => "The record can't be relied on",
        }
    }

    pub fn explained(self) -> &'static str {
        match self {
            Overall::InOrder => "Every main context passes, and every ledger is whole.",
            Overall::Unsettled => {
                "Every main context passes, and every ledger is whole; but an operation is unresolved, a denied call \
                 ran, or a required check doesn't hold."
            }
            Overall::Closed => {
                "Every ledger is whole, and at least one main context doesn't pass: its tools beyond reading stay closed."
            }
            Overall::Unreliable => "A ledger is missing or doesn't fit; what it says isn't shown.",
        }
    }
}

/// Whether each check that a contract requires held when the packet was made.
pub fn required_checks_hold(session: &SessionReview) -> bool {
    let checks = session.evidence.iter().flat_map(|evidence| &evidence.checks);
    checks.filter(|check| check.required).all(|check| check.holds)
}

pub fn subject(subject: &Subject) -> (&'static str, &str) {
    match (&subject.session, &subject.run) {
        (Some(session), _) => ("Session", session),
        (None, Some(run)) => ("Run", run),
        (None, None) => ("Subject", "unknown"),
    }
}

pub fn chain(session: &SessionReview) -> String {
    let chain = &session.chain;
    match chain.status {
        ChainStatus::Sound => format!("sound, {} records", chain.records),
        ChainStatus::Broken => "broken".into(),
        ChainStatus::Missing => "missing".into(),
    }
}

pub fn checkpoint(checkpoint: &CheckpointAtEnd) -> String {
    match (checkpoint.missing, checkpoint.seq, checkpoint.epoch) {
        (false, Some(seq), Some(epoch)) => format!("record {seq}, epoch {epoch}"),
        _ => "missing".into(),
    }
}

/// Why an epoch ended as it did, and what its summary left out.
pub fn because(epoch: &Epoch) -> String {
    let reasons: Vec<&str> = epoch.findings.iter().chain(&epoch.failed_checks).map(String::as_str).collect();
    let found = if reasons.is_empty() { "nothing found".into() } else { reasons.join(", ") };
    if epoch.omitted.is_empty() { found } else { format!("{found}; left out: {}", epoch.omitted.join(", ")) }
}

/// The beginning of a digest.
pub fn short(digest: &str) -> String {
    let begins: String = digest.chars().take(12).collect();
    if begins.len() < digest.len() { format!("{begins}…") } else { begins }
}

/// A text with its digests cut to their beginnings: what a person compares with the JSON form.
pub fn without_long_digests(text: &str) -> String {
    const MARK: &str = "sha256:";
    let mut parts = text.split(MARK);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let hex = part.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (digest, rest) = part.split_at(hex);
        shown += &format!("{MARK}{}{rest}", if hex == 64 { short(digest) } else { digest.to_owned() });
    }
    shown
}

/// The time of day where the date is said elsewhere: `03:25:01` of `2026-11-30T03:25:01.123Z`.
pub fn time_of(at: &str) -> &str {
    at.split_once('T').map_or(at, |(_, time)| time.get(..8).unwrap_or(time))
}

/// The date of a time.
pub fn date_of(at: &str) -> &str {
    at.split_once('T').map_or(at, |(date, _)| date)
}
