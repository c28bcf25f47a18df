//! Scenarios, played by the binary as a person or a pipeline starts it.

use crate::gate::text;
use assert_fs::TempDir;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PASSES: &str = r#"title = "A denial"
why = "For the test"
policy = """
version = 1
[tools]
deny = ["Bash(make deploy *)"]
"""

[[step]]
event = "SessionStart/startup"

[[step]]
call = "Bash"
command = "make test"
expect = "allow"

[[step]]
call = "Bash"
command = "make deploy"
expect = "deny"
code = "policy_deny"
"#;

struct Place {
    dir: TempDir,
}

impl Place {
    /// A user with a home full of what must not matter, and a directory for temporary files.
    fn new() -> Place {
        let place = Place { dir: TempDir::new().unwrap() };
        for folder in ["home", "tmp", "scenarios"] {
            fs::create_dir(place.path(folder)).unwrap();
        }
        fs::write(
            place.path("home/.gitconfig"),
            "[init]\n\ttemplateDir = /nonexistent\n[commit]\n\tgpgSign = true\n[core]\n\thooksPath = /nonexistent\n\
             [user]\n\tuseConfigOnly = true\n[include]\n\tpath = /dev/full\n[broken",
        )
        .unwrap();
        place
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join(name)
    }

    fn scenario(&self, name: &str, text: &str) {
        fs::write(self.path("scenarios").join(name), text).unwrap();
    }

    fn eval(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compact-gate"));
        command.arg("eval").args(args).current_dir(self.dir.path()).env_clear().stdin(Stdio::null());
        command.env("HOME", self.path("home")).env("TMPDIR", self.path("tmp")).env("GIT_DIR", "/nonexistent");
        command.output().unwrap()
    }
}

fn last_line(output: &Output) -> String {
    text(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

fn shipped() -> usize {
    fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/boundary")).unwrap().count()
}

#[test]
fn all_that_are_shipped_pass_and_leave_nothing_behind() {
    let place = Place::new();
    let before = fs::read(place.path("home/.gitconfig")).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/boundary");
    for args in [&[][..], &[fixtures.to_str().unwrap()]] {
        let output = place.eval(args);
        assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(last_line(&output), format!("{} passed, 0 failed", shipped()));
        assert_eq!(text(&output.stderr), "", "no progress where nobody looks");
    }
    assert_eq!(fs::read_dir(place.path("tmp")).unwrap().count(), 0);
    let home: Vec<_> = fs::read_dir(place.path("home")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(home, [".gitconfig"]);
    assert_eq!(fs::read(place.path("home/.gitconfig")).unwrap(), before);
}

#[test]
fn a_difference_is_named_with_its_line() {
    let place = Place::new();
    place.scenario("fine.toml", PASSES);
    place.scenario("wrong.toml", &PASSES.replace("make deploy\"\nexpect", "make install\"\nexpect"));
    let output = place.eval(&["scenarios"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(last_line(&output), "1 passed, 1 failed");
    let said = text(&output.stdout);
    assert!(said.contains("scenarios/wrong.toml:17: call Bash: expected deny, got allow"), "{said}");
    let single = place.eval(&["scenarios/fine.toml"]);
    assert_eq!((single.status.code(), last_line(&single)), (Some(0), "1 passed, 0 failed".into()));
}

#[test]
fn programs_read_the_results() {
    let place = Place::new();
    place.scenario("fine.toml", PASSES);
    place.scenario(
        "wrong.toml",
        &PASSES.replace("A denial", "<\\\"&>").replace("code = \"policy_deny\"", "code = \"unlisted\""),
    );
    let output = place.eval(&["scenarios", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["passed"], &found["failed"]), (&1.into(), &1.into()));
    assert_eq!(found["scenarios"][0]["name"], "fine");
    let failure = &found["scenarios"][1]["failures"][0];
    assert_eq!(
        (&failure["step"], &failure["line"], &failure["what"]),
        (&3.into(), &17.into(), &"code".into())
    );

    let output = place.eval(&["scenarios", "--format", "junit"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("tests=\"2\" failures=\"1\""), "{said}");
    assert!(said.contains("<failure message=\"expected the code unlisted, got policy_deny\">"), "{said}");
}

#[test]
fn a_scenario_that_cant_be_read_is_named_and_nothing_is_played() {
    let place = Place::new();
    place.scenario("fine.toml", PASSES);
    place.scenario("wrong.toml", &PASSES.replace("command = \"make deploy\"", "comand = \"make deploy\""));
    place.scenario("nothing.toml", "title = \"x\"\nwhy = \"x\"\n");
    let output = place.eval(&["scenarios"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let said = text(&output.stderr);
    assert!(said.contains("scenarios/wrong.toml:17: unknown field `comand`"), "{said}");
    assert!(said.contains("scenarios/nothing.toml:1: no call is expected"), "{said}");
    for args in [&["nowhere"][..], &["tmp"], &["scenarios", "--state-dir", "x"]] {
        let output = place.eval(args);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn ones_own_policy_is_tried_in_every_scenario() {
    let place = Place::new();
    place.scenario("fine.toml", PASSES);
    let policy =
        |text: &str| fs::write(place.path("policy.toml"), format!("version = 1\n[tools]\n{text}\n")).unwrap();
    policy("deny = [\"Bash(make deploy *)\", \"Bash(make install *)\"]");
    let args = ["scenarios", "--policy", "policy.toml"];
    assert_eq!(last_line(&place.eval(&args)), "1 passed, 0 failed");
    policy("deny = [\"Bash(make *)\"]");
    let output = place.eval(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("expected allow, got deny (policy_deny)"),
        "{}",
        text(&output.stdout)
    );
}

/// A canary that gets into the state is found: here by a policy's text, which is kept there.
#[test]
fn a_leak_is_found() {
    let place = Place::new();
    let leaks = PASSES
        .replace("title =", "canaries = [\"CANARY-leaks\"]\ntitle =")
        .replace("make deploy *", "CANARY-leaks *");
    place.scenario("leaks.toml", &leaks.replace("make deploy", "CANARY-leaks now"));
    let output = place.eval(&["scenarios"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("a canary is in the state directory"), "{}", text(&output.stdout));
}
