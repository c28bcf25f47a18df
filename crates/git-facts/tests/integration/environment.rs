//! Variables that a repository's settings can put into our environment.

use std::path::Path;
use std::process::Command;

use git_facts::Head;

use crate::repository::{Repository, script};

/// Marks the second run of this test binary, and says where to look.
const CWD: &str = "GIT_FACTS_TEST_CWD";

/// Not a test of its own: what `inherited_variables_decide_nothing` runs with another environment.
#[test]
fn observed_by_a_child() {
    let Some(cwd) = std::env::var_os(CWD) else { return };
    assert!(std::env::var_os("GIT_DIR").is_some());
    let facts = git_facts::observe(Path::new(&cwd), &git_facts::Options::default());
    let head = facts.head.unwrap();
    assert_eq!(Some(head.worktree.as_str()), Path::new(&cwd).to_str());
    assert_eq!(head.head, Head::Branch("main".into()));
    assert_eq!(facts.subject.as_deref(), Some("First"));
    assert_eq!(facts.tracked.unwrap().unstaged.first, ["file"]);
}

#[test]
fn inherited_variables_decide_nothing() {
    let repository = Repository::new();
    let other = Repository::new();
    other.git(&["switch", "--quiet", "--create", "other"]);
    repository.write("file", "two\n");
    let marker = repository.dir.path().join("pwned");
    let bin = repository.dir.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let payload = bin.join("git");
    script(&payload, &format!("touch '{}'", marker.display()));
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "environment::observed_by_a_child", "--nocapture"])
        .env(CWD, repository.path())
        .env("PATH", &bin)
        .env("HOME", other.path())
        .env("GIT_DIR", other.path().join(".git"))
        .env("GIT_WORK_TREE", other.path())
        .env("GIT_COMMON_DIR", other.path().join(".git"))
        .env("GIT_INDEX_FILE", other.path().join(".git/index"))
        .env("GIT_OBJECT_DIRECTORY", other.path().join(".git/objects"))
        .env("GIT_CEILING_DIRECTORIES", repository.path())
        .env("GIT_NAMESPACE", "evil")
        .env("GIT_EXEC_PATH", &bin)
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "core.fsmonitor")
        .env("GIT_CONFIG_VALUE_0", &payload)
        .env("GIT_CONFIG_PARAMETERS", format!("'core.fsmonitor={}'", payload.display()))
        .env("GIT_EXTERNAL_DIFF", &payload)
        .env("GIT_PAGER", &payload)
        .env("GIT_SSH_COMMAND", &payload)
        .env("GIT_TRACE", repository.dir.path().join("trace"))
        .env("GIT_TRACE2_EVENT", repository.dir.path().join("trace2"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for file in ["pwned", "trace", "trace2"] {
        assert!(!repository.dir.path().join(file).exists(), "{file}");
    }
}
