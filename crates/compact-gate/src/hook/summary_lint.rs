//! What the lint says of a summary, given what the gate knows.

use super::control_state;
use super::policy_call::Applied;
use super::repository::Repository;
use hook_protocol::transcript::kept_of_reply;
use ledger::sha256_hex;
use std::cell::OnceCell;
use verdict::{Authority, SummaryFacts};

/// So many of the things that a summary doesn't mention are recorded.
const MAX_OMITTED: usize = 32;

/// Lints the summaries that an event brings. What they are compared with is collected with the first of them.
pub struct Linter<'e> {
    session: &'e Authority,
    run: &'e Authority,
    applied: &'e Applied,
    repository: &'e Repository<'e>,
    known: OnceCell<lint::ControlState>,
}

impl<'e> Linter<'e> {
    /// For the summaries of a session that `session` binds, in a run that `run` binds.
    pub fn new(
        repository: &'e Repository<'e>,
        session: &'e Authority,
        run: &'e Authority,
        applied: &'e Applied,
    ) -> Self {
        Linter { session, run, applied, repository, known: OnceCell::new() }
    }

    /// What the lint says of `compact_summary` as it was sent.
    pub fn payload(&self, raw: Option<&str>) -> SummaryFacts {
        match raw.map(serde_json::from_str::<String>) {
            Some(Ok(text)) => self.text(&text),
            Some(Err(_)) | None => facts_of(&lint::lint_non_string(), raw.unwrap_or_default()),
        }
    }

    /// What the lint says of a summary's text.
    pub fn text(&self, text: &str) -> SummaryFacts {
        let head = self.repository.head_beside(lint::make_ready).as_ref().ok();
        let known =
            |changes: Option<&_>| control_state::collect(self.session, self.run, self.applied, head, changes);
        let mut review = lint::review(text, self.known.get_or_init(|| known(None)));
        // Git's look at the files takes longer than the lint, and few summaries say anything that it would bear on.
        if review.asks_for_git_changes
            && let Some(changes) = self.repository.changes()
        {
            review = lint::review(text, &known(Some(&changes)));
        }
        let mut facts = facts_of(&review.report, &kept_of_reply(text));
        facts.omitted = review
            .omissions
            .lost
            .iter()
            .take(MAX_OMITTED)
            .map(|item| format!("{}:{}", item.kind.as_str(), item.id.chars().take(64).collect::<String>()))
            .collect();
        facts
    }
}

/// A summary's digest, without a lint.
pub fn summary_digest(text: &str) -> String {
    sha256_hex(kept_of_reply(text).as_bytes())
}

fn facts_of(report: &lint::Report, body: &str) -> SummaryFacts {
    let mut facts = SummaryFacts {
        digest: sha256_hex(body.as_bytes()),
        bytes: body.len() as u64,
        ..SummaryFacts::default()
    };
    for finding in &report.findings {
        let ids = match finding.severity {
            lint::Severity::Deny => &mut facts.flags,
            lint::Severity::Note => &mut facts.notes,
        };
        if !ids.iter().any(|id| id == finding.rule) {
            ids.push(finding.rule.to_owned());
        }
    }
    facts
}
