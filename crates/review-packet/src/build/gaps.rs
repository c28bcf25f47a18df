//! What a packet can't vouch for. It is said in the packet itself, so that nobody takes silence for proof.

use super::Ledger;
use crate::packet::{ChainStatus, Gap, SessionReview};
use verdict::Record;

/// What holds for each packet.
pub fn of_every_packet() -> Vec<Gap> {
    [
        ("summaries", "the summaries themselves aren't kept: a digest shows only whether a text is the same"),
        ("coverage", "calls that the client let through without asking this hook have left no record"),
    ]
    .map(|(about, why)| Gap { about: about.into(), session: None, why: why.into() })
    .into()
}

/// What holds for this session.
pub fn of_session(review: &SessionReview, ledger: &Ledger) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut gap = |about: &str, why: &str| {
        gaps.push(Gap { about: about.into(), session: Some(review.session.clone()), why: why.into() });
    };
    match review.chain.status {
        ChainStatus::Sound => {}
        ChainStatus::Broken => gap("chain", "the ledger isn't whole, so nothing that it says is shown here"),
        ChainStatus::Missing => {
            gap(
                "chain",
                "there is no ledger: the gate has never heard of this session, or its state is gone",
            );
        }
    }
    if review.chain.status != ChainStatus::Sound {
        return gaps;
    }
    if review.checkpoint.missing {
        let why = review.checkpoint.why.clone().unwrap_or_default();
        gap("checkpoint", &format!("there is no final checkpoint: {why}"));
    }
    if review.ended.is_none() {
        gap("end", "no end of the session was heard of: it may go on, or its client was killed");
    }
    let unseen = ledger.events.iter().any(|event| matches!(&event.record, Record::HistoryResolved(_)));
    if unseen {
        gap(
            "history",
            "the session's beginning wasn't seen; it was judged by its transcript or by its parent",
        );
    }
    if review.epochs.iter().any(|epoch| epoch.summary_source.as_deref() == Some("transcript")) {
        gap(
            "transcript",
            "a summary was read from the transcript, a file that the user's programs can write",
        );
    }
    if review.epochs.iter().any(|epoch| epoch.outcome == "pending") {
        gap("epochs", "a compaction was begun and never settled");
    }
    if review.authority.unresolved_operations > 0 {
        gap("operations", "whether an unresolved operation had its effect isn't known");
    }
    if review.evidence.is_some() {
        gap(
            "checks",
            "a check was compared with the work tree as it was when the packet was made, which no record shows; and its run \
             shows how a command ended, not what that looked at",
        );
    }
    if !review.bypasses.is_empty() {
        gap("enforcement", "a denied call ran, so other denials may not have been heeded either");
    }
    if review.authority.policy.is_none() {
        gap("policy", "no policy was in force: only the verdict decided");
    }
    gaps
}
