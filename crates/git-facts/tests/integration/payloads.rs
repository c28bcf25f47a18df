//! Repositories that name programs, in every place that could make git run them here.
//!
//! Each payload creates a file. A control run of plain git shows that the trap works at all, where plain git
//! falls for it.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use git_facts::{Facts, Options, Unknown};

use crate::repository::{Repository, installed, script};

struct Trap {
    repository: Repository,
    payload: String,
    marker: PathBuf,
    touched: Cell<u64>,
}

impl Trap {
    fn new() -> Self {
        let repository = Repository::new();
        let dir = repository.dir.path().canonicalize().unwrap();
        let (payload, marker) = (dir.join("payload"), dir.join("pwned"));
        // A clean filter repeats its input; a transport that did so would have git talk to itself forever.
        script(
            &payload,
            &format!("touch '{}'\ncase $1 in git-upload-pack) ;; *) cat ;; esac", marker.display()),
        );
        Self { payload: payload.to_str().unwrap().to_owned(), repository, marker, touched: Cell::new(0) }
    }

    fn set(&self, key: &str) {
        self.repository.git(&["config", key, &self.payload]);
    }

    /// Same content and length, another time: git has to read the file, through its filters. Another second
    /// each time, as many a git compares nothing finer.
    fn touch(&self) {
        self.touched.set(self.touched.get() + 1);
        let age = Duration::from_secs(1000 * self.touched.get());
        let file = std::fs::File::options().write(true).open(self.repository.path().join("file")).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
    }

    /// Plain git runs the payload, so the trap is a real one.
    fn springs_for(&self, arguments: &[&str]) {
        self.touch();
        self.repository.try_git(arguments);
        assert!(self.marker.exists(), "git {arguments:?} ran nothing");
        std::fs::remove_file(&self.marker).unwrap();
    }

    /// We don't, with any git that is installed.
    fn stays_shut(&self) -> Facts {
        let path = self.repository.path();
        let index = std::fs::read(path.join(".git/index")).unwrap();
        for git in installed() {
            self.touch();
            let options = Options { git: Some(git.clone()), ..self.repository.options() };
            let facts = git_facts::observe(&path, &options);
            let oid = facts.head.unwrap().oid.unwrap();
            let _ = git_facts::is_descendant(&path, &oid, &oid, &options);
            let _ = git_facts::head_and_patch(&path, &options);
            assert!(!self.marker.exists(), "{}", git.display());
            // Git would have liked to note the file's new time there, and told a hook about it.
            assert_eq!(std::fs::read(path.join(".git/index")).unwrap(), index, "{}", git.display());
            assert!(!path.join(".git/index.lock").exists());
        }
        self.touch();
        self.repository.observe()
    }
}

#[test]
fn fsmonitor() {
    let trap = Trap::new();
    trap.set("core.fsmonitor");
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_ok());
}

#[test]
fn hooks() {
    let trap = Trap::new();
    let hooks = trap.repository.dir.path().join("hooks");
    std::fs::create_dir(&hooks).unwrap();
    for hook in ["post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"] {
        script(&hooks.join(hook), &format!("exec {}", trap.payload));
    }
    trap.repository.git(&["config", "core.hooksPath", hooks.to_str().unwrap()]);
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_ok());
}

#[test]
fn filters() {
    for (driver, program) in [("x", "clean"), ("x", "process"), ("X.y-é", "clean"), ("\"q\\", "clean")] {
        let trap = Trap::new();
        trap.repository.write(".git/info/attributes", &format!("* filter={driver}\n"));
        trap.set(&format!("filter.{driver}.{program}"));
        trap.repository.git(&["config", &format!("filter.{driver}.required"), "true"]);
        trap.springs_for(&["status"]);
        let tracked = trap.stays_shut().tracked.unwrap();
        assert_eq!(tracked.unstaged.total, 0, "the file was touched, not changed");
    }
}

#[test]
fn filter_from_an_include() {
    let trap = Trap::new();
    trap.repository.write(".gitattributes", "file filter=Inc.luded\n");
    trap.repository.write(".git/more", &format!("[filter \"Inc.luded\"]\nclean = {}\n", trap.payload));
    trap.repository.git(&["config", "includeIf.onbranch:main.path", "more"]);
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_ok());
}

#[test]
fn filter_from_the_configuration_of_a_work_tree() {
    let trap = Trap::new();
    trap.repository.write(".gitattributes", "file filter=x\n");
    trap.repository.git(&["config", "extensions.worktreeConfig", "true"]);
    trap.repository.git(&["config", "--worktree", "filter.x.clean", &trap.payload]);
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_ok());
}

#[test]
fn filter_whose_name_cannot_be_overridden() {
    let trap = Trap::new();
    trap.repository.write(".git/info/attributes", "* filter=a=b\n");
    trap.set("filter.a=b.clean");
    trap.springs_for(&["status"]);
    let facts = trap.stays_shut();
    assert!(matches!(facts.tracked, Err(Unknown::Unsafe(_))), "{facts:?}");
    assert!(facts.untracked.is_ok() && facts.stashes == Ok(0));
}

#[test]
fn global_filters_do_not_run_either() {
    let trap = Trap::new();
    trap.repository.write(".gitattributes", "* filter=lfs\n");
    trap.repository.git(&["config", "--global", "filter.lfs.clean", &trap.payload]);
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_ok());
}

#[test]
fn everything_else_that_names_a_program() {
    let trap = Trap::new();
    trap.repository.write(".gitattributes", "* diff=x merge=x\n");
    for key in [
        "core.pager",
        "pager.status",
        "pager.rev-parse",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "credential.helper",
        "diff.external",
        "diff.x.command",
        "diff.x.textconv",
        "merge.x.driver",
        "gpg.program",
        "gpg.ssh.program",
        "sequence.editor",
        "interactive.diffFilter",
        "uploadpack.packObjectsHook",
        "trailer.x.command",
        "hook.x.command",
        "trace2.eventTarget",
    ] {
        trap.set(key);
    }
    for alias in ["status", "rev-parse", "config", "cat-file", "ls-files"] {
        trap.repository.git(&["config", &format!("alias.{alias}"), &format!("!{}", trap.payload)]);
    }
    for (key, value) in [
        ("log.showSignature", "true"),
        ("status.submoduleSummary", "true"),
        ("hook.x.event", "post-index-change"),
    ] {
        trap.repository.git(&["config", key, value]);
    }
    trap.repository.write("file", "two\n");
    trap.springs_for(&["diff"]);
    let facts = trap.stays_shut();
    assert_eq!(facts.tracked.unwrap().unstaged.first, ["file"]);
}

#[test]
fn partial_clone_that_fetches() {
    let trap = Trap::new();
    let url = format!("ext::{} %S", trap.payload);
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", &url),
        ("protocol.ext.allow", "always"),
    ] {
        trap.repository.git(&["config", key, value]);
    }
    let tree = trap.repository.git(&["rev-parse", "HEAD^{tree}"]);
    std::fs::remove_file(trap.repository.path().join(".git/objects").join(&tree[..2]).join(&tree[2..]))
        .unwrap();
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_err());
    // The commit itself, which the subject is read from.
    let oid = trap.repository.oid();
    std::fs::remove_file(trap.repository.path().join(".git/objects").join(&oid[..2]).join(&oid[2..]))
        .unwrap();
    trap.springs_for(&["cat-file", "commit", &oid]);
    assert_eq!(trap.stays_shut().subject, None);
}

#[test]
fn submodules_and_superprojects() {
    let trap = Trap::new();
    let url = trap.repository.path();
    trap.repository.git(&["submodule", "--quiet", "add", url.to_str().unwrap(), "sub"]);
    trap.repository.git(&["commit", "--quiet", "--message", "Submodule"]);
    let sub = trap.repository.path().join("sub");
    trap.repository.git_in(&sub, &["config", "core.fsmonitor", &trap.payload]);
    trap.repository.git(&["config", "submodule.sub.ignore", "none"]);
    trap.springs_for(&["status"]);
    assert!(trap.stays_shut().tracked.is_ok());
    // A filter of the submodule's own configuration, which ours doesn't name.
    trap.repository.git_in(&sub, &["config", "--unset", "core.fsmonitor"]);
    trap.repository.git_in(&sub, &["config", "filter.x.clean", &trap.payload]);
    let attributes = trap.repository.path().join(".git/modules/sub/info/attributes");
    std::fs::write(attributes, "* filter=x\n").unwrap();
    let touch = |hour: u64| {
        let file = std::fs::File::options().write(true).open(sub.join("file")).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(3600 * hour)).unwrap();
    };
    touch(1);
    trap.springs_for(&["status"]);
    touch(2);
    assert!(trap.stays_shut().tracked.is_ok());
    // Asked from the submodule, the repository around it is the hostile one.
    trap.set("core.fsmonitor");
    trap.springs_for(&["-C", "sub", "rev-parse", "--show-superproject-working-tree"]);
    let facts = git_facts::observe(&sub, &trap.repository.options());
    assert!(facts.superproject.is_some());
    assert!(!trap.marker.exists());
}
