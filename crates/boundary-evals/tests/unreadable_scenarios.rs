//! What is wrong with a scenario is told with its line, and how to mend it.

#![expect(clippy::unwrap_used, reason = "a test that can't be set up has failed")]

use boundary_evals::Scenario;

const WHOLE: &str = r#"title = "A title"
why = "A reason"
canaries = ["CANARY-1234"]

[[step]]
event = "SessionStart/startup"

[[step]]
call = "Bash"
command = "echo CANARY-1234"
expect = "allow"

[[step]]
git = ["switch", "--create", "other"]

[[step]]
call = "Bash"
command = "make"
expect = "deny"
code = "policy_deny"
"#;

#[track_caller]
fn assert_told(from: &str, to: &str, line: usize, what: &str) {
    assert!(WHOLE.contains(from), "{from}");
    let text = WHOLE.replacen(from, to, 1);
    let problem = Scenario::parse("dir/name.toml", &text).unwrap_err();
    assert_eq!((problem.line, problem.file.as_str()), (line, "dir/name.toml"), "{problem}");
    assert!(problem.what.contains(what), "{problem}");
    assert!(!problem.remedy.is_empty() && !problem.to_string().contains('\n'), "{problem}");
}

#[test]
fn the_whole_one_can_be_read() {
    let scenario = Scenario::parse("dir/name.toml", WHOLE).unwrap();
    assert_eq!((scenario.name.as_str(), scenario.steps.len()), ("name", 4));
    assert_eq!(scenario.steps.iter().map(|step| step.line).collect::<Vec<_>>(), [5, 8, 13, 16]);
}

#[test]
fn keys_and_values() {
    assert_told("why =", "wy =", 2, "unknown field `wy`");
    assert_told("why =", "why", 2, "");
    assert_told("title = \"A title\"\n", "", 1, "missing field `title`");
    assert_told("command = \"make\"", "comand = \"make\"", 16, "unknown field `comand`");
    assert_told("command = \"make\"\n", "", 16, "call needs what the tool is given");
    assert_told("expect = \"deny\"", "expect = \"no\"", 16, "unknown variant `no`");
    assert_told("SessionStart/startup", "SessionStart/begin", 5, "SessionStart/startup");
    assert_told("call = \"Bash\"\ncommand = \"make\"", "", 16, "does nothing");
    assert_told(
        "call = \"Bash\"\ncommand = \"make\"",
        "compact = \"x\"\nclock = \"+1h\"",
        16,
        "several things",
    );
    assert_told("git = [\"switch\", \"--create\", \"other\"]", "clock = \"1h\"", 13, "clock takes");
    assert_told("git = [\"switch\", \"--create\", \"other\"]", "operator = \"dance\"", 13, "dance");
    assert_told("code = \"policy_deny\"", "verdict = \"fine\"", 16, "is no verdict");
}

#[test]
fn what_would_show_nothing() {
    assert_told("expect = \"allow\"", "expect = \"deny\"", 1, "a gate that denies everything would pass");
    assert_told("expect = \"deny\"\ncode = \"policy_deny\"", "expect = \"allow\"", 1, "allows everything");
    assert_told("expect = \"allow\"\n", "", 8, "nothing expected");
    assert_told("echo CANARY-1234", "echo", 3, "given to nothing");
    assert_told("[\"CANARY-1234\"]", "[\"CANARY\"]", 3, "too short");
    assert_told("git = [", "says = [\"x\"]\ngit = [", 13, "nothing answers");
    assert_told(
        "expect = \"deny\"\ncode = \"policy_deny\"",
        "expect = \"allow\"\ncode = \"x\"",
        16,
        "a code goes with",
    );
}

#[test]
fn what_would_leave_the_scenarios_place() {
    assert_told(
        "\"switch\", \"--create\", \"other\"",
        "\"-c\", \"alias.x=!sh\", \"x\"",
        13,
        "isn't possible",
    );
    assert_told(
        "\"switch\", \"--create\", \"other\"",
        "\"worktree\", \"add\", \"/tmp/x\"",
        13,
        "may not be given",
    );
    for path in ["../x", "/etc/x", "a/../../x", "", ".git/config", "a/.GIT/hooks/x"] {
        assert_told(
            "git = [\"switch\", \"--create\", \"other\"]",
            &format!("write = {path:?}\ntext = \"x\""),
            13,
            "inside",
        );
    }
    assert_told(
        "call = \"Bash\"\ncommand = \"make\"",
        "cwd = \"../x\"\ncall = \"Bash\"\ncommand = \"make\"",
        16,
        "cwd",
    );
}

#[test]
fn a_file_name_is_a_plain_one() {
    for name in ["Name.toml", "a b.toml", ".toml", "a\u{1b}.toml"] {
        assert!(Scenario::parse(name, WHOLE).is_err(), "{name}");
    }
}

#[test]
fn anything_is_read_or_refused() {
    for at in (0..WHOLE.len()).step_by(7) {
        let _ = Scenario::parse("a.toml", &WHOLE[..at]);
        let _ = Scenario::parse("a.toml", &format!("{}\u{0}{}", &WHOLE[..at], &WHOLE[at..]));
    }
}
