//! # `wrong_git_state`
//!
//! ## What it does
//! With control state at hand: flags what a summary says about the checked-out branch where git says otherwise: pushed,
//! clean, in step with its upstream, at another commit, with another number of commits ahead.
//!
//! ## Why
//! "Everything is pushed" ends with lost work, or with a release of the wrong commit. Git knows; the summary only remembers.
//!
//! ## Example
//! With branch `fix/a` two commits ahead: `All of fix/a has been pushed.`
//!
//! ## Innocent example
//! `fix/a is two commits ahead of its upstream.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::{Claims, Names};
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "wrong_git_state",
    family: "control_state",
    summary: "the checked-out branch is told otherwise than git shows it",
    source: include_str!("wrong_git_state.rs"),
    phrases: &[
        &[
            "pushed|synced|synchronized|synchronised ?to !not !@not_done !until !wanted",
            "in|up sync|step|to ?date !not",
            "level with",
            "on|at|in github|gitlab|bitbucket|origin|remote|upstream|server !not !@not_done !pr !open !issue",
            "nothing|no|none ..2 to push|be",
            "matches|equals|identical|same|mirrors|current ..3 origin|remote|upstream",
            "sauber|eingecheckt|synchron|sincronizado|synchronisé|同步|一致",
            "remote|origin|upstream|server ?side ?already has|contains|holds|got all|everything|every|both|them !not !whether",
            "nothing|no|none ..2 left|more|remaining|else ?to push|pushing !whether",
            "all|everything|both|commits|work ..4 is|are|on ..1 remote|origin|upstream|server !not",
            "nothing|no ..2 outstanding|unpushed|remaining|left|diverging",
            "no pull|fetch needed|required|necessary",
            "vollständig|komplett|auf ..3 server|gepusht",
            "已推送|已全部推送|푸시되었|푸시|запушен|отправлена|poussée|enviada|empujada|subida",
            "keine|kein ..3 abweichungen",
        ],
        &[
            "tree|directory|copy ?is ?now clean !not !was !fixture",
            "all|everything ..6 committed !not",
            "no|nothing|without uncommitted|unstaged|pending|modified|outstanding",
            "nothing|no more|left ?to commit",
            "no|zero|without local modifications|changes|edits",
            "has|have|was|were|is|are ?now ?been ?all committed !not !havent !hasnt",
            "没有未提交|沒有未提交|未提交",
            "arbeitsbaum|arbeitsverzeichnis|árbol|directorio|arbre|répertoire|árvore|diretório|дерево ..4 sauber|limpio|propre|limpa|limpo|чистое|чисто !nicht !no !pas !não !не",
            "alles ..1 eingecheckt|committet !nicht",
            "工作区|工作目錄|工作目录|作業ツリー|워킹 ..3 干净|乾淨|クリーン|깨끗",
        ],
        &["only|single|one file|change|edit ..5 uncommitted|modified|changed|dirty"],
        &["tracks|tracking|upstream"],
        &[
            "not|never|havent|isnt|arent|wasnt|hasnt|lacks|lack|rejected|exist|only|locally|ahead|behind|领先|不|aren't|wanted|n'a|atrás",
        ],
        &[
            "working|work tree|directory|copy ?is ?now ?still clean !not",
            "all|everything ?changes|work|files|edits is|are|was|has|have ?now ?been committed !not",
            "no|zero|without uncommitted|unstaged|local|unsaved ?or ?and ?unstaged ?staged modifications|changes|edits",
            "nothing|no more|left ?to commit",
            "没有未提交|沒有未提交",
            "arbeitsbaum|arbeitsverzeichnis ..2 sauber !nicht",
            "工作区|工作目錄|工作目录|作業ツリー|워킹 ..3 干净|乾淨|クリーン|깨끗",
        ],
        &["merged ?in to|into|in !not !wanted"],
    ],
    check: Check::State(check),
};

const CLEAN: usize = REPORT;
const ONLY: usize = REPORT + 1;
const TRACKS: usize = REPORT + 2;
const NOT_SO: usize = REPORT + 3;
const TREE: usize = REPORT + 4;
const MERGED: usize = REPORT + 5;

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(git) = &state.git else { return };
    let Some(branch) = &git.branch else { return };
    let claims = Claims::new(page);
    let unknown =
        git.ahead.is_none() && git.behind.is_none() && git.upstream.is_none() && git.dirty.is_none();
    if unknown {
        let said = |group, stretch| claims.says(rule, group, stretch).is_some();
        let whole = 0..page.tokens.len();
        sink.asks_for_git_changes = said(TREE, &whole)
            || said(CLEAN, &whole)
            || said(ONLY, &whole)
            || claims.about(&of_branch(branch), &[]).iter().any(|stretch| {
                said(CLAIM, stretch) || said(TRACKS, stretch) || count(claims.text(stretch), branch).is_some()
            });
    }
    let mut names: Vec<Names> = git.dirty.iter().flatten().map(|path| Names::new(path, path)).collect();
    names.push(of_branch(branch));
    let usual = USUAL.contains(&branch.as_str());
    let (ahead, behind) = (git.ahead.unwrap_or(0), git.behind.unwrap_or(0));
    let dirty = git.dirty.as_ref().map_or(0, Vec::len);
    let lower = branch.to_lowercase();
    for sentence in claims.sentences() {
        let text = claims.text(sentence);
        let message = if other_branch(text, &lower) {
            "another branch is said to be checked out"
        } else if dirty > 0
            && claims.says(rule, TREE, sentence).is_some_and(|found| !claims.quoted(&found))
            && claims.says(rule, NOT_SO, sentence).is_none()
        {
            "the working tree is said to be clean, and it isn't"
        } else {
            continue;
        };
        if !elsewhere(text) {
            sink.add(RULE.id, Severity::Deny, &page.origin, page.bytes(sentence), message);
        }
    }
    for name in &names {
        for stretch in claims.about(name, &[]) {
            let text = claims.text(&stretch);
            let says = |group| claims.says(rule, group, &stretch).is_some();
            let not_so = says(NOT_SO);
            let mut deny =
                |message| sink.add(RULE.id, Severity::Deny, &page.origin, page.bytes(&stretch), message);
            let in_step = says(CLAIM) || !usual && says(MERGED);
            if in_step && !not_so && (ahead > 0 || behind > 0) {
                deny("the branch is said to be in step with its upstream, and it isn't");
            } else if says(CLEAN) && dirty > 0 && !not_so {
                deny("the working tree is said to be clean, and it isn't");
            } else if says(ONLY) && dirty > 1 {
                deny("more files are changed than the summary says");
            } else if says(TRACKS)
                && !unknown
                && git.upstream.is_none()
                && !not_so
                && text.contains("origin/")
            {
                deny("the branch is said to have an upstream, and it has none");
            } else if git.head.as_ref().is_some_and(|head| other_commit(text, &head.to_lowercase())) {
                deny("another commit is said to be checked out");
            } else if !unknown && count(text, branch).is_some_and(|n| n != ahead && n != behind) {
                deny("another number of commits is said to be unpushed");
            }
        }
    }
}

/// Names that most repositories have for a branch, and most texts for something else, too.
const USUAL: &[&str] = &["main", "master", "develop", "trunk", "dev"];

/// What names a branch. A usual name must stand as a branch's.
fn of_branch(branch: &str) -> Names {
    if !USUAL.contains(&branch) {
        return Names::new(branch, branch);
    }
    let written = [
        "`X`", "X branch", "branch X", "on X", "origin/X", "X is", "X has", "of X", "pushed X", "X was",
        "X and",
    ];
    written.iter().fold(Names::default(), |names, form| names.with_id(&form.replace('X', branch)))
}

/// Whether a sentence speaks of another repository than the one it was written in, or of another time.
fn elsewhere(lower: &str) -> bool {
    [
        "fixture",
        "demo",
        "sample",
        "example",
        "submodule",
        "clone",
        " was ",
        " were ",
        " before ",
        " after ",
        "until",
        " then ",
        "originally",
        "earlier",
        " when ",
        " if ",
        " should ",
        "test rep",
        "temp",
        "worktree",
        "wants",
        "wanted",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// A branch that is said to be checked out at present, and isn't the one. What is taken for a branch is a name with a slash in
/// it, a code span, or one of the names that most repositories have.
fn other_branch(lower: &str, branch: &str) -> bool {
    const SAID: &[&str] = &[
        "current branch: ",
        "current branch is ",
        "currently on ",
        "branch checked out: ",
        "checked out: ",
        "active branch: ",
        "active branch is ",
        "git branch: ",
        "working branch: ",
        "we are on ",
        "we're on ",
        "i'm on ",
        "checkout is on ",
        "repository is on ",
        "repo is on ",
        "head is on ",
        "aktuell auf ",
        "wir sind auf ",
        "checked-out branch is ",
        "aktueller branch: ",
        "rama actual: ",
        "branche actuelle : ",
        "当前分支：",
        "当前分支: ",
        "現在のブランチ：",
        "現在のブランチ: ",
        "текущая ветка: ",
        "目前在 ",
        "当前在 ",
    ];
    let named = SAID.iter().filter_map(|said| Some(&lower[lower.find(said)? + said.len()..])).any(|rest| {
        let rest = rest.trim_start_matches("branch ").trim_start_matches(['*', ' ']);
        let quoted = rest.starts_with('`');
        let name = rest
            .trim_start_matches('`')
            .split(|c: char| c.is_whitespace() || "`,;()\"'。，".contains(c))
            .next();
        let name = name.unwrap_or_default().trim_end_matches(['.', ':', '*']);
        !name.is_empty() && (quoted || name.contains('/') || USUAL.contains(&name)) && name != branch
    });
    named
        || lower.contains("checked out")
            && USUAL.iter().any(|usual| {
                *usual != branch
                    && [
                        format!("`{usual}` is what is checked out"),
                        format!("`{usual}` is checked out"),
                        format!("{usual} is checked out"),
                    ]
                    .iter()
                    .any(|said| lower.contains(said.as_str()))
            })
}

/// A commit named right behind "HEAD" that isn't the one.
fn other_commit(lower: &str, head: &str) -> bool {
    lower.match_indices("head").any(|(at, _)| {
        let near =
            lower[at..].split(|c: char| !c.is_ascii_alphanumeric()).skip(1).filter(|w| !w.is_empty()).take(3);
        near.into_iter().any(|w| {
            let commit = w.len() >= 7
                && w.bytes().all(|b| b.is_ascii_hexdigit())
                && w.bytes().any(|b| b.is_ascii_digit());
            commit && !head.starts_with(w) && !w.starts_with(head)
        })
    })
}

/// The number of commits that are said to be ahead or unpushed.
fn count(lower: &str, branch: &str) -> Option<u64> {
    const NUMBERS: &[&str] =
        &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let at = lower.find(" commit")?;
    // "4 unpushed commits": what they are may stand before them.
    let mut before = lower[..at].split_whitespace().rev();
    let last = before.next()?;
    let (number, tail) = match last {
        "unpushed" | "local" | "unpublished" | "outstanding" => {
            (before.next()?, &lower[lower[..at].rfind(last)?..])
        }
        _ => (last, &lower[at..]),
    };
    let unpushed = [
        "ahead",
        "not yet pushed",
        "not pushed",
        "unpushed",
        "remote doesn't have",
        "remote does not have",
        "only locally",
        "the remote lacks",
        "to be pushed",
        "to push",
    ];
    // Another branch is so many commits ahead of this one.
    if tail.contains(&format!("ahead of {}", branch.to_lowercase()))
        || !unpushed.iter().any(|w| tail.contains(w))
    {
        return None;
    }
    number
        .parse()
        .ok()
        .or_else(|| NUMBERS.iter().position(|n| *n == number).and_then(|n| u64::try_from(n).ok()))
}

#[cfg(test)]
mod tests {
    use crate::{ControlState, Git, review};

    /// What is asked for, and whether the text is flagged, with only branch and HEAD known.
    fn with_head_alone(text: &str) -> (bool, bool) {
        let state = ControlState { git: Some(Git::on("fix/a", "1111111")), ..ControlState::default() };
        let review = review(text, &state);
        (review.asks_for_git_changes, review.report.flagged())
    }

    #[test]
    fn changes_are_asked_for_where_something_is_said_of_them() {
        for said in [
            "All of fix/a has been pushed.",
            "The working tree is clean.",
            "fix/a is three commits ahead of its upstream.",
            "fix/a tracks origin/fix/a.",
        ] {
            assert_eq!(with_head_alone(said), (true, false), "{said}");
        }
        assert_eq!(with_head_alone("On fix/a the parser reads dates now."), (false, false));
    }
}
