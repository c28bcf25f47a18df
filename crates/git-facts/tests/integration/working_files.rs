//! Changed files, and many of them.

use std::process::Command;

use git_facts::render;

use crate::repository::Repository;

#[test]
fn each_kind() {
    let repository = Repository::new();
    repository.commit("gone", "", "Gone");
    repository.commit("both", "", "Both");
    repository.write(".gitignore", "ignored\n");
    repository.write("ignored", "");
    repository.write("new", "");
    repository.git(&["add", "new"]);
    repository.write("both", "1");
    repository.git(&["add", "both"]);
    repository.write("both", "2");
    std::fs::remove_file(repository.path().join("gone")).unwrap();
    std::fs::create_dir(repository.path().join("dir")).unwrap();
    repository.write("dir/a", "");
    repository.write("dir/b", "");
    let facts = repository.observe();
    let tracked = facts.tracked.as_ref().unwrap();
    assert_eq!(tracked.staged.first, ["both", "new"]);
    assert_eq!(tracked.unstaged.first, ["both", "gone"]);
    assert_eq!(facts.untracked.as_ref().unwrap().first, [".gitignore", "dir/"]);
    let text = render(&facts, 9000);
    assert!(text.contains("Staged: 2: \"both\", \"new\"\nUnstaged: 2: \"both\", \"gone\"\n"), "{text}");
    assert!(text.contains("Untracked: 2: \".gitignore\", \"dir/\""), "{text}");
    assert!(!repository.path().join(".git/index.lock").exists());
}

#[test]
fn stashes() {
    let repository = Repository::new();
    assert_eq!(repository.observe().stashes, Ok(0));
    for content in ["a", "b"] {
        repository.write("file", content);
        repository.git(&["stash"]);
    }
    assert_eq!(repository.observe().stashes, Ok(2));
    assert!(render(&repository.observe(), 9000).contains("Stashes: 2"));
}

#[test]
fn thousands_of_dirty_files_stay_within_the_budget() {
    let repository = Repository::new();
    let name = |n: usize| format!("{n:04}-{}", "\u{202e}é".repeat(20));
    // In the index alone: each is new to HEAD, and missing in the work tree.
    let blob = repository.git(&["rev-parse", "HEAD:file"]);
    let entry = |n: usize| format!("100644 {blob}\t{}\n", name(n));
    let index = (0..5000).map(entry).collect::<Vec<_>>().concat();
    repository.write("list", &index);
    let list = std::fs::File::open(repository.path().join("list")).unwrap();
    let update = Command::new("git")
        .args(["update-index", "--index-info"])
        .current_dir(repository.path())
        .stdin(list)
        .status();
    assert!(update.unwrap().success());
    let facts = repository.observe();
    assert_eq!(facts.tracked.as_ref().unwrap().staged.total, 5000);
    assert_eq!(facts.tracked.as_ref().unwrap().unstaged.total, 5000);
    for budget in [9000, 2000, 700, 300, 100, 20, 3, 0] {
        let text = render(&facts, budget);
        assert!(text.chars().count() <= budget, "{budget}: {text}");
        assert!(!text.starts_with(['{', '[']));
        assert!(!text.contains('\u{202e}'));
    }
    let text = render(&facts, 9000);
    assert!(text.contains("Unstaged: 5000 (showing 20 of 5000): \"0000-"), "{text}");
    assert!(render(&facts, 100).starts_with("Git work tree: "));
}

#[test]
fn many_untracked_files() {
    let repository = Repository::new();
    for n in 0..20_000 {
        repository.write(&format!("untracked-{n:05}"), "");
    }
    let untracked = repository.observe().untracked.unwrap();
    assert_eq!((untracked.total, untracked.at_least), (20_000, false));
    assert_eq!(untracked.first[0], "untracked-00000");
}
