//! Operations that were begun and aren't finished.

use std::time::Duration;

use git_facts::{Operation, Options, Step, Unknown, render};

use crate::repository::Repository;

#[test]
fn merge_with_a_conflict() {
    let repository = Repository::new();
    assert_eq!(repository.observe().operations, []);
    repository.diverge();
    repository.try_git(&["merge", "side"]);
    let facts = repository.observe();
    assert_eq!(facts.operations, [Operation::Merge]);
    assert_eq!(facts.tracked.as_ref().unwrap().conflicted.first, ["file"]);
    let text = render(&facts, 9000);
    assert!(text.contains("In progress: merge\nConflicted: 1: \"file\""), "{text}");
}

#[test]
fn rebase() {
    for backend in ["--merge", "--apply"] {
        let repository = Repository::new();
        repository.diverge();
        repository.commit("other", "", "Another");
        repository.try_git(&["rebase", backend, "side"]);
        let step = Some(Step { at: 1, of: 2 });
        let facts = repository.observe();
        assert_eq!(facts.operations, [Operation::Rebase { branch: Some("main".into()), step }], "{backend}");
        assert!(render(&facts, 9000).contains("In progress: rebase of \"main\", step 1 of 2"));
    }
}

#[test]
fn mailbox() {
    let repository = Repository::new();
    repository.diverge();
    repository.git(&["format-patch", "--quiet", "main..side"]);
    repository.try_git(&["am", "0001-Side.patch"]);
    let step = Some(Step { at: 1, of: 1 });
    assert_eq!(repository.observe().operations, [Operation::ApplyMailbox { step }]);
}

#[test]
fn cherry_pick_and_revert() {
    for make in [Repository::unborn, Repository::reftable] {
        for (command, expected) in [("cherry-pick", Operation::CherryPick), ("revert", Operation::Revert)] {
            let repository = make();
            repository.commit("file", "one\n", "First");
            repository.diverge();
            repository.try_git(&[command, "side"]);
            let facts = repository.observe();
            assert_eq!(facts.operations, [expected]);
            assert_eq!(facts.tracked.unwrap().conflicted.total, 1);
        }
    }
}

#[test]
fn cherry_pick_between_two_commits() {
    let repository = Repository::new();
    repository.diverge();
    repository.git(&["switch", "--quiet", "side"]);
    repository.commit("more", "", "More");
    repository.git(&["switch", "--quiet", "main"]);
    repository.try_git(&["cherry-pick", "side~1", "side"]);
    repository.write("file", "resolved\n");
    repository.git(&["commit", "--quiet", "--all", "--message", "Resolved"]);
    assert!(!repository.path().join(".git/CHERRY_PICK_HEAD").exists());
    assert_eq!(repository.observe().operations, [Operation::CherryPick]);
}

#[test]
fn bisect() {
    let repository = Repository::new();
    for n in 0..4 {
        repository.commit("file", &format!("{n}\n"), "More");
    }
    repository.git(&["bisect", "start", "HEAD", "HEAD~4"]);
    assert_eq!(repository.observe().operations, [Operation::Bisect]);
}

#[test]
fn index_lock() {
    let repository = Repository::new();
    repository.write(".git/index.lock", "");
    repository.write("file", "two\n");
    let facts = repository.observe();
    assert!(facts.index_locked);
    assert_eq!(facts.tracked.as_ref().unwrap().unstaged.first, ["file"]);
    assert!(render(&facts, 9000).contains("index.lock present"));
}

#[test]
fn state_files_that_never_end() {
    let repository = Repository::new();
    std::fs::create_dir(repository.path().join(".git/rebase-merge")).unwrap();
    let pipe = repository.path().join(".git/rebase-merge/head-name");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    repository.write(".git/rebase-merge/msgnum", "not a number");
    // Git's own status waits for the pipe's writer; we have a deadline.
    let options = Options { deadline: Duration::from_millis(700), ..repository.options() };
    let facts = git_facts::observe(&repository.path(), &options);
    assert_eq!(facts.operations, [Operation::Rebase { branch: None, step: None }]);
    assert_eq!(facts.tracked, Err(Unknown::TimedOut));
}
