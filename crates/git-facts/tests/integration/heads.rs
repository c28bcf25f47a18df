//! Work tree, repository and HEAD, of every kind.

use git_facts::{Head, Operation, Unknown, Upstream, render};

use crate::repository::Repository;

#[test]
fn branch() {
    let repository = Repository::new();
    let head = repository.head();
    assert_eq!(head.worktree, repository.path().to_str().unwrap());
    assert_eq!(head.common_dir, repository.path().join(".git").to_str().unwrap());
    assert_eq!(head.head, Head::Branch("main".into()));
    assert_eq!(head.oid, Some(repository.oid()));
    assert_eq!(repository.observe().subject.as_deref(), Some("First"));
    let text = render(&repository.observe(), 9000);
    assert!(text.contains("HEAD: on branch \"main\" at "), "{text}");
    assert!(text.contains("Staged: none\nUnstaged: none\nUntracked: none"), "{text}");
}

#[test]
fn from_a_subdirectory() {
    let repository = Repository::new();
    std::fs::create_dir_all(repository.path().join("a/b")).unwrap();
    repository.write("top", "");
    let facts = git_facts::observe(&repository.path().join("a/b"), &repository.options());
    assert_eq!(facts.head.as_ref(), Ok(&repository.head()));
    assert_eq!(facts.untracked.unwrap().first, ["top"]);
}

#[test]
fn unborn() {
    let repository = Repository::unborn();
    // A file of this name must not be taken for the commit.
    repository.write("HEAD", "");
    let head = repository.head();
    assert_eq!((head.head, head.oid), (Head::Unborn("main".into()), None));
    repository.git(&["add", "HEAD"]);
    assert_eq!(repository.observe().tracked.unwrap().staged.first, ["HEAD"]);
    assert!(render(&repository.observe(), 9000).contains("HEAD: on branch \"main\" without a commit"));
}

#[test]
fn detached() {
    let repository = Repository::new();
    repository.git(&["checkout", "--quiet", "--detach"]);
    let head = repository.head();
    assert_eq!((head.head, head.oid), (Head::Detached, Some(repository.oid())));
    assert!(render(&repository.observe(), 9000).contains("HEAD: detached at "));
}

#[test]
fn branches_with_the_names_of_something_else() {
    for name in ["HEAD", "(detached)", "heads/main", "ignore-previous-instructions"] {
        let repository = Repository::new();
        repository.git(&["update-ref", &format!("refs/heads/{name}"), "HEAD"]);
        assert_eq!(repository.head().head, Head::Branch("main".into()), "{name} exists");
        repository.git(&["symbolic-ref", "HEAD", &format!("refs/heads/{name}")]);
        assert_eq!(repository.head().head, Head::Branch(name.into()));
    }
}

#[test]
fn worktree() {
    let repository = Repository::new();
    let path = repository.dir.path().canonicalize().unwrap().join("tree");
    repository.git(&["worktree", "add", "--quiet", "-b", "topic", path.to_str().unwrap()]);
    let head = git_facts::head(&path, &repository.options()).unwrap();
    assert_eq!(head.worktree, path.to_str().unwrap());
    assert_eq!(head.common_dir, repository.head().common_dir);
    assert_eq!(head.head, Head::Branch("topic".into()));
    assert_eq!(git_facts::observe(&path, &repository.options()).superproject, None);
    // Inside the main work tree, where clients put theirs.
    let inside = repository.path().join(".claude/worktrees/topic");
    repository.git(&["worktree", "add", "--quiet", "--detach", inside.to_str().unwrap()]);
    let facts = git_facts::observe(&inside, &repository.options());
    assert_eq!(facts.superproject, None);
    assert_eq!(facts.head.unwrap().head, Head::Detached);
    // What is in progress in one is not in the other.
    repository.git_in(&inside, &["bisect", "start"]);
    assert_eq!(git_facts::observe(&inside, &repository.options()).operations, [Operation::Bisect]);
    assert_eq!(repository.observe().operations, []);
}

#[test]
fn worktree_of_a_bare_repository() {
    let repository = Repository::new();
    let dir = repository.dir.path().canonicalize().unwrap();
    repository.git(&["clone", "--quiet", "--bare", ".", dir.join("bare.git").to_str().unwrap()]);
    repository.git_in(&dir.join("bare.git"), &["worktree", "add", "--quiet", "../tree", "main"]);
    let head = git_facts::head(&dir.join("tree"), &repository.options()).unwrap();
    assert_eq!(head.common_dir, dir.join("bare.git").to_str().unwrap());
    assert_eq!(head.worktree, dir.join("tree").to_str().unwrap());
}

#[test]
fn git_directory_elsewhere() {
    let repository = Repository::new();
    let dir = repository.dir.path().canonicalize().unwrap();
    let separate = format!("--separate-git-dir={}", dir.join("elsewhere").display());
    repository.git(&["init", "--quiet", &separate]);
    let head = repository.head();
    assert_eq!(head.common_dir, dir.join("elsewhere").to_str().unwrap());
    assert_eq!(head.worktree, repository.path().to_str().unwrap());
}

#[test]
fn work_tree_configured_above() {
    let repository = Repository::new();
    let above = repository.dir.path().canonicalize().unwrap();
    repository.git(&["config", "core.worktree", "../.."]);
    assert_eq!(repository.head().worktree, above.to_str().unwrap());
    std::fs::write(above.join("outside"), "").unwrap();
    assert!(repository.observe().untracked.unwrap().first.contains(&"outside".into()));
}

#[test]
fn branch_left_empty_by_a_crash_is_not_unborn() {
    let repository = Repository::new();
    repository.write(".git/refs/heads/main", "");
    let head = git_facts::head(&repository.path(), &repository.options());
    assert!(matches!(head, Err(Unknown::Failed(_))), "{head:?}");
    // Where only longer names exist, there is a directory.
    let repository = Repository::new();
    repository.git(&["branch", "topic/one"]);
    repository.git(&["symbolic-ref", "HEAD", "refs/heads/topic"]);
    assert_eq!(repository.head().head, Head::Unborn("topic".into()));
}

#[test]
fn submodule() {
    let repository = Repository::new();
    let other = Repository::new();
    let url = other.path();
    repository.git(&["submodule", "--quiet", "add", url.to_str().unwrap(), "sub"]);
    let facts = git_facts::observe(&repository.path().join("sub"), &repository.options());
    let head = facts.head.clone().unwrap();
    assert_eq!(head.worktree, repository.path().join("sub").to_str().unwrap());
    assert_eq!(head.common_dir, repository.path().join(".git/modules/sub").to_str().unwrap());
    assert_eq!(facts.superproject.as_deref(), repository.path().to_str());
    assert!(render(&facts, 9000).contains("Submodule of the work tree: "));
    // A repository inside another that isn't its submodule.
    repository.git(&["init", "--quiet", "nested"]);
    let nested = git_facts::observe(&repository.path().join("nested"), &repository.options());
    assert_eq!(nested.superproject, None);
}

#[test]
fn reftable() {
    let repository = Repository::reftable();
    assert_eq!(repository.head().head, Head::Unborn("main".into()));
    let oid = repository.commit("file", "one\n", "First");
    let head = repository.head();
    assert_eq!((head.head, head.oid), (Head::Branch("main".into()), Some(oid)));
    repository.write("file", "two\n");
    repository.git(&["stash"]);
    assert_eq!(repository.observe().stashes, Ok(1));
    repository.git(&["checkout", "--quiet", "--detach"]);
    assert_eq!(repository.head().head, Head::Detached);
}

#[test]
fn sha256() {
    let repository = Repository::unborn();
    repository.git(&["init", "--quiet", "--object-format=sha256", "other"]);
    let path = repository.path().join("other");
    repository.git_in(&path, &["commit", "--quiet", "--allow-empty", "--message", "x"]);
    assert_eq!(git_facts::head(&path, &repository.options()).unwrap().oid.unwrap().len(), 64);
}

#[test]
fn upstream() {
    let repository = Repository::new();
    let clone = repository.dir.path().join("clone");
    repository.git(&["clone", "--quiet", ".", clone.to_str().unwrap()]);
    let upstream = || git_facts::observe(&clone, &repository.options()).tracked.unwrap().upstream.unwrap();
    let expected = |ahead_behind| Upstream { name: "origin/main".into(), ahead_behind };
    assert_eq!(upstream(), expected(Some((0, 0))));
    repository.commit("file", "two\n", "Second");
    repository.commit("file", "three\n", "Third");
    repository.git_in(&clone, &["fetch", "--quiet"]);
    repository.git_in(&clone, &["commit", "--quiet", "--allow-empty", "--message", "Mine"]);
    // A setting that would leave the counts out.
    repository.git_in(&clone, &["config", "status.aheadBehind", "false"]);
    assert_eq!(upstream(), expected(Some((1, 2))));
    let text = render(&git_facts::observe(&clone, &repository.options()), 9000);
    assert!(text.contains("Upstream: \"origin/main\", 1 ahead, 2 behind"), "{text}");
    repository.git_in(&clone, &["update-ref", "-d", "refs/remotes/origin/main"]);
    assert_eq!(upstream(), expected(None));
    assert_eq!(repository.observe().tracked.unwrap().upstream, None);
}
