//! What the repository's DECISIONS.md says was decided against.

use super::continuity_file::read_capped;
use decisions::Receipt;
use ledger::sha256_hex;
use policy::Rule;
use std::collections::BTreeMap;
use std::path::Path;
use verdict::{DecisionsAccepted, Facts, MAX_DECISIONS, MAX_ENFORCED_RULES, RejectedDecision};

/// The file, below the working directory.
pub const DECISIONS_FILE: &str = "DECISIONS.md";

/// So many bytes of it are read.
pub const MAX_DECISIONS_BYTES: u64 = 1 << 20;
const MAX_ID_CHARS: usize = 64;
const MAX_TEXT_CHARS: usize = 160;
const MAX_RULE_CHARS: usize = 160;

/// The rejected receipts of a file, as far as they can be bound.
#[derive(Clone, Debug, Default)]
pub struct DecisionFile {
    /// SHA-256 of the file in hexadecimal; `None` where there is none, or none that is a plain file.
    pub digest: Option<String>,
    /// The first of them, in the order of the file, by id.
    pub rejected: Vec<(String, RejectedDecision)>,
    /// How many there are.
    pub total: usize,
    /// Ids of those whose `enforce` holds a rule that can't be read, or too many.
    pub unreadable: Vec<String>,
}

/// Reads the file below a directory.
pub fn read(directory: &Path) -> DecisionFile {
    match read_capped(&directory.join(DECISIONS_FILE), MAX_DECISIONS_BYTES) {
        Ok(Some(bytes)) => parse(&bytes),
        Ok(None) | Err(_) => DecisionFile::default(),
    }
}

fn parse(bytes: &[u8]) -> DecisionFile {
    let receipts = decisions::parse(&String::from_utf8_lossy(bytes));
    let mut file = DecisionFile { digest: Some(sha256_hex(bytes)), ..DecisionFile::default() };
    for receipt in receipts.iter().filter(|receipt| receipt.is_rejected()) {
        file.total += 1;
        if file.rejected.len() < MAX_DECISIONS {
            let id: String = receipt.id.chars().take(MAX_ID_CHARS).collect();
            let (decision, all_read) = rejected(receipt);
            if !all_read {
                file.unreadable.push(id.clone());
            }
            file.rejected.push((id, decision));
        }
    }
    file
}

impl DecisionFile {
    /// Puts what it says into the facts.
    pub fn tell(&self, facts: &mut Facts) {
        facts.decisions.clone_from(&self.digest);
        facts.rejected = self.digests();
        facts.rejected_receipts.clone_from(&self.rejected);
    }

    /// What the operator accepts by accepting the file, where these are in force.
    pub fn accepted(self, in_force: &[(&str, &RejectedDecision)], operator: String) -> DecisionsAccepted {
        let now = self.digests();
        let ended = in_force.iter().filter(|(id, decision)| now.get(*id) != Some(&decision.digest));
        let ended = ended.map(|(_, decision)| decision.digest.clone()).collect();
        DecisionsAccepted {
            file: self.digest,
            receipts: self.rejected.into_iter().collect(),
            ended,
            operator,
        }
    }

    /// The digest of each rejected receipt by its id.
    pub fn digests(&self) -> BTreeMap<String, String> {
        self.rejected.iter().map(|(id, decision)| (id.clone(), decision.digest.clone())).collect()
    }
}

/// A receipt as it is bound, and whether all its rules could be read.
fn rejected(receipt: &Receipt) -> (RejectedDecision, bool) {
    let rules = receipt.rules();
    let readable = |rule: &&&str| rule_problem(rule).is_none();
    let enforce: Vec<String> =
        rules.iter().filter(readable).take(MAX_ENFORCED_RULES).map(|&rule| rule.to_owned()).collect();
    let all_read = enforce.len() == rules.len();
    let cut = |text: &str| text.chars().take(MAX_TEXT_CHARS).collect();
    let decision = RejectedDecision {
        digest: sha256_hex(receipt.canonical().as_bytes()),
        decision: cut(receipt.decision()),
        reason: cut(receipt.field("reason").unwrap_or_default()),
        enforce,
    };
    (decision, all_read)
}

/// What is wrong with a rule of an `enforce` line.
pub fn rule_problem(rule: &str) -> Option<String> {
    if rule.chars().count() > MAX_RULE_CHARS {
        return Some(format!("it has more than {MAX_RULE_CHARS} characters"));
    }
    if rule.matches('(').count() != rule.matches(')').count() {
        return Some("its parentheses don't match".into());
    }
    Rule::parse(rule).err().map(|malformed| format!("{}; {}", malformed.what, malformed.remedy))
}
