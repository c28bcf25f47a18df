//! All rules, and the run of all of them over one text.

use crate::decoded;
use crate::finding::{Report, Severity};
use crate::lexicon::Lexicon;
use crate::omission::{Omissions, omissions};
use crate::page::{Match, Origin, Page, Sink};
use crate::phrase::{Compiler, Phrases};
use crate::rule::{self, Check, Reply, Rule};
use crate::state::ControlState;
use crate::summary::summary_body;
use crate::tokens::tokenize;
use std::sync::OnceLock;

/// What there is to know about a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleInfo {
    /// The id, as in [`crate::Finding::rule`].
    pub id: &'static str,
    /// The kind of attack it belongs to.
    pub family: &'static str,
    /// One line.
    pub summary: &'static str,
    source: &'static str,
}

impl RuleInfo {
    /// The rule's page in Markdown: what it does, why, an example and an innocent one.
    #[must_use]
    pub fn page(&self) -> String {
        let lines = self.source.lines().take_while(|l| l.starts_with("//!"));
        lines.map(|l| l.trim_start_matches("//!").strip_prefix(' ').unwrap_or("").to_owned() + "\n").collect()
    }
}

/// Every rule, in the order in which they run.
pub(crate) const RULES: &[Rule] = &[
    rule::empty_summary::RULE,
    rule::non_string::RULE,
    rule::unclosed_tag::RULE,
    rule::oversized_summary::RULE,
    rule::runaway_repetition::RULE,
    rule::hidden_characters::RULE,
    rule::disguised_words::RULE,
    rule::concealed_markup::RULE,
    rule::encoded_text::RULE,
    rule::forged_role::RULE,
    rule::override_of_rules::RULE,
    rule::forbidden_tools::RULE,
    rule::concealment_from_user::RULE,
    rule::exfiltration::RULE,
    rule::claimed_approval::RULE,
    rule::claimed_authority::RULE,
    rule::secret_material::RULE,
    rule::prompt_extraction::RULE,
    rule::reply_control::RULE,
    rule::smuggled_code::RULE,
    rule::destructive_order::RULE,
    rule::persona::RULE,
    rule::task_hijack::RULE,
    rule::several_signals::RULE,
    rule::widened_authority::RULE,
    rule::cleared_denial::RULE,
    rule::rewritten_effect::RULE,
    rule::unbacked_approval::RULE,
    rule::renewed_approval::RULE,
    rule::reopened_decision::RULE,
    rule::changed_constraint::RULE,
    rule::wrong_git_state::RULE,
];

/// Every rule the lint knows.
#[must_use]
pub fn rules() -> &'static [RuleInfo] {
    static INFOS: OnceLock<Vec<RuleInfo>> = OnceLock::new();
    INFOS.get_or_init(|| {
        RULES
            .iter()
            .map(|r| RuleInfo { id: r.id, family: r.family, summary: r.summary, source: r.source })
            .collect()
    })
}

/// What is made once, when the first text is linted.
pub(crate) struct Tables {
    pub lexicon: Lexicon,
    pub phrases: Phrases,
    /// Classes of words as sets, for decoding.
    sets: decoded::Sets,
    /// Rule and group of each phrase. The rule `RULES.len()` is the reporting phrases.
    owners: Vec<(usize, usize)>,
    /// Wordings that were refused; a test sees to it that there are none.
    #[cfg_attr(not(test), expect(dead_code, reason = "read by a test"))]
    pub refused: Vec<String>,
}

pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut lexicon = Lexicon::new();
        let mut compiler = Compiler::new(&mut lexicon);
        let mut owners = Vec::new();
        let mut refused = Vec::new();
        // What a rule about control state looks for is honest by itself: it gets groups that no other rule counts.
        let first =
            |rule: &Rule| if matches!(rule.check, Check::State(_)) { rule::CLAIM } else { rule::STRONG };
        let stateful = |i: usize| RULES.get(i).is_some_and(|r| matches!(r.check, Check::State(_)));
        let groups = RULES
            .iter()
            .enumerate()
            .flat_map(|(i, r)| r.phrases.iter().enumerate().map(move |(g, p)| (i, first(r) + g, *p)));
        let reports = rule::reports::PHRASES.iter().enumerate().map(|(g, p)| (RULES.len(), g, *p));
        let (last, before): (Vec<_>, Vec<_>) = groups.chain(reports).partition(|(rule, ..)| stateful(*rule));
        for (n, (rule, group, phrases)) in before.iter().chain(&last).copied().enumerate() {
            if n == before.len() {
                compiler.begin_stateful();
            }
            for phrase in phrases {
                match compiler.add(phrase) {
                    Ok(_) => owners.push((rule, group)),
                    Err(e) => refused.push(e),
                }
            }
        }
        let phrases = compiler.finish();
        let sets = decoded::Sets::new(&lexicon);
        Tables { lexicon, phrases, sets, owners, refused }
    })
}

impl Tables {
    /// Reads a text and finds every declared wording in it, of the rules about control state too if that is known.
    fn page<'a>(&self, text: &'a str, origin: Origin, stateful: bool) -> Page<'a> {
        let tokens = tokenize(text, &self.lexicon);
        let mut matches: Vec<Match> = Vec::new();
        let mut reports: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
        for hit in self.phrases.find(&tokens, stateful) {
            let (rule, group) = self.owners[hit.phrase];
            if rule == RULES.len() {
                reports.push((group, hit.tokens));
            } else {
                matches.push(Match { rule, group, phrase: hit.phrase, tokens: hit.tokens, reported: false });
            }
        }
        matches.sort_by_key(|m| m.tokens.start);
        let mut page = Page { text, tokens, matches, origin };
        rule::reports::mark(&mut page, reports);
        page
    }
}

/// Lints a compaction reply (`<analysis>…</analysis><summary>…</summary>`) or a plain summary.
///
/// Never panics; takes time linear in the length of `raw`.
#[must_use]
pub fn lint(raw: &str) -> Report {
    run(raw, None)
}

/// Lints a reply as [`lint`] does, and compares what it says about authority, approvals, denials, operations,
/// constraints, decisions and git with what is known.
#[must_use]
pub fn lint_with_state(raw: &str, state: &ControlState) -> Report {
    run(raw, Some(state))
}

/// What [`review`] says of a text.
#[derive(Debug, Default)]
pub struct Review {
    /// What is wrong with it.
    pub report: Report,
    /// What of the state it doesn't mention.
    pub omissions: Omissions,
    /// It says something of uncommitted changes or of the upstream, and the state knows the branch but not these. Who can
    /// find them out reviews the text again with them.
    pub asks_for_git_changes: bool,
}

/// Lints a reply as [`lint_with_state`] does, and says what of the state it doesn't mention; the text is read once for both.
///
/// Takes time linear in the text for each item of the state.
#[must_use]
pub fn review(raw: &str, state: &ControlState) -> Review {
    let mut omitted = Omissions::default();
    let (report, asks_for_git_changes) = run_and(raw, Some(state), |page| omitted = omissions(page, state));
    Review { report, omissions: omitted, asks_for_git_changes }
}

/// The report on a summary that isn't text at all (absent, a number, an object).
#[must_use]
pub fn lint_non_string() -> Report {
    let mut sink = Sink::default();
    sink.add(rule::non_string::RULE.id, Severity::Deny, &Origin::Plain(0), 0..0, "the summary is not a text");
    Report { findings: sink.findings }
}

/// Makes the tables that every lint needs, so that a caller can have that done while it waits for something else. It
/// takes about a millisecond, once; without it the first lint does it.
pub fn make_ready() {
    tables();
}

fn run(raw: &str, state: Option<&ControlState>) -> Report {
    run_and(raw, state, |_| ()).0
}

/// Runs all rules, and hands over the page of the summary proper. Also says whether git's changes would have been looked at.
fn run_and(raw: &str, state: Option<&ControlState>, with: impl FnOnce(&Page<'_>)) -> (Report, bool) {
    let tables = tables();
    let reply = Reply { raw, summary: summary_body(raw) };
    let mut sink = Sink::default();
    let mut pages =
        vec![tables.page(reply.summary.body, Origin::Plain(reply.summary.offset), state.is_some())];
    for range in &reply.summary.outside {
        pages.push(tables.page(&raw[range.clone()], Origin::Plain(range.start), false));
    }
    let carried = decoded::find(&pages, &tables.lexicon, &tables.sets);
    for c in &carried {
        pages.push(tables.page(&c.text, Origin::Carried { range: c.range.clone(), how: c.how }, false));
    }
    for (index, rule) in RULES.iter().enumerate() {
        match rule.check {
            Check::Reply(check) => check(&reply, &mut sink),
            Check::Words(check) => {
                for page in &pages {
                    check(page, index, &mut sink);
                }
            }
            Check::State(check) => {
                if let Some(state) = state {
                    check(&pages[0], index, state, &mut sink);
                }
            }
        }
    }
    with(&pages[0]);
    decoded::report(&carried, &mut sink);
    let mut findings = sink.findings;
    findings.sort_by_key(|f| (f.range.start, f.range.end));
    (Report { findings }, sink.asks_for_git_changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wording_compiles() {
        assert_eq!(tables().refused, Vec::<String>::new());
    }

    #[test]
    fn ids_are_unique_and_every_rule_has_a_page() {
        let mut ids: Vec<_> = rules().iter().map(|r| r.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), RULES.len());
        for rule in rules() {
            for part in ["What it does", "Why", "Example", "Innocent example"] {
                assert!(rule.page().contains(part), "the page of {} lacks {part}", rule.id);
            }
        }
    }
}
