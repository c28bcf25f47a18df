//! A git that doesn't come back.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use git_facts::{Options, Unknown, observe, render};

use crate::repository::{Repository, script};

/// Whether the process runs; one that only waits to be reaped by init doesn't.
fn alive(pid_file: &Path) -> bool {
    let pid: i32 = fs::read_to_string(pid_file).unwrap().trim().parse().unwrap();
    let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output();
    match output {
        Ok(output) => !matches!(output.stdout.trim_ascii().first(), None | Some(b'Z')),
        // Without ps there is Linux's own word.
        Err(_) => fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z ")),
    }
}

fn gone(pid_file: &Path) -> bool {
    (0..100).any(|_| {
        let alive = alive(pid_file);
        if alive {
            sleep(Duration::from_millis(10));
        }
        !alive
    })
}

#[test]
fn sleeping_git_is_killed_with_its_children() {
    let repository = Repository::new();
    let dir = repository.dir.path();
    let git = dir.join("git");
    script(&git, &format!("echo $$ > '{0}/leader'\nsleep 60 &\necho $! > '{0}/child'\nwait", dir.display()));
    let options = Options { git: Some(git), ..Options::default() };
    let start = Instant::now();
    let facts = observe(&repository.path(), &options);
    let elapsed = start.elapsed();
    assert!(elapsed >= Duration::from_secs(2) && elapsed < Duration::from_millis(2500), "{elapsed:?}");
    assert_eq!(facts.head, Err(Unknown::TimedOut));
    assert!(render(&facts, 9000).ends_with("are unknown: timed out."));
    assert!(gone(&dir.join("leader")) && gone(&dir.join("child")));
}

#[test]
fn what_was_known_by_then_is_kept() {
    let repository = Repository::new();
    let git = repository.dir.path().join("git");
    script(&git, "case \"$*\" in *porcelain*) exec sleep 60;; *) exec git \"$@\";; esac");
    let options = Options { git: Some(git), deadline: Duration::from_millis(700), ..Options::default() };
    let facts = observe(&repository.path(), &options);
    assert!(facts.head.is_ok());
    assert_eq!(facts.subject.as_deref(), Some("First"));
    assert_eq!(facts.tracked, Err(Unknown::TimedOut));
    assert_eq!(facts.untracked, Err(Unknown::TimedOut));
    assert_eq!(facts.stashes, Ok(0));
    let text = render(&facts, 9000);
    assert!(text.contains("Staged and unstaged files, upstream: unknown, timed out"), "{text}");
}

#[test]
fn child_that_holds_the_pipes_does_not_keep_us_waiting() {
    let repository = Repository::new();
    let dir = repository.dir.path();
    let git = dir.join("git");
    script(&git, &format!("sleep 60 &\necho $! > '{}/child'\nexec git \"$@\"", dir.display()));
    let options = Options { git: Some(git), ..Options::default() };
    let start = Instant::now();
    assert!(git_facts::head(&repository.path(), &options).is_ok());
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(gone(&dir.join("child")));
}

#[test]
fn endless_output_is_cut() {
    let repository = Repository::new();
    let git = repository.dir.path().join("git");
    let endless = "while :; do printf '1 .M N... 100644 100644 100644 a b name\\0'; done";
    script(&git, &format!("case \"$*\" in *porcelain*) {endless};; *) exec git \"$@\";; esac"));
    let options = Options { git: Some(git), deadline: Duration::from_secs(30), ..Options::default() };
    let facts = observe(&repository.path(), &options);
    let unstaged = &facts.tracked.as_ref().unwrap().unstaged;
    assert!(unstaged.at_least && unstaged.total > 10_000 && unstaged.first.len() == 20);
    let total = unstaged.total;
    let text = render(&facts, 9000);
    assert!(
        text.contains(&format!("Unstaged: at least {total} (showing 20 of {total}): \"name\"")),
        "{text}"
    );
    // The endless writer is gone, and the complaints of one don't block it either.
    let noisy = "while :; do echo complaint >&2; done";
    script(options.git.as_ref().unwrap(), noisy);
    let short = Options { deadline: Duration::from_millis(300), ..options };
    assert_eq!(observe(&repository.path(), &short).head, Err(Unknown::TimedOut));
}
