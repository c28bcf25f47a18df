//! The rules, one file each. A file's name is its rule's id, and its doc comment is the rule's page.

use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;
use crate::summary::Summary;

pub(crate) mod changed_constraint;
pub(crate) mod claimed_approval;
pub(crate) mod claimed_authority;
pub(crate) mod cleared_denial;
pub(crate) mod concealed_markup;
pub(crate) mod concealment_from_user;
pub(crate) mod destructive_order;
pub(crate) mod disguised_words;
pub(crate) mod empty_summary;
pub(crate) mod encoded_text;
pub(crate) mod exfiltration;
pub(crate) mod forbidden_tools;
pub(crate) mod forged_role;
pub(crate) mod hidden_characters;
pub(crate) mod non_string;
pub(crate) mod override_of_rules;
pub(crate) mod oversized_summary;
pub(crate) mod persona;
pub(crate) mod prompt_extraction;
pub(crate) mod renewed_approval;
pub(crate) mod reopened_decision;
pub(crate) mod reply_control;
pub(crate) mod reports;
pub(crate) mod rewritten_effect;
pub(crate) mod runaway_repetition;
pub(crate) mod secret_material;
pub(crate) mod several_signals;
pub(crate) mod smuggled_code;
pub(crate) mod task_hijack;
pub(crate) mod unbacked_approval;
pub(crate) mod unclosed_tag;
pub(crate) mod widened_authority;
pub(crate) mod wrong_git_state;

/// How a rule looks at a text.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// Looks at the reply as it came.
    Reply(fn(&Reply<'_>, &mut Sink)),
    /// Looks at the words of the summary, and again at those of every text found hidden in it. The number is the
    /// rule's own index, to ask the page for its matches.
    Words(fn(&Page<'_>, usize, &mut Sink)),
    /// Compares the summary with control state.
    State(fn(&Page<'_>, usize, &ControlState, &mut Sink)),
}

/// A reply before anything was made of it.
pub(crate) struct Reply<'a> {
    /// All of it.
    pub raw: &'a str,
    /// Its summary.
    pub summary: Summary<'a>,
}

/// A rule.
pub(crate) struct Rule {
    /// The id, which is the file's name.
    pub id: &'static str,
    /// The kind of attack.
    pub family: &'static str,
    /// One line: what it objects to.
    pub summary: &'static str,
    /// The rule's source, whose doc comment is its page.
    pub source: &'static str,
    /// Wordings. Group 0 is enough by itself, group 1 counts only together with others (see `several_signals`);
    /// what further groups mean is the rule's affair.
    pub phrases: &'static [&'static [&'static str]],
    /// The rule proper.
    pub check: Check,
}

/// Wordings that are enough by themselves.
pub(crate) const STRONG: usize = 0;
/// Wordings that need company.
pub(crate) const WEAK: usize = 1;

/// First group of a rule that compares with control state: what a false claim says.
pub(crate) const CLAIM: usize = 2;
/// Second group of such a rule: what a true report says.
pub(crate) const REPORT: usize = 3;

/// Reports every match of a group that doesn't stand in a sentence about such wordings.
pub(crate) fn confirm(
    page: &Page<'_>,
    index: usize,
    group: usize,
    rule: &Rule,
    sink: &mut Sink,
    message: &str,
) {
    for found in page.of(index, group) {
        sink.add(rule.id, Severity::Deny, &page.origin, page.bytes(&found.tokens), message);
    }
}
