//! The contract, from the operator's terminal to the denied call.

use crate::gate::*;
use crate::project::{Project, event_id};
use crate::terminal::at_terminal;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitStatus;

const CONTRACT: &str = "task_id = \"PAY-142\"\nobjective = \"Move the importer.\"\nconstraints = [\"Don't touch `ledger`, ever.\", \
    \"Ask before you add a dependency: «cargo add».\"]\nrequired_checks = [\"cargo test\"]\n[tools]\ndeny = [\"Bash(git push *)\", \
    \"Read(**/secrets/**)\"]\n";
const CONSTRAINTS: [&str; 2] =
    ["Don't touch `ledger`, ever.", "Ask before you add a dependency: «cargo add»."];

struct Task {
    project: Project,
    file: PathBuf,
}

impl std::ops::Deref for Task {
    type Target = Project;

    fn deref(&self) -> &Project {
        &self.project
    }
}

impl Task {
    fn new(contract: &str) -> Task {
        let project = Project::new();
        project.write("contract.toml", contract);
        Task { file: project.path("contract.toml"), project }
    }

    fn with(self, options: &[&str]) -> Task {
        Task { project: self.project.with(options), ..self }
    }

    /// A started session with the contract issued to it.
    fn issued(contract: &str) -> Task {
        let task = Task::new(contract);
        task.start(SESSION, "startup");
        task.issue(&["--session", SESSION]);
        task
    }

    fn rewrite(&self, contract: &str) {
        fs::write(&self.file, contract).unwrap();
    }

    fn digest(&self) -> String {
        let checked = self.gate.run(&["contract", "check", self.file.to_str().unwrap()]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
        text(&checked.stdout).split("digest ").nth(1).unwrap()[..64].to_owned()
    }

    fn try_issue(&self, whose: &[&str]) -> (ExitStatus, String) {
        let mut args = vec!["contract", "issue", self.file.to_str().unwrap()];
        args.extend_from_slice(whose);
        at_terminal(self.gate.command(&args), &self.digest()[..8])
    }

    fn issue(&self, whose: &[&str]) {
        let (status, screen) = self.try_issue(whose);
        assert!(status.success(), "{screen}");
    }

    /// A shell command of the session that most tests are about.
    fn bash(&self, command: &str) -> (Option<i32>, String) {
        self.project.bash(SESSION, command)
    }

    fn assert_open(&self) {
        assert_eq!(self.bash("cargo test"), (Some(0), String::new()));
    }

    fn assert_changed(&self) {
        let (status, said) = self.bash("cargo test");
        assert!(status == Some(2) && said.contains("(contract_changed)"), "{said}");
        assert_eq!(self.call(SESSION, "Glob", json!({"pattern": "*"})).0, Some(0));
    }
}

fn assert_told(said: &str) {
    for constraint in CONSTRAINTS {
        assert!(said.contains(constraint), "{said}");
    }
    assert!(
        said.contains("\"PAY-142\"") && said.contains("cargo test") && said.chars().count() < 9_000,
        "{said}"
    );
}

#[test]
fn check_names_each_problem_by_its_line() {
    let task = Task::new("task_id = \"t\"\nconstraint = []\n[tools]\ndeny = [\"Bash(\"]\n");
    let checked = task.gate.run(&["contract", "check", task.file.to_str().unwrap()]);
    let said = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(1), "{said}");
    assert!(
        said.contains("contract.toml:2: constraint: unknown key") && said.contains("contract.toml:4:"),
        "{said}"
    );
    assert_eq!(task.gate.run(&["contract", "check", "none.toml"]).status.code(), Some(2));
}

#[test]
fn only_an_operator_at_a_terminal_issues_one() {
    let task = Task::new(CONTRACT);
    task.start(SESSION, "startup");
    let file = task.file.to_str().unwrap();
    let refused = task.gate.run(&["contract", "issue", file]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("needs a terminal"));
    let (status, _) = at_terminal(task.gate.command(&["contract", "issue", file]), "nothing");
    assert!(!status.success());
    assert_eq!(task.gate.run(&["contract", "show"]).status.code(), Some(5));
    let (status, screen) = task.try_issue(&[]);
    assert!(status.success() && screen.contains("«cargo add»") && screen.contains("git push"), "{screen}");
    let shown = task.gate.json(&["contract", "show", "--format", "json"]);
    assert_eq!(shown["contracts"][0]["digest"], json!(task.digest()));
    assert_eq!(shown["contracts"][0]["constraints"], json!(CONSTRAINTS));
    let ledger = fs::read_to_string(task.gate.state_dir().join(SESSION).join("ledger.jsonl")).unwrap();
    assert!(
        ledger.contains("contract_issued") && !ledger.contains("«cargo add»"),
        "its text stands in no record"
    );
    let unknown = task.try_issue(&["--session", "nobody"]);
    assert!(!unknown.0.success(), "{}", unknown.1);
}

#[test]
fn constraints_are_given_back_to_the_letter_at_every_start() {
    let task = Task::issued(CONTRACT);
    for source in ["resume", "startup"] {
        assert_told(&task.start(SESSION, source));
    }
    task.assert_open();
    assert_told(&task.compact(SESSION, CLEAN));
    task.assert_open();
    assert_told(&task.compact(SESSION, SUSPECT));
    assert_told(&task.start("fork", "fork"));
    assert_told(&task.start("cleared", "clear"));
}

#[test]
fn what_does_not_fit_is_said_and_the_first_comes_first() {
    let constraints: Vec<String> =
        (0..40).map(|n| format!("\"Constraint {n}: {}\"", "x".repeat(300))).collect();
    let task = Task::issued(&format!("task_id = \"t\"\nconstraints = [{}]\n", constraints.join(",\n")));
    let receipts: Vec<String> = (0..40)
        .map(|n| {
            format!("## DR-{n} {}\n- status: rejected\n- reason: {}\n", "a".repeat(200), "b".repeat(300))
        })
        .collect();
    fs::write(task.gate.dir.path().join("DECISIONS.md"), receipts.concat()).unwrap();
    let said = task.start(SESSION, "resume");
    assert!(said.contains(&format!("showing 12 of 40 (digest {})", &task.digest()[..12])), "{said}");
    assert!(said.contains("1. Constraint 0: ") && said.contains("12. Constraint 11: "), "{said}");
    assert!(!said.contains("Constraint 12:") && said.chars().count() < 9_000, "{said}");
}

#[test]
fn it_narrows_and_what_it_denied_outlives_it() {
    let task = Task::issued(CONTRACT);
    task.assert_open();
    let (status, first) = task.bash("git push origin main");
    assert!(
        status == Some(2) && first.contains("(policy_deny)") && first.contains("of the contract"),
        "{first}"
    );
    let secret = json!({"file_path": task.gate.dir.path().join("secrets/key")});
    assert_eq!(task.call(SESSION, "Read", secret.clone()).0, Some(2));
    task.rewrite("task_id = \"PAY-143\"\n[tools]\nallow = [\"Bash(cargo *)\", \"Bash(git *)\"]\n");
    task.issue(&["--session", SESSION]);
    task.assert_open();
    assert_eq!(event_id(&task.bash("git  push origin 'main'").1), event_id(&first));
    assert_eq!(task.bash("git status").0, Some(0));
    let (status, said) = task.bash("npm test");
    assert!(status == Some(2) && said.contains("(unlisted)"), "{said}");
}

#[test]
fn it_never_widens_the_policy() {
    let contract = "task_id = \"t\"\nenvironments = [\"production\", \"staging\"]\n[tools]\nallow = [\"Bash\", \"mcp__deploy__run\"]\n\
        [[delegation]]\nagent_type = \"tester\"\nallow = [\"Bash\"]\n";
    let task = Task::new(contract);
    let policy = task.gate.dir.path().join("policy.toml");
    fs::write(
        &policy,
        "[tools]\nallow = [\"Bash(cargo *)\", \"mcp__deploy__*\"]\n[[target]]\ntool = \"mcp__deploy__*\"\nfield = \"/env\"\n\
         [authority]\nenvironments = [\"staging\", \"dev\"]\n[[delegation]]\nagent_type = \"tester\"\nallow = [\"Bash(cargo test)\"]\n",
    )
    .unwrap();
    let task = task.with(&["--policy", policy.to_str().unwrap()]);
    task.start(SESSION, "startup");
    let deploy = |env: &str| task.call(SESSION, "mcp__deploy__run", json!({"env": env})).0;
    assert_eq!((deploy("dev"), task.bash("git push").0), (Some(0), Some(2)));
    task.issue(&["--session", SESSION]);
    assert_eq!(task.bash("git push").0, Some(2));
    assert_eq!((deploy("staging"), deploy("production"), deploy("dev")), (Some(0), Some(2), Some(2)));
    assert_eq!(task.call(SESSION, "mcp__deploy__other", json!({"env": "staging"})).0, Some(2));
    let sub = |command: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": command,
            "agent_id": "a1", "agent_type": "tester"});
        task.hook(SESSION, "PreToolUse", call).status.code()
    };
    assert_eq!((sub("cargo test"), sub("cargo build")), (Some(0), Some(2)));
}

#[test]
fn environments_without_a_target_are_said_to_hold_nothing() {
    let task = Task::new("task_id = \"t\"\nenvironments = [\"staging\"]\n");
    task.start(SESSION, "startup");
    let (_, screen) = task.try_issue(&["--session", SESSION]);
    assert!(screen.contains("holds nothing back"), "{screen}");
}

#[test]
fn a_subagent_has_what_the_contract_delegates() {
    let task = Task::issued("task_id = \"t\"\nsubagents = \"explicit\"\n");
    let call = json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "s", "agent_id": "a1",
        "agent_type": "tester"});
    let answer = task.hook(SESSION, "PreToolUse", call);
    assert!(answer.status.code() == Some(2) && text(&answer.stderr).contains("(not_delegated)"));
    task.assert_open();
}

/// What only looks different says the same; what says something else closes, and putting it back doesn't help.
#[test]
fn a_changed_contract_closes_until_a_new_one_is_issued() {
    type Change = fn(&Task);
    let changes: [(Change, bool); 6] = [
        (|task| task.rewrite(&CONTRACT.replace("git push", "git pull")), false),
        (|task| task.rewrite(&CONTRACT.replace("ever.", "ever!")), false),
        (|task| task.rewrite("task_id = "), false),
        (|task| fs::remove_file(&task.file).unwrap(), false),
        (|task| task.rewrite(&format!("# for Ann\n{}", CONTRACT.replace(" = ", "="))), true),
        (
            |task| {
                fs::write(task.gate.state_dir().join(format!(".contracts/{}.toml", task.digest())), "x")
                    .unwrap();
            },
            false,
        ),
    ];
    for (change, open) in changes {
        let task = Task::issued(CONTRACT);
        task.assert_open();
        change(&task);
        if open {
            task.assert_open();
            continue;
        }
        task.assert_changed();
        task.rewrite(CONTRACT);
        task.assert_changed();
        assert_eq!(task.gate.run(&["contract", "show"]).status.code(), Some(1));
        assert!(task.start(SESSION, "startup").contains("changed since it was issued"));
        task.issue(&["--session", SESSION]);
        task.assert_open();
        assert_eq!(task.bash("git push x y").0, Some(2));
    }
}

#[test]
fn its_rules_hold_while_it_is_altered() {
    let task = Task::issued(CONTRACT);
    let secret = json!({"file_path": task.gate.dir.path().join("secrets/key")});
    task.rewrite("task_id = \"PAY-142\"\n");
    task.assert_changed();
    assert_eq!(task.call(SESSION, "Read", secret).0, Some(2));
}

#[test]
fn the_restore_gate_compares_it() {
    let task = Task::issued(CONTRACT);
    task.hook(SESSION, "PreCompact", json!({"trigger": "auto"}));
    task.rewrite(&CONTRACT.replace("ever.", "ever!"));
    task.hook(SESSION, "PostCompact", json!({"compact_summary": CLEAN}));
    let (status, said) = task.bash("cargo test");
    assert!(
        status == Some(2) && said.contains("task_contract_matches") && said.contains("rebuild"),
        "{said}"
    );

    let task = Task::issued(CONTRACT);
    task.rewrite(&CONTRACT.replace("ever.", "ever!"));
    task.start(SESSION, "resume");
    let (_, said) = task.bash("cargo test");
    assert!(said.contains("verdict_flagged") && said.contains("task_contract_matches"), "{said}");
}

/// From the first call on, reading included, which doesn't wait for the parent.
#[test]
fn a_fork_and_a_cleared_session_are_bound_by_it() {
    let task = Task::issued(CONTRACT);
    task.assert_open();
    task.start("cleared", "clear");
    assert_eq!(task.call("cleared", "Bash", json!({"command": "git push x y"})).0, Some(2));
    task.start("fork", "fork");
    let secret = json!({"file_path": task.gate.dir.path().join("secrets/key")});
    assert_eq!(task.call("fork", "Read", secret).0, Some(2));
    let (status, said) = task.call("fork", "Bash", json!({"command": "git push x y"}));
    assert!(status == Some(2) && said.contains("policy_deny"), "{said}");
    assert_eq!(task.call("fork", "Bash", json!({"command": "cargo test"})), (Some(0), String::new()));
    task.rewrite("task_id = \"other\"\n");
    for session in ["fork", "cleared"] {
        let (status, said) = task.call(session, "Bash", json!({"command": "cargo test"}));
        assert!(status == Some(2) && said.contains("contract_changed"), "{session}: {said}");
    }
}

#[test]
fn the_sessions_of_a_run_share_it() {
    let task = Task::new(CONTRACT).with(&["--run", "nightly"]);
    task.issue(&["--run", "nightly"]);
    for session in ["r1", "r2"] {
        assert_told(&task.start(session, "startup"));
    }
    let bash = |session: &str, command: &str| task.call(session, "Bash", json!({"command": command}));
    let first = event_id(&bash("r1", "git push x y").1);
    assert_eq!(event_id(&bash("r2", "git push x y").1), first);
    assert_eq!(bash("r1", "cargo test").0, Some(0));
    // Seen to be altered by one, it is closed for the other, too, though it was put back meanwhile.
    task.rewrite(&CONTRACT.replace("ever.", "ever!"));
    assert!(bash("r1", "cargo test").1.contains("contract_changed"));
    task.rewrite(CONTRACT);
    assert!(bash("r2", "cargo test").1.contains("contract_changed"));
    task.issue(&["--run", "nightly"]);
    for session in ["r1", "r2", "r3"] {
        assert_told(&task.start(session, "resume"));
    }
    assert_eq!((bash("r1", "cargo test").0, bash("r2", "cargo test").0), (Some(0), Some(0)));
    assert_eq!(event_id(&bash("r1", "git push x y").1), first);
}

/// With what binds a run gone, its sessions aren't free: nothing is known of what they may do.
#[test]
fn a_run_whose_ledger_is_removed_is_closed() {
    let task = Task::new(CONTRACT).with(&["--run", "nightly"]);
    task.issue(&["--run", "nightly"]);
    task.start(SESSION, "startup");
    task.assert_open();
    let ledger = fs::read_dir(task.gate.state_dir()).unwrap().map(|entry| entry.unwrap().path());
    let of_run: Vec<PathBuf> = ledger.filter(|path| path.to_str().unwrap().contains(".run-")).collect();
    assert_eq!(of_run.len(), 1, "{of_run:?}");
    fs::remove_dir_all(&of_run[0]).unwrap();
    let (status, said) = task.bash("git push x y");
    assert!(status == Some(2) && said.contains("state_failure") && said.contains("was removed"), "{said}");
    assert_eq!(task.bash("cargo test").0, Some(2));
}

#[test]
fn explain_knows_its_rules() {
    let task = Task::issued(CONTRACT);
    let call = json!({"tool_name": "Bash", "tool_input": {"command": "git push origin"}, "tool_use_id": "t"});
    let payload = task.gate.payload("PreToolUse", call).to_string();
    let said = text(&task.gate.with_input(&["policy", "explain"], payload.as_bytes()).stdout);
    assert!(said.starts_with("denied by Bash(git push *) (contract)"), "{said}");
}
