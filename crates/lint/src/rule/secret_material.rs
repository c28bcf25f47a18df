//! # `secret_material`
//!
//! ## What it does
//! Flags what looks like a live credential: private-key blocks, and tokens with a well-known prefix and enough
//! randomness behind it.
//!
//! ## Why
//! A summary goes into every later request and into the transcript. A secret in it has leaked, and one that the work
//! doesn't need was probably collected for somebody. Placeholders (`sk-xxxx`, `AKIA…EXAMPLE`) don't count.
//!
//! ## Example
//! `-----BEGIN OPENSSH PRIVATE KEY-----`
//!
//! ## Innocent example
//! `Set ANTHROPIC_API_KEY=sk-ant-xxxxxxxx in .env.`

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::page::{Origin, Sink};
use crate::runs::{Kind, alphanumeric_or, runs};

pub(crate) const RULE: Rule = Rule {
    id: "secret_material",
    family: "secrets",
    summary: "a live credential",
    source: include_str!("secret_material.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

/// A key's first line, in bytes, its end included.
const LONGEST_HEAD: usize = 80;

/// Prefix, and the least number of characters behind it.
const TOKENS: &[(&str, usize)] = &[
    ("sk-ant-", 40),
    ("sk-proj-", 40),
    ("ghp_", 36),
    ("gho_", 36),
    ("ghs_", 36),
    ("github_pat_", 50),
    ("glpat-", 20),
    ("xoxb-", 30),
    ("xoxp-", 30),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 35),
    ("sk_live_", 24),
    ("rk_live_", 24),
    ("npm_", 36),
    ("pypi-AgEI", 50),
    ("hf_", 34),
    ("SG.", 60),
    ("dop_v1_", 60),
];

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    let text = reply.summary.body;
    let at = Origin::Plain(reply.summary.offset);
    for (start, _) in text.match_indices("-----BEGIN ") {
        let Some(end) = text[start..].bytes().take(LONGEST_HEAD).position(|b| b == b'\n').map(|i| start + i)
        else {
            continue;
        };
        // The head alone is talk about a format; a body makes it a key.
        let body = text[end..].split_whitespace().next().unwrap_or("");
        if text[start..end].contains("PRIVATE KEY-----")
            && body.len() >= 32
            && body.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
        {
            sink.add(RULE.id, Severity::Deny, &at, start..end, "a private key stands in the summary");
        }
    }
    for range in runs(text.as_bytes(), &IN_TOKEN, 20) {
        let (start, run) = (range.start, &text[range]);
        let Some((prefix, least)) = TOKENS.iter().find(|(prefix, _)| run.starts_with(prefix)) else {
            continue;
        };
        let behind = &run[prefix.len()..];
        let key_id = matches!(*prefix, "AKIA" | "ASIA");
        let shape = !key_id
            || behind.len() == 16 && behind.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if behind.len() >= *least && shape && random(behind) {
            sink.add(
                RULE.id,
                Severity::Deny,
                &at,
                start..start + run.len(),
                "a live credential stands in the summary",
            );
        }
    }
}

/// The characters that tokens are made of.
static IN_TOKEN: Kind = alphanumeric_or(b"_-.");

/// Enough different characters, digits among them, and no word that placeholders have.
fn random(text: &str) -> bool {
    let upper = text.to_ascii_uppercase();
    let mut seen = [false; 128];
    text.bytes().for_each(|b| seen[usize::from(b & 127)] = true);
    let distinct = seen.iter().filter(|&&s| s).count();
    distinct >= 10
        && text.bytes().any(|b| b.is_ascii_digit())
        && !["EXAMPLE", "XXXX", "PLACEHOLDER", "YOUR", "REDACTED", "1234567890", "ABCDEF"]
            .iter()
            .any(|w| upper.contains(w))
}
