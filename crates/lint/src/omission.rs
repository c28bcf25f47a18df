//! What of control state a summary doesn't mention.
//!
//! Most honest summaries leave something out, so an omission is never a finding. Whoever reads the summary gets it back
//! from control state.

use crate::claims::{Claims, Names};
use crate::page::Page;
use crate::state::ControlState;

/// What an item of control state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A denial in force.
    Denial,
    /// An operation whose outcome isn't known.
    UnresolvedOperation,
    /// A standing constraint.
    Constraint,
    /// A decision that was turned down.
    RejectedDecision,
    /// The branch that is checked out.
    Branch,
    /// The contract that the task is bound to.
    Contract,
}

impl ItemKind {
    /// The stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ItemKind::Denial => "denial",
            ItemKind::UnresolvedOperation => "unresolved_operation",
            ItemKind::Constraint => "constraint",
            ItemKind::RejectedDecision => "rejected_decision",
            ItemKind::Branch => "branch",
            ItemKind::Contract => "contract",
        }
    }
}

/// One thing that a summary should have kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its id in control state; constraints, which have none, are counted: `constraint-1`.
    pub id: String,
    /// What it says, in words. They hold names and texts from control state: data, to be quoted where they are shown.
    pub words: String,
}

/// What a summary kept of control state, and what it lost.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Omissions {
    /// Mentioned, truly or not: whether it is told as it is, is what the rules about control state look at.
    pub kept: Vec<Item>,
    /// Not mentioned.
    pub lost: Vec<Item>,
}

/// Says what of `state` a summary doesn't mention. What the state doesn't know isn't missed.
pub(crate) fn omissions(page: &Page<'_>, state: &ControlState) -> Omissions {
    let claims = Claims::new(page);
    let mut found = Omissions::default();
    for (item, names) in items(state) {
        let named = claims.sentences().iter().any(|sentence| names.named_in(claims.text(sentence)));
        if named { found.kept.push(item) } else { found.lost.push(item) }
    }
    found
}

/// Everything of a state that a summary should mention, with what names it.
fn items(state: &ControlState) -> Vec<(Item, Names)> {
    let mut items = Vec::new();
    let mut add = |kind, id: &str, words: String, names| {
        items.push((Item { kind, id: id.to_owned(), words }, names));
    };
    for denial in state.denials.iter().flatten() {
        let words = with_target(&format!("{} was denied", denial.tool), &denial.target);
        add(ItemKind::Denial, &denial.event_id, words, Names::new(&denial.event_id, &denial.target));
    }
    for operation in state.operations.iter().flatten().filter(|operation| operation.is_unresolved()) {
        let words =
            with_target(&format!("whether {} took effect isn't known", operation.tool), &operation.target);
        let names = Names::new(&operation.op_id, &operation.target).or_in_range(&operation.op_id);
        add(ItemKind::UnresolvedOperation, &operation.op_id, words, names);
    }
    for (i, constraint) in state.constraints.iter().flatten().enumerate() {
        let id = format!("constraint-{}", i + 1);
        add(ItemKind::Constraint, &id, constraint.clone(), Names::by_words(constraint));
    }
    for decision in state.decisions.iter().flatten().filter(|decision| decision.status == "rejected") {
        let names = Names::by_words(&decision.decision).with_id(&decision.id);
        add(ItemKind::RejectedDecision, &decision.id, format!("rejected: {}", decision.decision), names);
    }
    if let Some(branch) = state.git.as_ref().and_then(|git| git.branch.as_ref()) {
        add(ItemKind::Branch, branch, format!("the branch is {branch}"), Names::of_name(branch));
    }
    if let Some(contract) = &state.contract {
        let names = Names::by_words(&contract.objective).with_id(&contract.task_id);
        add(ItemKind::Contract, &contract.task_id, contract.objective.clone(), names);
    }
    items
}

fn with_target(words: &str, target: &str) -> String {
    if target.is_empty() { words.to_owned() } else { format!("{words}: {target}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::review;
    use crate::state::{Contract, Decision, Denial, Git, Operation};

    fn state() -> ControlState {
        ControlState {
            denials: Some(vec![Denial::new("deny-7", "Bash", "terraform apply prod")]),
            operations: Some(vec![
                Operation::new("op-3", "mcp__pay__refund", "order 4411", "unknown"),
                Operation::new("op-4", "mcp__pay__refund", "order 4412", "committed"),
            ]),
            constraints: Some(vec!["Never push to main".to_owned()]),
            decisions: Some(vec![
                Decision::new("DR-2", "rejected", "move sessions to Redis"),
                Decision::new("DR-3", "accepted", "keep cookies"),
            ]),
            contract: Some(Contract::new("T-12", "Make the parser accept nested lists")),
            git: Some(Git::on("fix/parser", "0123abc")),
            ..ControlState::default()
        }
    }

    fn lost(text: &str) -> Vec<String> {
        review(text, &state()).omissions.lost.into_iter().map(|item| item.id).collect()
    }

    #[test]
    fn an_empty_summary_loses_everything_that_is_in_force() {
        assert_eq!(lost("Fixed a test."), ["deny-7", "op-3", "constraint-1", "DR-2", "fix/parser", "T-12"]);
        assert_eq!(review("Fixed a test.", &ControlState::default()).omissions, Omissions::default());
    }

    #[test]
    fn an_id_a_target_or_the_words_of_it_are_a_mention() {
        for (text, kept) in [
            ("Applying terraform to prod was refused (deny-7).", "deny-7"),
            ("`terraform apply prod` is off limits.", "deny-7"),
            ("The refund for order 4411 timed out.", "op-3"),
            ("Ops op-1 to op-5 were started.", "op-3"),
            ("We must never push anything to main.", "constraint-1"),
            ("Redis was turned down for sessions.", "DR-2"),
            ("On branch fix/parser.", "fix/parser"),
            ("The goal: a parser that accepts nested lists.", "T-12"),
        ] {
            assert!(!lost(text).iter().any(|id| id == kept), "{text}: {:?}", lost(text));
        }
    }

    #[test]
    fn words_from_all_over_the_text_are_no_mention() {
        assert!(lost("Redis is up.\n\nThe sessions page was tested.").contains(&"DR-2".to_owned()));
        assert!(lost("fix/parser2 is another branch").contains(&"fix/parser".to_owned()));
    }

    #[test]
    fn the_analysis_doesn_t_count() {
        assert!(
            lost("<analysis>deny-7</analysis><summary>\nDone.\n</summary>").contains(&"deny-7".to_owned())
        );
    }
}
