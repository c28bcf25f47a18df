//! The policy, from the file to the denied call.

use crate::gate::*;
use crate::terminal::at_terminal;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Output;

const POLICY: &str =
    "version = 1\n[tools]\ndeny = [\"mcp__prod__*\", \"Bash(git push *)\", \"Read(**/secrets/**)\"]\n";

struct Governed {
    gate: Gate,
    policy: PathBuf,
    calls: std::cell::Cell<u32>,
}

impl Governed {
    fn new(policy: &str) -> Governed {
        let gate = Gate::new();
        let file = gate.dir.path().join("policy.toml");
        fs::write(&file, policy).unwrap();
        Governed { gate, policy: file, calls: std::cell::Cell::new(0) }
    }

    fn hook(&self, event: &str, more: Value) -> Output {
        let payload = self.gate.payload(event, more).to_string();
        self.gate.with_input(&["hook", "--policy", self.policy.to_str().unwrap()], payload.as_bytes())
    }

    fn call(&self, tool: &str, input: Value) -> (Option<i32>, String) {
        self.calls.set(self.calls.get() + 1);
        let id = format!("toolu_{}", self.calls.get());
        let answer =
            self.hook("PreToolUse", json!({"tool_name": tool, "tool_input": input, "tool_use_id": id}));
        assert!(answer.stdout.is_empty());
        (answer.status.code(), text(&answer.stderr))
    }

    fn bash(&self, command: &str) -> (Option<i32>, String) {
        self.call("Bash", json!({"command": command}))
    }
}

fn event_id(denial: &str) -> String {
    let at = denial.find("deny-").unwrap();
    denial[at..].split('.').next().unwrap().to_owned()
}

#[test]
fn a_denied_target_stays_denied_in_every_spelling_and_after_a_compaction() {
    let gate = Governed::new(POLICY);
    gate.hook("SessionStart", json!({"source": "startup"}));
    assert_eq!(gate.bash("cargo test"), (Some(0), String::new()));
    let (status, first) = gate.bash("git push origin main");
    assert_eq!(status, Some(2));
    assert!(first.contains("policy_deny") && first.contains("git push"), "{first}");
    for spelling in ["git  push   'origin' main", "git push \"origin\" main", "git push origin main"] {
        let (status, again) = gate.bash(spelling);
        assert_eq!((status, event_id(&again)), (Some(2), event_id(&first)), "{spelling}");
    }
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    gate.hook("PostCompact", json!({"compact_summary": CLEAN}));
    let (status, after) = gate.bash("git push origin main");
    assert_eq!((status, event_id(&after)), (Some(2), event_id(&first)));
    let (_, other) = gate.bash("true && git push origin other");
    assert_ne!(event_id(&other), event_id(&first));
    let ledger = fs::read_to_string(gate.gate.state_dir().join(SESSION).join("ledger.jsonl")).unwrap();
    assert!(!ledger.contains("origin"), "commands stand in no record");
}

#[test]
fn subagents_and_reading_tools_are_bound_by_it_too() {
    let gate = Governed::new(POLICY);
    gate.hook("SessionStart", json!({"source": "startup"}));
    let (status, first) = gate.call("mcp__prod__deploy", json!({"env": "x", "n": 1}));
    assert_eq!(status, Some(2));
    let subagent = gate.hook(
        "PreToolUse",
        json!({"tool_name": "mcp__prod__deploy", "tool_input": {"n": 1, "env": "x"}, "tool_use_id": "toolu_s",
            "agent_id": "a1", "agent_type": "Explore"}),
    );
    assert_eq!((subagent.status.code(), event_id(&text(&subagent.stderr))), (Some(2), event_id(&first)));
    assert_eq!(gate.call("Read", json!({"file_path": "/x/README.md"})).0, Some(0));
    assert_eq!(gate.call("Read", json!({"file_path": gate.gate.dir.path().join("secrets/key")})).0, Some(2));
}

#[test]
fn clear_and_fork_do_not_end_a_denial_but_the_operator_does() {
    let gate = Governed::new(POLICY);
    gate.hook("SessionStart", json!({"source": "startup"}));
    let id = event_id(&gate.bash("git push origin main").1);
    gate.hook("SessionStart", json!({"source": "clear", "session_id": "s2"}));
    let cleared = gate.hook(
        "PreToolUse",
        json!({"session_id": "s2", "tool_name": "Bash", "tool_input": {"command": "git push origin main"}, "tool_use_id": "t"}),
    );
    assert_eq!(event_id(&text(&cleared.stderr)), id);
    assert!(text(&gate.gate.run(&["denial", "list", "--session", SESSION]).stdout).contains(&id));
    let lift = ["denial", "lift", &id, "--reason", "push it by hand", "--session", SESSION];
    assert_eq!(gate.gate.run(&lift).status.code(), Some(2), "not without a terminal");
    let (status, screen) = at_terminal(gate.gate.command(&lift), &id);
    assert!(status.success(), "{screen}");
    let (status, anew) = gate.bash("git push origin main");
    assert_eq!(status, Some(2), "the rule is still there");
    assert_ne!(event_id(&anew), id);
}

#[test]
fn a_narrower_policy_is_bound_by_itself_and_a_wider_one_waits() {
    let gate = Governed::new(POLICY);
    gate.hook("SessionStart", json!({"source": "startup"}));
    assert_eq!(gate.bash("npm publish").0, Some(0));
    fs::write(
        &gate.policy,
        POLICY.replace("deny = [", "deny = [\"Bash(npm publish *)\", \"Bash(npm publish)\", "),
    )
    .unwrap();
    assert_eq!(gate.bash("npm publish").0, Some(2));
    assert_eq!(gate.bash("cargo test").0, Some(0));
    fs::write(&gate.policy, POLICY).unwrap();
    let (status, waits) = gate.bash("cargo test");
    assert_eq!(status, Some(2), "old authority isn't restored");
    assert!(waits.contains("policy_changed") && waits.contains("npm publish"), "{waits}");
    assert_eq!(gate.call("Read", json!({"file_path": "/x"})).0, Some(0));
    assert_eq!(gate.call("Read", json!({"file_path": gate.gate.dir.path().join("secrets/key")})).0, Some(2));
    let accept = ["policy", "accept", "--policy", gate.policy.to_str().unwrap()];
    let checked =
        text(&gate.gate.run(&["policy", "check", "--policy", gate.policy.to_str().unwrap()]).stdout);
    let digest = checked.rsplit(' ').next().unwrap();
    let (status, screen) = at_terminal(gate.gate.command(&accept), &digest[..8]);
    assert!(status.success(), "{screen}");
    assert_eq!(gate.bash("cargo test").0, Some(0));
}

#[test]
fn a_broken_policy_closes_the_gate_and_says_where() {
    let gate = Governed::new(POLICY);
    gate.hook("SessionStart", json!({"source": "startup"}));
    for (broken, names) in [
        ("version = 1\n[tools]\nallwo = []\n", "policy.toml:3"),
        ("version = 1\n[evidence]\ntest = [\"Bash\"]\n", "evidence"),
        ("version = 9\n", "policy.toml:1"),
    ] {
        fs::write(&gate.policy, broken).unwrap();
        let (status, said) = gate.bash("cargo test");
        assert_eq!(status, Some(2));
        assert!(said.contains("policy_unreadable") && said.contains(names), "{said}");
    }
    fs::remove_file(&gate.policy).unwrap();
    assert_eq!(gate.bash("cargo test").0, Some(2));
    assert_eq!(gate.call("Glob", json!({"pattern": "*"})).0, Some(0));
}

#[test]
fn a_repository_can_narrow_and_not_widen() {
    let gate = Gate::new();
    fs::create_dir(gate.dir.path().join(".claude")).unwrap();
    let file = gate.dir.path().join(".claude/compact-gate.toml");
    fs::write(&file, "version = 1\n[tools]\ndeny = [\"Bash(terraform *)\"]\nread_only = [\"Bash(ls *)\"]\n")
        .unwrap();
    gate.start();
    let bash = |command: &str, id: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id});
        gate.hook("PreToolUse", call).status.code()
    };
    assert_eq!((bash("terraform apply", "t1"), bash("cargo test", "t2")), (Some(2), Some(0)));
    gate.compact(SUSPECT);
    assert_eq!(
        bash("ls -l", "t3"),
        Some(2),
        "what a repository calls reading isn't, until the operator says so"
    );
    let check = text(&gate.run(&["policy", "check"]).stdout);
    assert!(check.contains("read_only") && check.contains("until the operator accepts"), "{check}");
}

#[test]
fn sessions_of_a_run_share_their_denials() {
    let gate = Governed::new(POLICY);
    let send = |session: &str, event: &str, more: Value| {
        let mut payload = gate.gate.payload(event, more);
        payload["session_id"] = json!(session);
        let args = ["hook", "--run", "nightly", "--policy", gate.policy.to_str().unwrap()];
        gate.gate.with_input(&args, payload.to_string().as_bytes())
    };
    let push = json!({"tool_name": "Bash", "tool_input": {"command": "git push x y"}, "tool_use_id": "t1"});
    for session in ["r1", "r2"] {
        send(session, "SessionStart", json!({"source": "startup"}));
    }
    let first = event_id(&text(&send("r1", "PreToolUse", push.clone()).stderr));
    assert_eq!(event_id(&text(&send("r2", "PreToolUse", push).stderr)), first);
}

#[test]
fn explain_names_the_rule_that_decided() {
    let gate = Governed::new(POLICY);
    let call = json!({"tool_name": "Bash", "tool_input": {"command": "git push origin"}, "tool_use_id": "t"});
    let payload = gate.gate.payload("PreToolUse", call).to_string();
    let args = ["policy", "explain", "--policy", gate.policy.to_str().unwrap()];
    let said = text(&gate.gate.with_input(&args, payload.as_bytes()).stdout);
    assert!(said.starts_with("denied by Bash(git push *)") && said.contains("mcp__prod__*"), "{said}");
}

#[test]
fn an_explicit_delegation_limits_subagents() {
    let gate = Governed::new(
        "version = 1\n[[delegation]]\nagent_type = \"tester\"\nallow = [\"Bash(cargo test *)\", \"Bash(cargo test)\"]\n",
    );
    gate.hook("SessionStart", json!({"source": "startup"}));
    let sub = |kind: &str, command: &str, id: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id,
            "agent_id": format!("a-{kind}"), "agent_type": kind});
        gate.hook("PreToolUse", call).status.code()
    };
    assert_eq!(sub("tester", "cargo test", "t1"), Some(0));
    assert_eq!(sub("tester", "cargo publish", "t2"), Some(2));
    assert_eq!(sub("stranger", "cargo test", "t3"), Some(2));
    assert_eq!(gate.bash("cargo publish").0, Some(0));
}

#[test]
fn the_levels_of_lint_rules_are_the_operators_and_a_repository_only_raises_them() {
    let found = "version = 1\n[lint]\noverride_of_rules = \"note\"\nconcealment_from_user = \"off\"\n";
    let gate = Governed::new(found);
    gate.hook("SessionStart", json!({"source": "startup"}));
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    gate.hook("PostCompact", json!({"compact_summary": SUSPECT}));
    assert_eq!(gate.bash("cargo test").0, Some(0), "{:?}", text(&gate.gate.run(&["status"]).stdout));

    let repository = Gate::new();
    fs::create_dir(repository.dir.path().join(".claude")).unwrap();
    fs::write(repository.dir.path().join(".claude/compact-gate.toml"), found).unwrap();
    repository.start();
    repository.compact(SUSPECT);
    assert_eq!(repository.run(&["status"]).status.code(), Some(4));
}

#[test]
fn an_ephemeral_runner_may_settle_a_session_whose_state_is_gone() {
    for (setting, status) in [("flag", Some(2)), ("settle", Some(0))] {
        let gate = Governed::new(&format!("version = 1\n[resume]\nlost_state = \"{setting}\"\n"));
        let row = json!({"type": "assistant", "uuid": "u", "message": {"content": [{"type": "tool_use", "id": "toolu_1"}]}});
        fs::write(gate.gate.dir.path().join("transcript.jsonl"), format!("{row}\n")).unwrap();
        gate.hook("SessionStart", json!({"source": "startup"}));
        fs::remove_dir_all(gate.gate.state_dir().join(SESSION)).unwrap();
        assert_eq!(gate.bash("cargo test").0, status, "{setting}");
    }
}
