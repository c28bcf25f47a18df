//! What in a packet doesn't fit: itself, or the ledger.

use crate::packet::{ChainStatus, Packet, SessionReview};
use ledger::sha256_hex;
use serde_json::Value;

/// A list of differences is cut after this many.
const MAX_DIFFERENCES: usize = 20;

impl Packet {
    /// What doesn't fit within this packet, in sentences. Nothing found proves only that nothing was changed by
    /// accident.
    #[must_use]
    pub fn check(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        if self.digest != sha256_hex(&self.body()) {
            wrong.push("digest: it isn't the digest of what the packet holds".to_owned());
        }
        if self.subject.session.is_some() == self.subject.run.is_some() {
            wrong.push("subject: it names not just one of session and run".into());
        }
        if self.not_verified.is_empty() {
            wrong.push("not_verified: it is empty, and something always can't be verified".into());
        }
        for (index, session) in self.sessions.iter().enumerate() {
            session.check(&format!("sessions[{index}]"), &mut wrong);
        }
        wrong
    }
}

impl SessionReview {
    fn check(&self, at: &str, wrong: &mut Vec<String>) {
        let mut say = |holds: bool, what: &str| {
            if !holds {
                wrong.push(format!("{at}.{what}"));
            }
        };
        let last = self.chain.last_seq;
        let main = self.authority.contexts.iter().find(|context| context.context == "main");
        let passes = main.is_some_and(|main| main.verdict == "pass");
        say(self.authority.open == passes, "authority.open: it isn't what the main context's verdict says");
        let unresolved = self.operations.iter().filter(|operation| operation.unresolved).count() as u64;
        say(
            self.authority.unresolved_operations == unresolved,
            "authority.unresolved_operations: it isn't how many of the operations are",
        );
        let sound = self.chain.status == ChainStatus::Sound;
        say(sound == self.chain.problem.is_none(), "chain: its status and its problem don't fit");
        say(sound || self.timeline.is_empty(), "timeline: records of a ledger that isn't believed");
        let shown = self.timeline.len() as u64 + self.timeline_omitted;
        say(!sound || shown == self.chain.records, "timeline: it has not as many records as the chain");
        let rising = self.timeline.windows(2).all(|pair| pair[0].seq < pair[1].seq);
        say(rising, "timeline: the records aren't in order");
        let seqs = self.timeline.last().into_iter().map(|moment| moment.seq);
        let seqs = seqs
            .chain(self.epochs.iter().flat_map(|epoch| [epoch.began, epoch.settled].into_iter().flatten()));
        let seqs =
            seqs.chain(self.operations.iter().flat_map(|one| [one.started, one.ended].into_iter().flatten()));
        let approvals = self.approvals.iter();
        let seqs = seqs.chain(
            approvals
                .clone()
                .flat_map(|one| [Some(one.asked), one.issued, one.redeemed].into_iter().flatten()),
        );
        for approval in approvals {
            let fits = (approval.state == "redeemed") == approval.redeemed.is_some();
            say(fits, "approvals: one is redeemed and not spent, or the other way round");
            say(
                approval.issued.is_some() == approval.operator.is_some(),
                "approvals: one was given by nobody",
            );
        }
        let checks = self.evidence.iter().flat_map(|evidence| &evidence.checks);
        let seqs = seqs.chain(checks.clone().filter_map(|check| check.ran));
        let seqs = seqs.chain(self.bypasses.iter().map(|bypass| bypass.seq));
        let seqs = seqs.chain(self.operator_acts.iter().map(|act| act.seq)).chain(self.checkpoint.seq);
        say(seqs.into_iter().all(|seq| seq <= last), "chain.last_seq: something has a later record");
        for check in checks {
            say(
                check.holds == (check.state == "passed"),
                "evidence: whether a check holds isn't what is said of it",
            );
            say(!check.holds || check.ran.is_some(), "evidence: a check holds and was never run");
        }
        for epoch in &self.epochs {
            let ordered = epoch.began.zip(epoch.settled).is_none_or(|(began, settled)| began < settled);
            say(ordered, "epochs: one was settled before it began");
            let known = ["pass", "flagged", "abandoned", "pending"].contains(&epoch.outcome.as_str());
            say(known, "epochs: an outcome isn't one");
            let because = !epoch.findings.is_empty() || !epoch.failed_checks.is_empty();
            say(epoch.outcome != "flagged" || because, "epochs: one is flagged and nothing was found");
        }
        say(self.checkpoint.missing == self.checkpoint.seq.is_none(), "checkpoint: it is missing and there");
        say(
            self.checkpoint.missing == self.checkpoint.why.is_some(),
            "checkpoint: why it is missing doesn't fit",
        );
    }
}

/// Where two reviews of a session differ, as paths into the first.
#[must_use]
pub fn differences(of_packet: &SessionReview, of_ledger: &SessionReview) -> Vec<String> {
    let value = |review: &SessionReview| serde_json::to_value(review).unwrap_or_default();
    let mut found = Vec::new();
    compare(&value(of_packet), &value(of_ledger), String::new(), &mut found);
    found
}

fn compare(one: &Value, other: &Value, at: String, found: &mut Vec<String>) {
    if one == other || found.len() >= MAX_DIFFERENCES {
        return;
    }
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                // A key of a map can be any text.
                let name = if key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                    key.clone()
                } else {
                    git_facts::quote(key, 60)
                };
                let path = if at.is_empty() { name } else { format!("{at}.{name}") };
                let none = &Value::Null;
                compare(one.get(key).unwrap_or(none), other.get(key).unwrap_or(none), path, found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(one, other, format!("{at}[{index}]"), found);
            }
        }
        _ => found.push(at),
    }
}
