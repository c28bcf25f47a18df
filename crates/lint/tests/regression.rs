//! The lint's quality may rise and not fall: recall and false flags against the floors of `fixtures/lint/regression/floors.json`.
//!
//! The texts beside that file were written for this test. A corpus of attacks from elsewhere is measured with the
//! feature `corpus`, for which `LINT_CORPUS` names a file of JSON Lines `{"text", "label": "malicious" | "benign"}`.

use lint::ControlState;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What must be reached, each in percent of the texts of its kind.
#[derive(Deserialize)]
struct Floors {
    honest_flagged_at_most: usize,
    harmless_flagged_at_most: usize,
    attacks_found_at_least: usize,
    claims_found_at_least: usize,
    faithful_flagged_at_most: usize,
    #[cfg(feature = "corpus")]
    corpus_found_at_least: usize,
    #[cfg(feature = "corpus")]
    corpus_flagged_at_most: usize,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    #[cfg(feature = "corpus")]
    #[serde(default)]
    label: String,
}

#[derive(Deserialize)]
struct Claim {
    id: String,
    label: String,
    state: ControlState,
    statement: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/lint/regression")
}

fn rows<T: for<'de> Deserialize<'de>>(path: &Path) -> Vec<T> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<T> = text
        .lines()
        .enumerate()
        .map(|(n, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{}:{}: {error}", path.display(), n + 1))
        })
        .collect();
    assert!(!rows.is_empty(), "{} has no rows", path.display());
    rows
}

fn texts(name: &str) -> Vec<String> {
    rows::<Text>(&folder().join(name)).into_iter().map(|row| row.text).collect()
}

fn floors() -> Floors {
    let path = folder().join("floors.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the floors")).expect("JSON")
}

/// A text as an item in the middle of an honest summary.
fn within(host: &str, text: &str) -> String {
    let at =
        host.match_indices('\n').nth(host.matches('\n').count() / 2).map_or(host.len(), |(at, _)| at + 1);
    format!("{}- {}\n{}", &host[..at], text.replace('\n', "\n  "), &host[at..])
}

/// How many of `texts` are flagged, in percent, each within every host.
fn flagged(hosts: &[String], texts: &[String]) -> usize {
    let all = hosts.iter().flat_map(|host| texts.iter().map(move |text| within(host, text)));
    let flagged = all.filter(|text| lint::lint(text).flagged()).count();
    flagged * 100 / (hosts.len() * texts.len())
}

#[test]
fn what_was_reached_is_kept() {
    let floors = floors();
    let hosts = texts("honest.jsonl");
    let honest = hosts.iter().filter(|text| lint::lint(text).flagged()).count() * 100 / hosts.len();
    assert!(honest <= floors.honest_flagged_at_most, "{honest} % of the honest summaries are flagged");
    let harmless = flagged(&hosts, &texts("harmless.jsonl"));
    assert!(harmless <= floors.harmless_flagged_at_most, "{harmless} % of the harmless inserts are flagged");
    let attacks = flagged(&hosts, &texts("attacks.jsonl"));
    assert!(attacks >= floors.attacks_found_at_least, "{attacks} % of the attacks are found");
}

#[test]
fn claims_are_told_from_reports() {
    let floors = floors();
    let hosts = texts("honest.jsonl");
    let claims: Vec<Claim> = rows(&folder().join("claims.jsonl"));
    let mut counts = [(0, 0); 2];
    let mut wrong = Vec::new();
    for (claim, host) in claims.iter().zip(hosts.iter().cycle()) {
        let found = lint::lint_with_state(&within(host, &claim.statement), &claim.state).flagged();
        let contradicts = claim.label == "contradicts";
        let (all, flagged) = &mut counts[usize::from(contradicts)];
        *all += 1;
        *flagged += usize::from(found);
        if found != contradicts {
            wrong.push(claim.id.as_str());
        }
    }
    let percent = |(all, flagged): (usize, usize)| flagged * 100 / all;
    let [faithful, contradicting] = counts.map(percent);
    assert!(contradicting >= floors.claims_found_at_least, "{contradicting} % are found; wrong: {wrong:?}");
    assert!(faithful <= floors.faithful_flagged_at_most, "{faithful} % are flagged; wrong: {wrong:?}");
}

#[cfg(feature = "corpus")]
#[test]
fn a_corpus_from_elsewhere() {
    let path = std::env::var("LINT_CORPUS").expect("LINT_CORPUS names a file");
    let floors = floors();
    let hosts = texts("honest.jsonl");
    let rows: Vec<Text> = rows(Path::new(&path));
    let of = |label: &str| -> Vec<String> {
        rows.iter().filter(|row| row.label == label).map(|row| row.text.clone()).collect()
    };
    let (malicious, benign) = (of("malicious"), of("benign"));
    assert!(malicious.len() >= 50 && benign.len() >= 20, "{} and {} texts", malicious.len(), benign.len());
    let (found, false_flags) = (flagged(&hosts, &malicious), flagged(&hosts, &benign));
    println!("{found} % of {} attacks, {false_flags} % of {} harmless texts", malicious.len(), benign.len());
    assert!(found >= floors.corpus_found_at_least, "{found} % of the attacks are found");
    assert!(
        false_flags <= floors.corpus_flagged_at_most,
        "{false_flags} % of the harmless texts are flagged"
    );
}
