//! Every rule against its fixture, `fixtures/lint/<rule id>.md`.
//!
//! A fixture is prose with subjects. A heading `## Flagged: …` or `## Innocent: …` is followed by the text between two
//! lines `~~~`. In it, `{U+200B}` stands for that character and `{12 times: text}` for a repetition. A block `~~~state`
//! before the text gives the control state as JSON.

use lint::ControlState;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

struct Subject {
    title: String,
    flagged: bool,
    text: String,
    state: Option<ControlState>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/lint")
}

fn subjects(markdown: &str) -> Vec<Subject> {
    let mut subjects = Vec::new();
    let mut heading: Option<(String, bool)> = None;
    let mut state = None;
    let mut block: Option<(bool, Vec<&str>)> = None;
    for line in markdown.lines() {
        if let Some((is_state, lines)) = &mut block {
            if line != "~~~" {
                lines.push(line);
                continue;
            }
            let text = expand(&lines.join("\n"));
            if *is_state {
                state = Some(serde_json::from_str(&text).expect("a state block is JSON"));
            } else {
                let (title, flagged) = heading.clone().expect("a text stands under a heading");
                subjects.push(Subject { title, flagged, text, state: state.take() });
            }
            block = None;
        } else if line.starts_with("~~~") {
            block = Some((line == "~~~state", Vec::new()));
        } else if let Some(title) = line.strip_prefix("## Flagged: ") {
            heading = Some((title.to_owned(), true));
        } else if let Some(title) = line.strip_prefix("## Innocent: ") {
            heading = Some((title.to_owned(), false));
        }
    }
    subjects
}

fn expand(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let inner = &rest[open + 1..];
        let close = inner.find('}');
        let character = inner.strip_prefix("U+").zip(close).and_then(|(hex, close)| {
            u32::from_str_radix(&hex[..close - 2], 16).ok().and_then(char::from_u32)
        });
        let repeated = close.and_then(|close| inner[..close].split_once(" times: "));
        match (character, repeated, close) {
            (Some(c), _, Some(close)) => {
                out.push(c);
                rest = &inner[close + 1..];
            }
            (_, Some((times, what)), Some(close)) => {
                out.push_str(&what.repeat(times.parse().expect("a number of times")));
                rest = &inner[close + 1..];
            }
            _ => {
                out.push('{');
                rest = inner;
            }
        }
    }
    out + rest
}

#[test]
fn every_rule_has_a_fixture_and_every_fixture_a_rule() {
    let rules: BTreeSet<String> = lint::rules().iter().map(|r| r.id.to_owned()).collect();
    let fixtures: BTreeSet<String> = fs::read_dir(folder())
        .expect("the fixtures are there")
        .filter_map(|e| e.ok()?.file_name().to_str()?.strip_suffix(".md").map(str::to_owned))
        .collect();
    assert_eq!(rules, fixtures);
}

#[test]
fn fixtures_are_judged_as_they_say() {
    let mut wrong = Vec::new();
    for rule in lint::rules() {
        let markdown = fs::read_to_string(folder().join(format!("{}.md", rule.id))).expect("a fixture");
        let subjects = subjects(&markdown);
        // A rule about replies that are no text has none to show.
        if rule.id != "non_string" {
            assert!(subjects.iter().any(|s| s.flagged), "{} has no flagged subject", rule.id);
        }
        assert!(subjects.iter().any(|s| !s.flagged), "{} has no innocent subject", rule.id);
        for subject in subjects {
            let report = match &subject.state {
                Some(state) => lint::lint_with_state(&subject.text, state),
                None => lint::lint(&subject.text),
            };
            let by_this =
                report.findings.iter().any(|f| f.rule == rule.id && f.severity == lint::Severity::Deny);
            if subject.flagged != by_this || !subject.flagged && report.flagged() {
                wrong.push(format!("{}: {}: {:?}", rule.id, subject.title, report.findings));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
