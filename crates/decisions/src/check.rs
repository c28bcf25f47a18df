//! What is wrong with the receipts of a file, line by line.

use crate::{KEYS, Receipt, parse};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a receipt's status may be.
pub const STATUSES: [&str; 5] = ["proposed", "accepted", "rejected", "superseded", "deprecated"];

/// The fields that a receipt has to have.
const REQUIRED: [&str; 3] = ["status", "decision", "reason"];

/// As many problems are told at once.
const MAX_PROBLEMS: usize = 100;

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The receipt's id; empty where there is none.
    pub id: String,
    /// What is wrong.
    pub what: String,
    /// How to put it right.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.line)?;
        if !self.id.is_empty() {
            write!(formatter, "{}: ", self.id)?;
        }
        write!(formatter, "{}; {}", self.what, self.remedy)
    }
}

/// Names every problem of a file, in its order. `rule_problem` says what is wrong with a permission rule.
#[must_use]
pub fn check(text: &str, rule_problem: &dyn Fn(&str) -> Option<String>) -> Vec<Problem> {
    let receipts = parse(text);
    let mut found = Found(Vec::new());
    headings(text, &mut found);
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let ids: BTreeSet<&str> = receipts.iter().map(|receipt| receipt.id.as_str()).collect();
    for receipt in &receipts {
        if let Some(line) = first.get(receipt.id.as_str()) {
            found.add(
                receipt.line,
                receipt,
                &format!("its id is that of line {line}"),
                "give it an id of its own",
            );
        }
        first.entry(&receipt.id).or_insert(receipt.line);
        fields(receipt, &mut found);
        status(receipt, &ids, &mut found);
        rules(receipt, rule_problem, &mut found);
    }
    let mut problems = found.0;
    problems.sort_by_key(|problem| problem.line);
    problems.truncate(MAX_PROBLEMS);
    problems
}

/// Whether a line that names no known key was meant to name one: an item of a list, or a single word at its start.
pub(crate) fn is_meant_as_key(line: &str, key: &str, value: &str) -> bool {
    let plain = key.chars().all(|c| c.is_ascii_alphabetic() || c == '_') && (2..=24).contains(&key.len());
    let listed = line.starts_with(['-', '*', '+']);
    plain
        && !value.starts_with("//")
        && (listed || !key.contains('_') || KEYS.iter().any(|known| near(known, key)))
}

/// Whether two keys differ in a letter or two.
fn near(known: &str, key: &str) -> bool {
    let differing = known.bytes().zip(key.bytes()).filter(|(one, other)| one != other).count();
    differing <= 2 && known.len().abs_diff(key.len()) <= 1
}

struct Found(Vec<Problem>);

impl Found {
    fn add(&mut self, line: usize, receipt: &Receipt, what: &str, remedy: &str) {
        let problem =
            Problem { line, id: receipt.id.clone(), what: what.to_owned(), remedy: remedy.to_owned() };
        self.0.push(problem);
    }
}

/// Headings that only look like a receipt's.
fn headings(text: &str, found: &mut Found) {
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        }
        let name = line.trim_start_matches('#').trim();
        let level = line.len() - line.trim_start_matches('#').len();
        if fenced || level == 0 || !name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("DR-")) {
            continue;
        }
        if crate::receipt_heading(name).is_none() || !line.starts_with("## ") {
            let problem = Problem {
                line: index + 1,
                id: String::new(),
                what: "a heading that is no receipt's".into(),
                remedy: "a receipt begins with \"## DR-\" and an id".into(),
            };
            found.0.push(problem);
        }
    }
}

fn fields(receipt: &Receipt, found: &mut Found) {
    for field in &receipt.unknown {
        let remedy = format!("known are {}; prose belongs under a heading of its own", KEYS.join(", "));
        found.add(field.line, receipt, &format!("unknown key {:?}", field.key), &remedy);
    }
    let mut seen = BTreeSet::new();
    for field in &receipt.fields {
        if !seen.insert(&field.key) && field.key != "enforce" {
            found.add(field.line, receipt, &format!("{} comes twice", field.key), "take one out");
        }
    }
    for key in REQUIRED {
        if receipt.field(key).is_none_or(str::is_empty) {
            found.add(
                receipt.line,
                receipt,
                &format!("{key} is missing"),
                &format!("write \"- {key}: ...\""),
            );
        }
    }
}

fn status(receipt: &Receipt, ids: &BTreeSet<&str>, found: &mut Found) {
    let line = |key: &str| {
        receipt.fields.iter().find(|field| field.key == key).map_or(receipt.line, |field| field.line)
    };
    let status = receipt.field("status").unwrap_or_default().trim().to_ascii_lowercase();
    if !status.is_empty() && !STATUSES.contains(&status.as_str()) {
        let remedy = format!("write one of {}", STATUSES.join(", "));
        found.add(line("status"), receipt, &format!("unknown status {status:?}"), &remedy);
    }
    let successor = receipt.field("superseded_by").unwrap_or_default().trim();
    if successor.is_empty() {
        if status == "superseded" {
            let remedy = "write \"- superseded_by: DR-...\"";
            found.add(line("status"), receipt, "superseded, and it isn't said by what", remedy);
        }
    } else if successor == receipt.id || !ids.contains(successor) {
        let what = format!("superseded_by names {successor:?}, which is no other receipt of this file");
        found.add(line("superseded_by"), receipt, &what, "name one that is");
    }
}

fn rules(receipt: &Receipt, rule_problem: &dyn Fn(&str) -> Option<String>, found: &mut Found) {
    for field in receipt.fields.iter().filter(|field| field.key == "enforce") {
        if !receipt.is_rejected() {
            let remedy = "only a rejected receipt's rules are denied: take it out";
            found.add(field.line, receipt, "enforce in a receipt that isn't rejected", remedy);
        }
        for rule in crate::enforce::rules(&field.value) {
            if let Some(problem) = rule_problem(rule) {
                let remedy =
                    "write permission rules, with commas between them: Bash(npm install *), Edit(src/**)";
                found.add(field.line, receipt, &format!("enforce: {rule:?}: {problem}"), remedy);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    const GOOD: &str = "# Decisions\n\nNote: prose before.\n\n## DR-1 Use pnpm\n- **Status**: accepted\n- decision: pnpm only\n\
        - reason: One lock file.\n  It says so: see https://example.com/x\n\n## DR-2: No rewrite\n- status: rejected\n- decision: No.\n\
        - reason: No tests.\n- superseded by:\n- owner: ann\n- scope: importer\n- predicate: the old one works\n- evidence: none\n\
        - enforce: Bash(git rm *), `Edit(importer/**)`\n- enforce: Write(x)\n\n### Notes\nreasno: prose under a heading of its own\n";

    fn problems(text: &str) -> Vec<String> {
        let rule = |rule: &str| {
            let even = rule.matches('(').count() == rule.matches(')').count();
            (!even).then(|| "no closing parenthesis".to_owned())
        };
        check(text, &rule).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_file_has_none() {
        assert_eq!(problems(GOOD), Vec::<String>::new());
        assert_eq!(problems(""), Vec::<String>::new());
    }

    #[test]
    fn each_is_named_by_its_line() {
        for (from, to, expected) in [
            ("rejected", "refused", "12: DR-2: unknown status \"refused\"; "),
            ("## DR-2:", "## DR-1:", "11: DR-1: its id is that of line 5; "),
            ("- decision: No.\n", "", "11: DR-2: decision is missing; "),
            ("- reason: No tests.", "- reasno: No tests.", "11: DR-2: reason is missing; "),
            ("- reason: No tests.", "- reason: x\n- reasno: y", "15: DR-2: unknown key \"reasno\"; "),
            ("- reason: No tests.", "- reason: x\n- reason: y", "15: DR-2: reason comes twice; "),
            ("superseded by:", "superseded by: DR-9", "15: DR-2: superseded_by names \"DR-9\", "),
            ("superseded by:", "superseded by: DR-2", "15: DR-2: superseded_by names \"DR-2\", "),
            ("status: rejected", "status: superseded", "12: DR-2: superseded, and it isn't said by what; "),
            ("Bash(git rm *)", "Bash(git rm *", "20: DR-2: enforce: "),
            ("Write(x)", "Write(x", "21: DR-2: enforce: \"Write(x\": no closing parenthesis; "),
            (
                "- **Status**: accepted",
                "- status: accepted\n- enforce: A()",
                "7: DR-1: enforce in a receipt that ",
            ),
            ("## DR-2", "### DR-2", "11: a heading that is no receipt's; "),
            ("## DR-2: No", "## DR- No", "11: a heading that is no receipt's; "),
        ] {
            let found = problems(&GOOD.replacen(from, to, 1));
            assert!(found.iter().any(|problem| problem.starts_with(expected)), "{from}: {found:?}");
        }
    }

    #[test]
    fn a_hostile_file_costs_little() {
        assert_eq!(problems(&"## DR-1\n".repeat(50_000)).len(), 100);
        assert!(problems(&"## DR-x\n- enforce: (((,\u{202e}\n".repeat(5_000)).len() <= 100);
    }
}
