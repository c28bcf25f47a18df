use crate::head::{Head, HeadFacts};
use crate::quote::quote;

const PATH_CHARS: usize = 240;
const NAME_CHARS: usize = 120;

/// What differs between two looks, a sentence each; empty if nothing does.
#[must_use]
pub fn render_changes(before: &HeadFacts, now: &HeadFacts) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut path = |what: &str, was: &str, is: &str| {
        if was != is {
            let (was, is) = (quote(was, PATH_CHARS), quote(is, PATH_CHARS));
            sentences.push(format!("The {what} was {was} and is now {is}."));
        }
    };
    path("work tree", &before.worktree, &now.worktree);
    path("repository", &before.common_dir, &now.common_dir);
    if before.head != now.head {
        let (was, is) = (describe(&before.head), describe(&now.head));
        sentences.push(format!("HEAD was {was} and is now {is}."));
    }
    if before.oid != now.oid {
        let (was, is) = (commit(before.oid.as_deref()), commit(now.oid.as_deref()));
        sentences.push(format!("HEAD's commit was {was} and is now {is}."));
    }
    sentences
}

pub(crate) fn describe(head: &Head) -> String {
    match head {
        Head::Branch(name) => format!("on branch {}", quote(name, NAME_CHARS)),
        Head::Detached => "detached".into(),
        Head::Unborn(name) => format!("on branch {} without a commit", quote(name, NAME_CHARS)),
    }
}

/// An object id in the short form that is still unique in any real repository. It can come from a ledger, so it
/// is data until it looks like one.
pub(crate) fn commit(oid: Option<&str>) -> String {
    match oid {
        Some(oid) if oid.bytes().all(|byte| byte.is_ascii_alphanumeric()) => oid.chars().take(12).collect(),
        Some(oid) => quote(oid, 14),
        None => "none".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(head: Head, oid: Option<&str>) -> HeadFacts {
        HeadFacts {
            worktree: "/w".into(),
            common_dir: "/w/.git".into(),
            head,
            oid: oid.map(|digit| digit.repeat(40)),
        }
    }

    #[test]
    fn a_sentence_for_each_difference() {
        let before = facts(Head::Branch("main".into()), Some("a"));
        assert_eq!(render_changes(&before, &before), Vec::<String>::new());
        let mut now = facts(Head::Detached, Some("b"));
        now.worktree = "/other".into();
        assert_eq!(
            render_changes(&before, &now),
            [
                "The work tree was \"/w\" and is now \"/other\".",
                "HEAD was on branch \"main\" and is now detached.",
                "HEAD's commit was aaaaaaaaaaaa and is now bbbbbbbbbbbb.",
            ]
        );
        let unborn = facts(Head::Unborn("a\nb".into()), None);
        assert_eq!(
            render_changes(&unborn, &before)[0],
            "HEAD was on branch \"a\\nb\" without a commit and is now on branch \"main\"."
        );
    }
}
