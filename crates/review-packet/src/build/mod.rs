//! From the records of a ledger to a packet.

mod approvals;
mod checkpoint;
mod denials;
mod epochs;
mod evidence;
mod gaps;
mod moment;
mod operations;

use crate::packet::{
    AuthorityAtEnd, Chain, ChainStatus, ContextAtEnd, ContractAtEnd, Gap, Moment, OperatorAct, Packet,
    PolicyAtEnd, SCHEMA, SessionReview, Subject,
};
use crate::visible::visible;
use std::collections::BTreeMap;
use verdict::{Authority, ContextId, ContractBinding, Record, State, Verdict, WorkTree};

/// A timeline shows so many of a session's records: the first half of them and the last.
const MAX_MOMENTS: usize = 1000;
/// Names are shown up to this many characters.
const MAX_NAME: usize = 200;

/// One record of a ledger.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its number.
    pub seq: u64,
    /// When it was written.
    pub at: String,
    /// Its kind, as the ledger names it.
    pub kind: String,
    /// Its digest.
    pub digest: String,
    /// What it says.
    pub record: Record,
}

/// A session's ledger, as it was found.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// The session.
    pub session: String,
    /// Its records; none of them if it isn't whole.
    pub events: Vec<Event>,
    /// The last record's digest.
    pub last_digest: String,
    /// What is wrong with it; `None`: it is whole.
    pub problem: Option<String>,
    /// There is none.
    pub missing: bool,
    /// What the session's work tree is at, where somebody looked. No record vouches for it.
    pub work_tree: Option<WorkTree>,
}

impl Ledger {
    /// What it was when `seq` was its last record; `None`: it never was.
    #[must_use]
    pub fn as_of(&self, seq: u64) -> Option<Ledger> {
        let last = self.events.iter().position(|event| event.seq == seq)?;
        let events = self.events[..=last].to_vec();
        Some(Ledger { events, last_digest: self.events[last].digest.clone(), ..self.clone() })
    }
}

/// Makes the packet of these ledgers, and gives it its digest.
#[must_use]
pub fn build(subject: Subject, ledgers: &[Ledger], made_at: String, made_by: &str) -> Packet {
    let mut not_verified = gaps::of_every_packet();
    let mut sessions = Vec::new();
    for ledger in ledgers {
        let review = review(ledger);
        not_verified.extend(gaps::of_session(&review, ledger));
        sessions.push(review);
    }
    if sessions.is_empty() {
        not_verified.push(Gap {
            about: "sessions".into(),
            session: None,
            why: "no session was found, so nothing is known of what was done".into(),
        });
    }
    Packet {
        schema: SCHEMA.into(),
        made_at,
        made_by: made_by.to_owned(),
        subject,
        sessions,
        not_verified,
        digest: String::new(),
    }
    .sealed()
}

/// What the packet says of one session.
#[must_use]
pub fn review(ledger: &Ledger) -> SessionReview {
    let events = &ledger.events;
    let mut state = State::default();
    for event in events {
        state.apply(&event.record);
    }
    let (timeline, timeline_omitted) = timeline(events);
    let ended = events.iter().rev().find_map(|event| match &event.record {
        Record::SessionEnded(ended) => Some(shown(&ended.reason)),
        _ => None,
    });
    SessionReview {
        session: shown(&ledger.session),
        first_at: events.first().map(|event| event.at.clone()),
        last_at: events.last().map(|event| event.at.clone()),
        ended,
        replaces: state.replaces.as_deref().map(shown),
        forked_from: state.forked_from.as_deref().map(shown),
        chain: chain(ledger),
        authority: authority(&state, events),
        checkpoint: checkpoint::last(&state, events),
        epochs: epochs::all(events),
        denials: denials::standing(&state, events),
        lifted: denials::lifted(events),
        operations: operations::known(&state, events),
        approvals: approvals::asked_for(events),
        evidence: evidence::of(&state, events, ledger.work_tree.as_ref()),
        bypasses: operations::bypasses(events),
        refused_calls: refused_calls(events),
        operator_acts: operator_acts(events),
        timeline,
        timeline_omitted,
    }
}

/// A text that came from elsewhere, as the packet holds it: not too long, and with nothing in it that hides or
/// reorders. The renderings escape for their own form on top.
fn shown(text: &str) -> String {
    let mut shown: String = visible(text).chars().take(MAX_NAME + 1).collect();
    if shown.chars().count() > MAX_NAME {
        shown.pop();
        shown.push('…');
    }
    shown
}

fn chain(ledger: &Ledger) -> Chain {
    let status = match (&ledger.problem, ledger.missing) {
        (_, true) => ChainStatus::Missing,
        (Some(_), false) => ChainStatus::Broken,
        (None, false) => ChainStatus::Sound,
    };
    Chain {
        status,
        records: ledger.events.len() as u64,
        last_seq: ledger.events.last().map_or(0, |event| event.seq),
        last_digest: ledger.last_digest.clone(),
        problem: ledger.problem.as_deref().map(shown),
    }
}

fn authority(state: &State, events: &[Event]) -> AuthorityAtEnd {
    let contexts = state.contexts.iter().map(|(id, context)| ContextAtEnd {
        context: shown(&id.to_string()),
        agent_type: context.agent_type.as_deref().map(shown),
        verdict: context.verdict.to_string(),
        disposition: context.disposition.to_string(),
        epoch: context.epoch,
        reasons: context.reasons.iter().map(|reason| shown(reason)).collect(),
    });
    let bound: Vec<u64> = events
        .iter()
        .filter(|event| matches!(event.record, Record::PolicyBound(_)))
        .map(|event| event.seq)
        .collect();
    let policy = state.authority.policy.as_ref().map(|policy| PolicyAtEnd {
        version: shown(&policy.version),
        digest: shown(&policy.digest),
        bound_by: bound.last().copied(),
        changes: bound.len().saturating_sub(1) as u64,
    });
    let main = state.contexts.get(&ContextId::Main);
    AuthorityAtEnd {
        open: main.is_some_and(|main| main.verdict == Verdict::Pass),
        contexts: contexts.collect(),
        policy,
        contracts: state.authority.contracts.iter().map(contract).collect(),
        rejected_decisions: state
            .authority
            .decisions_in_force(&Authority::default())
            .iter()
            .map(|(id, _)| shown(id))
            .collect(),
        unresolved_operations: state
            .authority
            .operations
            .values()
            .filter(|operation| operation.status.is_unresolved())
            .count() as u64,
    }
}

fn contract(contract: &ContractBinding) -> ContractAtEnd {
    ContractAtEnd {
        task_id: shown(&contract.task_id),
        digest: shown(&contract.digest),
        altered: contract.altered,
    }
}

fn refused_calls(events: &[Event]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for event in events {
        if let Record::Denied(denied) = &event.record {
            *counts.entry(denied.code.as_str().to_owned()).or_default() += 1;
        }
    }
    counts
}

fn operator_acts(events: &[Event]) -> Vec<OperatorAct> {
    let act = |event: &Event| {
        let (about, operator) = match &event.record {
            Record::Released(released) => {
                (format!("{}, epoch {}", released.context, released.epoch), &released.operator)
            }
            Record::Rebaselined(bound) => {
                (format!("{}, epoch {}", bound.context, bound.epoch), &bound.operator)
            }
            Record::DenialLifted(lifted) => (lifted.event_id.clone(), &lifted.operator),
            Record::ContractIssued(issued) => (
                format!("{}, sha256:{}", issued.contract.task_id, issued.contract.digest),
                &issued.contract.operator,
            ),
            Record::DecisionsAccepted(accepted) => {
                let file = accepted.file.as_deref().unwrap_or("none");
                (format!("DECISIONS.md sha256:{file}"), &accepted.operator)
            }
            Record::OperationEnded(ended) => match &ended.operator {
                Some(operator) => (format!("{}, {}", ended.id, ended.status.as_str()), operator),
                None => return None,
            },
            Record::PolicyAccepted(accepted) => (format!("sha256:{}", accepted.digest), &accepted.operator),
            _ => return None,
        };
        let (about, operator) = (shown(&about), shown(operator));
        Some(OperatorAct { seq: event.seq, at: event.at.clone(), act: event.kind.clone(), about, operator })
    };
    events.iter().filter_map(act).collect()
}

fn timeline(events: &[Event]) -> (Vec<Moment>, u64) {
    if events.len() <= MAX_MOMENTS {
        return (events.iter().map(moment::of).collect(), 0);
    }
    let (first, rest) = events.split_at(MAX_MOMENTS / 2);
    let last = &rest[rest.len() - MAX_MOMENTS / 2..];
    let moments = first.iter().chain(last).map(moment::of).collect();
    (moments, (events.len() - MAX_MOMENTS) as u64)
}
