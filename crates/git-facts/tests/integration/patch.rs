//! The digest of what isn't committed.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::{Duration, SystemTime};

use git_facts::{Options, Unknown, head_and_patch};
use sha2::{Digest as _, Sha256};

use crate::repository::{Repository, installed, script};

fn patch(repository: &Repository) -> String {
    let (head, patch) = head_and_patch(&repository.path(), &repository.options()).unwrap();
    assert_eq!(head, repository.head());
    patch.unwrap()
}

fn sha256(bytes: &[u8]) -> String {
    let digits: Vec<String> = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

#[test]
fn it_is_what_git_diff_says() {
    let repository = Repository::new();
    assert_eq!(patch(&repository), sha256(b""));
    repository.write("file", "two\n");
    let diff = repository.try_git(&["diff", "--full-index", "HEAD"]).stdout;
    assert!(diff.starts_with(b"diff --git a/file b/file"));
    assert_eq!(patch(&repository), sha256(&diff));
    // Staged or not, it is the same difference; committed, it is none.
    repository.git(&["add", "file"]);
    assert_eq!(patch(&repository), sha256(&diff));
    repository.git(&["commit", "--quiet", "--message", "Second"]);
    assert_eq!(patch(&repository), sha256(b""));
}

#[test]
fn each_change_counts() {
    let repository = Repository::new();
    repository.commit("binary", "\0one", "Binary");
    let path = repository.path();
    let mut seen = vec![patch(&repository)];
    let mut differs = |what: &str| {
        let now = patch(&repository);
        assert!(!seen.contains(&now), "{what}");
        seen.push(now);
    };
    repository.write("binary", "\0two");
    differs("a binary file");
    repository.write("binary", "\0six");
    differs("a binary file of the same length");
    fs::set_permissions(path.join("file"), fs::Permissions::from_mode(0o755)).unwrap();
    differs("a mode");
    fs::remove_file(path.join("file")).unwrap();
    differs("a file that is gone");
    repository.write("new.rs", "a");
    differs("an untracked file");
    repository.write("new.rs", "b");
    differs("an untracked file of the same length");
    fs::set_permissions(path.join("new.rs"), fs::Permissions::from_mode(0o755)).unwrap();
    differs("an untracked program");
    fs::rename(path.join("new.rs"), path.join("other.rs")).unwrap();
    differs("an untracked file of another name");
    symlink("/dev/zero", path.join("link")).unwrap();
    differs("an untracked link, not followed");
    fs::create_dir(path.join("sub")).unwrap();
    repository.write("sub/a", "a");
    let below = head_and_patch(&path.join("sub"), &repository.options()).unwrap().1.unwrap();
    assert_eq!(below, patch(&repository), "it is the whole work tree's, wherever in it we are");
    differs("a file in a new directory");
}

#[test]
fn what_is_not_a_change_does_not_count() {
    let repository = Repository::new();
    repository.commit(".gitignore", "target\n", "Ignore");
    repository.write("file", "two\n");
    let before = patch(&repository);
    repository.write("target", "built");
    let file = fs::File::options().write(true).open(repository.path().join("file")).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(5000)).unwrap();
    for (key, value) in [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.context", "9"),
        ("diff.interHunkContext", "9"),
        ("diff.algorithm", "patience"),
        ("diff.indentHeuristic", "false"),
        ("diff.suppressBlankEmpty", "true"),
        ("diff.renames", "copies"),
        ("diff.relative", "true"),
        ("diff.submodule", "log"),
        ("diff.orderFile", "nowhere"),
        ("diff.ignoreSubmodules", "all"),
        ("diff.wsErrorHighlight", "all"),
        ("color.ui", "always"),
        ("core.abbrev", "4"),
        ("core.quotePath", "false"),
    ] {
        repository.git(&["config", key, value]);
    }
    for git in installed() {
        let options = Options { git: Some(git.clone()), ..repository.options() };
        let now = head_and_patch(&repository.path(), &options).unwrap().1;
        assert_eq!(now.as_ref(), Ok(&before), "{}", git.display());
    }
}

/// Plain `git diff` notes in the index what it has found unchanged.
#[test]
fn no_lock_is_taken() {
    let repository = Repository::new();
    let index = repository.path().join(".git/index");
    let touch = |seconds: u64| {
        let file = fs::File::options().write(true).open(repository.path().join("file")).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        fs::read(&index).unwrap()
    };
    let before = touch(1000);
    repository.git(&["--no-optional-locks", "diff", "HEAD"]);
    assert_ne!(fs::read(&index).unwrap(), before, "the trap is one");
    let before = touch(2000);
    assert_eq!(patch(&repository), sha256(b""));
    assert_eq!(fs::read(&index).unwrap(), before);
    // One that is there already stands in nobody's way.
    repository.write(".git/index.lock", "");
    assert_eq!(patch(&repository), sha256(b""));
}

#[test]
fn a_submodule_counts_by_what_it_is_at() {
    let repository = Repository::new();
    let url = repository.path();
    repository.git(&["submodule", "--quiet", "add", url.to_str().unwrap(), "sub"]);
    repository.git(&["commit", "--quiet", "--message", "Submodule"]);
    let before = patch(&repository);
    repository.write("sub/file", "changed\n");
    assert_eq!(patch(&repository), before);
    let sub = repository.path().join("sub");
    repository.git_in(&sub, &["commit", "--quiet", "--all", "--message", "Within"]);
    assert_ne!(patch(&repository), before);
}

/// Half a digest would look like a whole one.
#[test]
fn unknown_is_unknown() {
    let unborn = Repository::unborn();
    let (_, patch) = head_and_patch(&unborn.path(), &unborn.options()).unwrap();
    assert!(matches!(patch, Err(Unknown::Failed(_))), "{patch:?}");
    let repository = Repository::new();
    let git = repository.dir.path().join("git");
    for (at, then) in [("*\\ diff\\ *", "echo diff; sleep 60"), ("*ls-files*", "sleep 60")] {
        script(&git, &format!("case \"$*\" in {at}) {then};; *) exec git \"$@\";; esac"));
        let deadline = Duration::from_millis(700);
        let options = Options { git: Some(git.clone()), deadline, ..repository.options() };
        let (head, patch) = head_and_patch(&repository.path(), &options).unwrap();
        assert_eq!((head, patch), (repository.head(), Err(Unknown::TimedOut)), "{at}");
    }
    script(&git, "case \"$*\" in *\\ diff\\ *) echo diff; exit 128;; *) exec git \"$@\";; esac");
    let options = Options { git: Some(git), ..repository.options() };
    assert!(matches!(head_and_patch(&repository.path(), &options).unwrap().1, Err(Unknown::Failed(_))));
    let large = fs::File::create(repository.path().join("large")).unwrap();
    large.set_len(65 << 20).unwrap();
    assert!(matches!(
        head_and_patch(&repository.path(), &repository.options()).unwrap().1,
        Err(Unknown::Failed(_))
    ));
}
