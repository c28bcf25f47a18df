//! What SessionStart says of the repository, read from the payload's directory.

use crate::gate::{Gate, git};
use crate::running::Running;
use crate::session::Session;
use std::fs;
use std::path::PathBuf;

fn told(session: &Session<'_>) -> String {
    let answer = session.start("startup");
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    answer.stdout
}

#[track_caller]
fn assert_says(text: &str, expected: &[&str]) {
    for word in expected {
        assert!(text.contains(word), "{word:?} isn't in {text}");
    }
}

// I11: read afresh at each SessionStart.
#[test]
fn a_switched_branch_is_seen() {
    let gate = Gate::new();
    let session = gate.session();
    assert_says(&told(&session), &["HEAD: on branch \"main\" at ", "\"first\""]);
    git(&session.cwd, &["switch", "--quiet", "--create", "b"]);
    session.start("compact").assert_told("HEAD: on branch \"b\" at ");
}

// I5
#[test]
fn detached_and_unborn_heads_are_told_apart() {
    let gate = Gate::new();
    let mut session = gate.session();
    git(&session.cwd, &["switch", "--quiet", "--detach"]);
    assert_says(&told(&session), &["HEAD: detached at "]);
    session.cwd = gate.path().join("unborn");
    fs::create_dir(&session.cwd).unwrap();
    git(&session.cwd, &["init", "--quiet", "--initial-branch=new"]);
    let text = told(&session);
    assert_says(&text, &["\"new\"", "without a commit"]);
}

#[test]
fn changed_files_stashes_and_upstream_are_told() {
    let gate = Gate::new();
    let session = gate.session();
    let write = |name: &str, text: &str| fs::write(session.cwd.join(name), text).unwrap();
    write("tracked", "1");
    git(&session.cwd, &["add", "tracked"]);
    git(&session.cwd, &["commit", "--quiet", "--message=tracked"]);
    write("tracked", "2");
    git(&session.cwd, &["stash", "--quiet"]);
    git(&session.cwd, &["clone", "--quiet", ".", "../clone"]);
    git(&session.cwd, &["remote", "add", "origin", "../clone"]);
    git(&session.cwd, &["fetch", "--quiet", "origin"]);
    git(&session.cwd, &["branch", "--quiet", "--set-upstream-to=origin/main"]);
    git(&session.cwd, &["commit", "--quiet", "--allow-empty", "--message=ahead"]);
    write("tracked", "3");
    write("staged", "x");
    git(&session.cwd, &["add", "staged"]);
    write("untracked", "x");
    assert_says(
        &told(&session),
        &[
            "Staged: 1: \"staged\"",
            "Unstaged: 1: \"tracked\"",
            "Untracked: 1: \"untracked\"",
            "Stashes: 1",
            "origin/main",
        ],
    );
}

// I13
#[test]
fn an_operation_in_progress_is_told() {
    let gate = Gate::new();
    let session = gate.session();
    for (branch, text) in [("one", "1"), ("two", "2")] {
        git(&session.cwd, &["switch", "--quiet", "--create", branch, "main"]);
        fs::write(session.cwd.join("f"), text).unwrap();
        git(&session.cwd, &["add", "f"]);
        git(&session.cwd, &["commit", "--quiet", "--message=f"]);
    }
    let merge = std::panic::catch_unwind(|| git(&session.cwd, &["merge", "--quiet", "one"]));
    assert!(merge.is_err(), "the merge should conflict");
    let text = told(&session);
    assert_says(&text, &["Conflicted: 1: \"f\""]);
    assert!(text.to_lowercase().contains("merge"), "{text}");
}

// E6, E7, I8: the payload's directory counts, not the one the session was started in.
#[test]
fn a_worktree_is_read_where_the_session_is() {
    let gate = Gate::new();
    let mut session = gate.session();
    git(&session.cwd, &["worktree", "add", "--quiet", "-b", "side", "../side"]);
    let main = session.cwd.clone();
    session.cwd = gate.path().join("side");
    let mut command = gate.command();
    command.env("CLAUDE_PROJECT_DIR", &main);
    let payload = session.payload("SessionStart/startup").to_string();
    let answer = Running::start(command).write(payload.as_bytes()).answer();
    let canonical = |path: &PathBuf| fs::canonicalize(path).unwrap().display().to_string();
    answer.assert_told("HEAD: on branch \"side\"");
    answer.assert_told(&format!("Git work tree: \"{}\"", canonical(&session.cwd)));
    answer.assert_told(&format!("Repository: \"{}/.git\"", canonical(&main)));
}

// I6
#[test]
fn a_submodule_names_what_it_belongs_to() {
    let gate = Gate::new();
    let mut session = gate.session();
    let library = gate.path().join("library");
    fs::create_dir(&library).unwrap();
    git(&library, &["init", "--quiet", "--initial-branch=main"]);
    git(&library, &["commit", "--quiet", "--allow-empty", "--message=library"]);
    git(&session.cwd, &["submodule", "--quiet", "add", library.to_str().unwrap(), "sub"]);
    let above = fs::canonicalize(&session.cwd).unwrap();
    session.cwd = session.cwd.join("sub");
    assert_says(
        &told(&session),
        &["\"library\"", &format!("Submodule of the work tree: \"{}\"", above.display())],
    );
}

// I12, C14
#[test]
fn a_directory_without_a_repository_or_without_a_directory_is_told() {
    let gate = Gate::new();
    let mut session = gate.session();
    session.cwd = gate.path().to_owned();
    assert_says(&told(&session), &["not a git work tree"]);
    session.cwd = gate.path().join("gone");
    assert_says(&told(&session), &["does not exist"]);
    session.cwd = "relative".into();
    assert_says(&told(&session), &["names no working directory"]);
    let mut payload = session.payload("SessionStart/startup");
    payload.as_object_mut().unwrap().remove("cwd");
    gate.send(&payload).assert_told("names no working directory");
}

// I1
#[test]
fn a_lock_of_another_git_is_told_and_nothing_waits_for_it() {
    let gate = Gate::new();
    let session = gate.session();
    fs::write(session.cwd.join(".git/index.lock"), "").unwrap();
    assert_says(&told(&session), &["index.lock present", "HEAD: on branch \"main\""]);
    assert!(session.cwd.join(".git/index.lock").exists());
}
