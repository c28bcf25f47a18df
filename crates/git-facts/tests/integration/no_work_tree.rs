//! Directories of which git has nothing to say, or won't.

use std::path::Path;

use git_facts::{Options, Unknown, observe, render};

use crate::repository::{Repository, script};

fn unknown(cwd: &Path, options: &Options) -> Unknown {
    let facts = observe(cwd, options);
    let head = facts.head.clone().unwrap_err();
    assert_eq!(facts.tracked.as_ref(), Err(&head));
    let text = render(&facts, 9000);
    assert!(text.starts_with("Git facts of ") && text.lines().count() == 1, "{text}");
    head
}

#[test]
fn directories_that_are_none() {
    let repository = Repository::new();
    let (options, path) = (repository.options(), repository.path());
    assert_eq!(unknown(repository.dir.path(), &options), Unknown::NotAWorkTree);
    assert_eq!(unknown(&path.join("gone"), &options), Unknown::DirectoryGone);
    assert_eq!(unknown(&path.join("file"), &options), Unknown::NotADirectory);
    assert_eq!(unknown(&path.join("file/below"), &options), Unknown::NotADirectory);
    assert_eq!(unknown(Path::new("repo"), &options), Unknown::RelativePath);
    assert_eq!(unknown(Path::new(""), &options), Unknown::RelativePath);
    assert_eq!(unknown(&path.join(".git"), &options), Unknown::NotAWorkTree);
    assert_eq!(unknown(&path.join(".git/refs"), &options), Unknown::NotAWorkTree);
    let no_git = Options { git: Some("/nonexistent/git".into()), ..options.clone() };
    assert_eq!(unknown(&path, &no_git), Unknown::NoGit);
}

#[test]
fn bare_repository_checked_in() {
    let repository = Repository::new();
    repository.git(&["init", "--quiet", "--bare", "bare"]);
    assert_eq!(unknown(&repository.path().join("bare"), &repository.options()), Unknown::NotAWorkTree);
    // One that claims the directory around it as its work tree.
    repository.git(&["--git-dir=bare", "config", "core.bare", "false"]);
    repository.git(&["--git-dir=bare", "config", "core.worktree", ".."]);
    assert_eq!(unknown(&repository.path().join("bare"), &repository.options()), Unknown::NotAWorkTree);
}

#[test]
fn work_tree_elsewhere() {
    let repository = Repository::new();
    let elsewhere = repository.dir.path().canonicalize().unwrap().join("home");
    repository.git(&["config", "core.worktree", elsewhere.to_str().unwrap()]);
    let expected = Unknown::WorkTreeElsewhere(elsewhere.to_str().unwrap().into());
    assert_eq!(unknown(&repository.path(), &repository.options()), expected);
}

#[test]
fn broken_configuration_is_quoted() {
    let repository = Repository::new();
    repository.write(".git/config", "[\u{1b}[31mbroken\n");
    let Unknown::Failed(message) = unknown(&repository.path(), &repository.options()) else { panic!() };
    assert!(message.starts_with('"') && message.contains("bad config line 1"), "{message}");
    assert!(!message.contains('\u{1b}'));
}

#[test]
fn git_file_that_leads_nowhere() {
    let repository = Repository::new();
    let path = repository.dir.path().join("lost");
    std::fs::create_dir(&path).unwrap();
    std::fs::write(path.join(".git"), "gitdir: /nonexistent/\u{202e}\n").unwrap();
    assert_eq!(unknown(&path, &repository.options()), Unknown::NotAWorkTree);
}

#[test]
fn repository_of_another_user() {
    let repository = Repository::new();
    // Git has a variable for its own tests of this; only root could change the owner.
    let git = repository.dir.path().join("git");
    script(&git, "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git \"$@\"");
    let mut options = Options { git: Some(git), ..repository.options() };
    if rustix::process::geteuid().is_root() {
        let owner = rustix::fs::Uid::from_raw(65534);
        for path in [repository.path(), repository.path().join(".git")] {
            rustix::fs::chown(&path, Some(owner), None).unwrap();
        }
        options.git = None;
    }
    assert_eq!(unknown(&repository.path(), &options), Unknown::DubiousOwnership);
    // The user can allow it, in the home that the caller names; the repository can't.
    repository.write(".git/config", "[core]\nrepositoryformatversion=0\n[safe]\ndirectory=*\n");
    assert_eq!(unknown(&repository.path(), &options), Unknown::DubiousOwnership);
    std::fs::write(repository.home().join(".gitconfig"), "[safe]\ndirectory = *\n").unwrap();
    assert!(git_facts::head(&repository.path(), &options).is_ok());
    options.home = None;
    assert_eq!(unknown(&repository.path(), &options), Unknown::DubiousOwnership);
}
