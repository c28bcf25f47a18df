use super::MAX_FIELD_CHARS;
use crate::hook::gather::{Gathered, baseline};
use git_facts::quote;
use verdict::GitBaseline;

/// Where git has moved since this session was last started.
pub fn section(baseline_before: Option<&GitBaseline>, gathered: &Gathered) -> String {
    let now = gathered.git.as_ref().and_then(|git| git.head.as_ref().ok()).map(baseline);
    let (Some(before), Some(now)) = (baseline_before, now) else { return String::new() };
    let mut lines = Vec::new();
    for (what, before, now) in [
        ("worktree", &before.worktree, &now.worktree),
        ("branch", &before.branch, &now.branch),
        ("HEAD", &before.head, &now.head),
    ] {
        if before != now {
            let show =
                |value: &Option<String>| value.as_ref().map_or("none".into(), |v| quote(v, MAX_FIELD_CHARS));
            lines.push(format!("{what} was {}, is {}", show(before), show(now)));
        }
    }
    if lines.is_empty() {
        String::new()
    } else {
        format!("Changed since the last start of this session: {}.\n", lines.join("; "))
    }
}
