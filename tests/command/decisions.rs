//! Decisions: what DECISIONS.md can add by itself, and what only the operator takes away.

use crate::gate::*;
use crate::project::{Project, event_id};
use crate::terminal::at_terminal;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

const REJECTED: &str = "## DR-7 npm\n- status: rejected\n- decision: No npm here.\n- reason: One lock file.\n- enforce: Bash(npm install *), \
    Edit(package-lock.json)\n";

/// How SHA-256 of an empty file begins.
const SHA256_OF_NOTHING: &str = "e3b0c442";

/// A project whose decisions are these.
struct Decided {
    project: Project,
}

impl std::ops::Deref for Decided {
    type Target = Project;

    fn deref(&self) -> &Project {
        &self.project
    }
}

impl Decided {
    fn new(decisions: &str) -> Decided {
        let decided = Decided { project: Project::new() };
        decided.decide(decisions);
        decided
    }

    fn started(decisions: &str) -> Decided {
        let decided = Decided::new(decisions);
        decided.start(SESSION, "startup");
        decided
    }

    fn file(&self) -> PathBuf {
        self.path("DECISIONS.md")
    }

    fn decide(&self, text: &str) {
        self.write("DECISIONS.md", text);
    }

    fn accept(&self, more: &[&str], word: &str) -> (bool, String) {
        let (status, screen) =
            at_terminal(self.gate.command(&[&["decisions", "accept"], more].concat()), word);
        (status.success(), screen)
    }

    /// What is asked for before the file is accepted.
    fn word(&self) -> String {
        let (_, screen) = self.accept(&[], "?");
        let at = screen.find("Type ").unwrap_or_else(|| panic!("{screen}"));
        screen[at + 5..].split(' ').next().unwrap().to_owned()
    }
}

#[track_caller]
fn assert_enforced(answer: &(Option<i32>, String)) {
    assert!(answer.0 == Some(2) && answer.1.contains("(decision_rejected)"), "{answer:?}");
    assert!(answer.1.contains("\"DR-7\"") && answer.1.contains("npm install"), "{answer:?}");
}

#[test]
fn check_names_each_problem_by_its_line() {
    let project = Decided::new(&format!("{REJECTED}\n{}", REJECTED.replace("npm install *)", "npm")));
    let checked = project.gate.run(&["decisions", "check"]);
    let said = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(1), "{said}");
    assert!(said.contains("DECISIONS.md:7: DR-7: its id is that of line 1"), "{said}");
    assert!(said.contains("DECISIONS.md:11: DR-7: enforce: \"Bash(npm"), "{said}");
    project.decide(REJECTED);
    let good = project.gate.run(&["decisions", "check", project.file().to_str().unwrap()]);
    assert!(good.status.success() && text(&good.stdout).contains("good, 1 receipts, 1 of them rejected"));
    assert_eq!(project.gate.run(&["decisions", "check", "none.md"]).status.code(), Some(2));
}

#[test]
fn what_was_decided_against_is_denied_and_told() {
    let project = Decided::new(REJECTED);
    let told = project.start(SESSION, "startup");
    assert!(told.contains("- \"DR-7\": \"No npm here.\" because \"One lock file.\", enforced\n"), "{told}");
    let first = project.bash(SESSION, "npm install left-pad");
    assert_enforced(&first);
    let lock = json!({"file_path": project.gate.dir.path().join("package-lock.json")});
    assert_eq!(project.call(SESSION, "Write", lock).0, Some(2));
    assert_eq!(project.bash(SESSION, "npm test").0, Some(0));
    assert_eq!(event_id(&project.bash(SESSION, "npm  install 'left-pad'").1), event_id(&first.1));
    assert!(text(&project.gate.run(&["denial", "list"]).stdout).contains("of \"DR-7\""));
    project.compact_clean();
    assert_eq!(event_id(&project.bash(SESSION, "npm install left-pad").1), event_id(&first.1));
}

/// The file is the model's to edit; what it took away there stays denied, and is told first.
#[test]
fn the_file_takes_nothing_away() {
    let edits = [
        String::new(),
        REJECTED.replace("rejected", "accepted"),
        REJECTED.replace("rejected", "superseded\n- superseded_by: DR-8"),
        REJECTED.replace("npm install *", "npm nothing"),
        format!("{REJECTED}\n{}", REJECTED.replace("rejected", "accepted")),
        format!("{}{REJECTED}", "#".repeat(2 << 20)),
        "## DR-1 a\n- status: rejected\n".repeat(5_000),
        "\u{202e}\0".repeat(9),
    ];
    for edit in &edits {
        let project = Decided::started(REJECTED);
        project.decide(edit);
        assert_enforced(&project.bash(SESSION, "npm install a"));
        project.compact_clean();
        let told = project.start(SESSION, "startup");
        assert!(told.contains("\"DR-7\"") && told.chars().count() < 9_000, "{told}");
        project.start(SESSION, "resume");
        assert_ne!(project.bash(SESSION, "npm install b").0, Some(0), "{edit:.80}");
    }
    let project = Decided::started(REJECTED);
    fs::remove_file(project.file()).unwrap();
    assert!(project.start(SESSION, "startup").contains("until the operator accepts that"));
    assert_enforced(&project.bash(SESSION, "npm install b"));
}

#[test]
fn new_ones_bind_by_themselves() {
    let project = Decided::started("# None\n");
    assert_eq!(project.bash(SESSION, "npm install a").0, Some(0));
    project.decide(REJECTED);
    project.compact_clean();
    project.decide("");
    assert_enforced(&project.bash(SESSION, "npm install a"));
    // While a compaction is open, too.
    let project = Decided::started("# None\n");
    project.hook(SESSION, "PreCompact", json!({"trigger": "auto"}));
    project.decide(REJECTED);
    project.hook(SESSION, "PostCompact", json!({"compact_summary": CLEAN}));
    assert_enforced(&project.bash(SESSION, "npm install a"));
}

/// The gate hears of it at its first call only, and that call is judged already.
#[test]
fn a_session_that_began_unseen_is_bound_at_its_first_call() {
    let project = Decided::new(REJECTED);
    assert_enforced(&project.bash(SESSION, "npm install a"));
    project.decide("");
    assert_enforced(&project.bash(SESSION, "npm install b"));
}

#[test]
fn only_the_operator_ends_one() {
    let project = Decided::started(REJECTED);
    let (nothing, screen) = project.accept(&[], "");
    assert!(nothing && screen.contains("nothing to accept"), "{screen}");
    project.decide("## DR-8 yarn\n- status: rejected\n- decision: No yarn.\n- enforce: Bash(yarn *)\n");
    let refused = project.gate.run(&["decisions", "accept"]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("needs a terminal"));
    let word = project.word();
    assert_enforced(&project.bash(SESSION, "npm install a"));
    let (accepted, screen) = project.accept(&[], &word);
    assert!(accepted && screen.contains("\"DR-7\"") && screen.contains("new: \"DR-8\""), "{screen}");
    assert_eq!(project.bash(SESSION, "npm install b").0, Some(0));
    assert_eq!(project.bash(SESSION, "npm install a").0, Some(2), "what was denied is lifted by itself");
    assert_eq!(project.bash(SESSION, "yarn add x").0, Some(2));
    let told = project.start(SESSION, "startup");
    assert!(!told.contains("- \"DR-7\"") && told.contains("- \"DR-8\""), "{told}");
    // Decided against once more, it is in force once more.
    project.decide(REJECTED);
    project.start(SESSION, "startup");
    assert_enforced(&project.bash(SESSION, "npm install c"));
}

#[test]
fn forks_and_cleared_sessions_are_bound() {
    let project = Decided::started(REJECTED);
    assert_eq!(project.bash(SESSION, "ls").0, Some(0));
    project.decide("");
    assert!(project.start("cleared", "clear").contains("\"DR-7\""));
    assert_enforced(&project.bash("cleared", "npm install a"));
    assert!(project.start("fork", "fork").contains("\"DR-7\""));
    assert_enforced(&project.bash("fork", "npm install a"));
    project.start("fork2", "fork");
    assert!(project.start("cleared2", "clear").contains("\"DR-7\""), "from a fork that was never resolved");
    assert_enforced(&project.bash("cleared2", "npm install a"));
}

#[test]
fn the_sessions_of_a_run_share_them() {
    let mut project = Decided::new(REJECTED);
    project.project = project.project.with(&["--run", "nightly"]);
    project.start("r1", "startup");
    project.decide("");
    for session in ["r2", "r3"] {
        assert!(project.start(session, "startup").contains("\"DR-7\""));
        assert_enforced(&project.bash(session, "npm install a"));
    }
    let accept = ["--run", "nightly", "--session", "r2"];
    let (accepted, screen) = project.accept(&accept, SHA256_OF_NOTHING);
    assert!(accepted, "{screen}");
    for session in ["r1", "r2", "r3", "r4"] {
        assert!(!project.start(session, "startup").contains("- \"DR-7\""), "{session}");
        assert_eq!(project.bash(session, "npm install b").0, Some(0), "{session}");
    }
}

#[test]
fn a_subagent_is_bound_too() {
    let project = Decided::started(REJECTED);
    project.decide("");
    assert_enforced(&project.call_of(SESSION, Some("a1"), "Bash", json!({"command": "npm install a"})));
}

#[test]
fn rules_that_cannot_be_read_are_told_and_the_others_hold() {
    let project = Decided::new(&REJECTED.replace("Edit(package-lock.json)", "Edit(package"));
    let told = project.start(SESSION, "startup");
    assert!(
        told.contains("1 rejected decisions, \"DR-7\" first, can't be read and hold nothing back"),
        "{told}"
    );
    assert_enforced(&project.bash(SESSION, "npm install a"));
}

#[test]
fn thousands_cost_little_and_are_counted() {
    let many: Vec<String> = (0..5_000)
        .map(|n| {
            format!("## DR-{n} <b>{}\u{202e}\n- status: rejected\n- enforce: Bash(x{n} *)\n", "x".repeat(40))
        })
        .collect();
    let project = Decided::new(&many.concat());
    let told = project.start(SESSION, "startup");
    assert!(
        told.contains("showing 12 of 5000") && !told.contains('\u{202e}') && !told.contains("<b>"),
        "{told}"
    );
    assert_eq!(project.bash(SESSION, "x127 y").0, Some(2));
    assert_eq!(project.bash(SESSION, "ls").0, Some(0));
    let ledger = fs::metadata(project.gate.state_dir().join(SESSION).join("ledger.jsonl")).unwrap().len();
    assert!(ledger < 100_000, "{ledger}");
    assert_eq!(project.gate.run(&["decisions", "check"]).status.code(), Some(1));
}
