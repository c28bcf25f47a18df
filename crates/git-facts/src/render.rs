use std::fmt::Write;

use crate::changes::{commit, describe};
use crate::facts::Facts;
use crate::names::Names;
use crate::operation::{Operation, Step};
use crate::quote::quote;
use crate::tracked::Upstream;
use crate::unknown::Unknown;

const PATH_CHARS: usize = 300;
const NAME_CHARS: usize = 120;

/// The facts as plain text for a model's context: a line each, most important first, never more than
/// `budget_chars` characters, without a newline at the end.
///
/// Lists are shortened until everything fits, and say so ("showing 5 of 5000"); only a budget too small for the
/// facts themselves cuts lines off. The text starts with a word, so no client takes it for JSON.
#[must_use]
pub fn render(facts: &Facts, budget_chars: usize) -> String {
    let longest = names(facts).map(|names| names.first.len()).max().unwrap_or(0);
    for shown in (0..=longest).rev() {
        let text = lines(facts, shown).join("\n");
        if text.chars().count() <= budget_chars {
            return text;
        }
    }
    cut(&lines(facts, 0), budget_chars)
}

fn names(facts: &Facts) -> impl Iterator<Item = &Names> {
    let tracked = facts.tracked.iter();
    tracked
        .flat_map(|tracked| [&tracked.conflicted, &tracked.staged, &tracked.unstaged])
        .chain(&facts.untracked)
}

/// With at most `shown` names in each list.
fn lines(facts: &Facts, shown: usize) -> Vec<String> {
    let head = match &facts.head {
        Ok(head) => head,
        Err(unknown) => {
            return vec![format!("Git facts of {} are unknown: {unknown}.", quote(&facts.cwd, PATH_CHARS))];
        }
    };
    let mut lines = Vec::new();
    lines.push(format!("Git work tree: {}", quote(&head.worktree, PATH_CHARS)));
    let mut line = format!("HEAD: {}", describe(&head.head));
    if head.oid.is_some() {
        let _ = write!(line, " at {}", commit(head.oid.as_deref()));
    }
    if let Some(subject) = &facts.subject {
        let _ = write!(line, ", {}", quote(subject, NAME_CHARS));
    }
    lines.push(line);
    lines.extend(facts.operations.iter().map(operation));
    if facts.index_locked {
        lines.push("index.lock present: another git is at work here, or one crashed.".into());
    }
    if let Ok(tracked) = &facts.tracked {
        if tracked.conflicted.total > 0 {
            lines.push(list("Conflicted", &tracked.conflicted, shown));
        }
        lines.extend(tracked.upstream.as_ref().map(upstream));
    }
    lines.push(format!("Repository: {}", quote(&head.common_dir, PATH_CHARS)));
    if let Some(superproject) = &facts.superproject {
        lines.push(format!("Submodule of the work tree: {}", quote(superproject, PATH_CHARS)));
    }
    match &facts.tracked {
        Ok(tracked) => {
            lines.push(list("Staged", &tracked.staged, shown));
            lines.push(list("Unstaged", &tracked.unstaged, shown));
        }
        Err(unknown) => lines.push(missing("Staged and unstaged files, upstream", unknown)),
    }
    lines.push(match &facts.untracked {
        Ok(names) => list("Untracked", names, shown),
        Err(unknown) => missing("Untracked files", unknown),
    });
    match &facts.stashes {
        Ok(0) => {}
        Ok(count) => lines.push(format!("Stashes: {count}")),
        Err(unknown) => lines.push(missing("Stashes", unknown)),
    }
    lines
}

fn list(what: &str, names: &Names, shown: usize) -> String {
    if names.total == 0 && !names.at_least {
        return format!("{what}: none");
    }
    let mut line = format!("{what}: {}{}", if names.at_least { "at least " } else { "" }, names.total);
    let shown = shown.min(names.first.len());
    if shown < names.total {
        let _ = write!(line, " (showing {shown} of {})", names.total);
    }
    for (at, name) in names.first.iter().take(shown).enumerate() {
        let _ = write!(line, "{} {}", if at == 0 { ":" } else { "," }, quote(name, NAME_CHARS));
    }
    line
}

fn operation(operation: &Operation) -> String {
    let step = |step: &Option<Step>| {
        step.map(|step| format!(", step {} of {}", step.at, step.of)).unwrap_or_default()
    };
    let what = match operation {
        Operation::Rebase { branch: Some(branch), step: at } => {
            format!("rebase of {}{}", quote(branch, NAME_CHARS), step(at))
        }
        Operation::Rebase { branch: None, step: at } => format!("rebase{}", step(at)),
        Operation::ApplyMailbox { step: at } => format!("am (applying patches){}", step(at)),
        Operation::Merge => "merge".into(),
        Operation::CherryPick => "cherry-pick".into(),
        Operation::Revert => "revert".into(),
        Operation::Bisect => "bisect".into(),
    };
    format!("In progress: {what}")
}

fn upstream(upstream: &Upstream) -> String {
    let name = quote(&upstream.name, NAME_CHARS);
    match upstream.ahead_behind {
        Some((ahead, behind)) => format!("Upstream: {name}, {ahead} ahead, {behind} behind"),
        None => format!("Upstream: {name}, gone"),
    }
}

fn missing(what: &str, unknown: &Unknown) -> String {
    format!("{what}: unknown, {unknown}")
}

/// As many whole lines as fit, and how many those are.
fn cut(lines: &[String], budget_chars: usize) -> String {
    for kept in (1..lines.len()).rev() {
        let text = format!("{}\n(showing {kept} of {} lines)", lines[..kept].join("\n"), lines.len());
        if text.chars().count() <= budget_chars {
            return text;
        }
    }
    // Not even one line: its beginning, which is ours and not a name.
    lines.concat().chars().take(budget_chars).collect()
}
