//! Which calls are runs of which checks.

use policy::Policy;

use crate::sample::{call, command, policy};

const CHECKS: &str = r#"
[evidence]
test = ["Bash(cargo test *)", "Bash(just test)"]
"the linter" = ["Bash(cargo clippy *)"]
"#;

fn run_by(line: &str) -> Vec<String> {
    let policy = policy(CHECKS);
    let runs = policy.checks_run(&call("Bash", &command(line)));
    runs.into_iter().map(|(check, rule)| format!("{check}: {rule}")).collect()
}

#[test]
fn a_line_that_succeeds_only_if_the_check_does() {
    for line in [
        "cargo test",
        "cargo test -p a --lib 2>&1",
        "timeout 60 cargo test",
        "RUST_BACKTRACE=1 cargo test",
        "cargo test -p a && cargo test -p b",
        "cd x && cargo test",
        "cd ../api && cargo test",
        "cd /p/web && cargo test",
    ] {
        assert_eq!(run_by(line), ["test: Bash(cargo test *)"], "{line}");
    }
    assert_eq!(run_by("just test && cargo test"), ["test: Bash(just test)"]);
    assert_eq!(run_by("cargo clippy --workspace"), ["the linter: Bash(cargo clippy *)"]);
}

#[test]
fn whatever_could_hide_how_it_ended_is_no_run() {
    for line in [
        "cd x",
        "cargo build",
        "cargo test || true",
        "cargo test || cargo test",
        "cargo test; cargo test",
        "cargo test; echo $?",
        "cargo test\ntrue",
        "cargo test | cargo test",
        "cargo test | tail -5",
        "cargo test 2>&1 | tee log",
        "cargo test |& cat",
        "cargo test &",
        "cargo test & wait",
        "! cargo test",
        "if cargo test; then cargo test; fi",
        "while cargo test; do break; done",
        "(cargo test)",
        "{ cargo test; } &",
        "{ cargo test; } || true",
        "{ cargo test; } || cargo test",
        "{ cargo test; } | cargo test",
        "{ cargo test; cargo test; }",
        "cargo() { true; } && cargo test",
        "cargo() { true; }; cargo test",
        "alias cargo=true && cargo test",
        "trap 'exit 0' EXIT && cargo test",
        "f() { cargo test; }",
        "echo $(cargo test)",
        "RUSTC_WRAPPER=x cargo test",
        "cargo $X",
        "sudo cargo test",
        "time cargo test; true",
        "bash -c 'cargo test; true'",
        "cargo test && true",
        "true && cargo test",
        "cargo test && cargo clippy",
        "set +e && cargo test",
        // Elsewhere, or who knows where.
        "cd /tmp && cargo test",
        "cd ../.. && cargo test",
        "cd ~ && cargo test",
        "cd - && cargo test",
        "cd && cargo test",
        "cd $HOME && cargo test",
        "cd -P x && cargo test",
        "pushd x && cargo test",
    ] {
        assert_eq!(run_by(line), [""; 0], "{line}");
    }
    let input = command("cargo test");
    for (tool, input) in [("Monitor", input.as_str()), ("mcp__ci__run", "{}"), ("Bash", "{}"), ("Bash", "?")]
    {
        assert!(policy(CHECKS).checks_run(&call(tool, input)).is_empty(), "{tool} {input}");
    }
    assert!(Policy::default().checks_run(&call("Bash", &input)).is_empty());
}

/// What another tool answers says that it answered, and a bare `Bash` names no command.
#[test]
fn only_commands_are_evidence() {
    let problems = Policy::parse(
        "[evidence]\ntest = [\"Bash(a)\", \"mcp__ci__run\"]\nother = [\"Bash\"]\n\" \" = []\nlast = \"Bash(a)\"\n",
        "policy.toml",
    );
    let problems: Vec<String> = problems.unwrap_err().iter().map(ToString::to_string).collect();
    let remedy = "only a command's exit status is evidence: write Bash(command *)";
    assert_eq!(
        problems,
        [
            format!("policy.toml:2: evidence.test: \"mcp__ci__run\" names no command of Bash; {remedy}"),
            format!("policy.toml:3: evidence.other: \"Bash\" names no command of Bash; {remedy}"),
            "policy.toml:4: evidence. : an empty name; write the name, or take it out".to_owned(),
            "policy.toml:5: evidence.last: a string where an array of strings is wanted; write last = [\"...\"]"
                .to_owned(),
        ]
    );
    let many: Vec<String> = (0..33).map(|n| format!("c{n} = []\n")).collect();
    let problems = Policy::parse(&format!("[evidence]\n{}", many.concat()), "policy.toml").unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].what, "more than 32 checks");
}
