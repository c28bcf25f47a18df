//! A repository's file beneath the operator's, and subagents beneath their parents.

use crate::sample::{call, command, outcome, policy};
use policy::{Level, OnChange, OnDoubt, Policy, Scope, WideningEffect};

const OPERATOR: &str = r#"
[tools]
allow = ["Bash(cargo *)", "Edit(src/**)", "mcp__deploy__run"]
read_only = ["mcp__deploy__status"]
[[target]]
tool = "mcp__deploy__*"
field = "/environment"
[authority]
environments = ["staging", "qa"]
[git]
on_change = "operator"
[lint]
odd = "note"
[checkpoint]
ttl = "1h"
"#;

const REPOSITORY: &str = r#"
unlisted = "allow"
[tools]
allow = ["Bash(cargo test *)", "Bash(rm *)", "mcp__deploy__run"]
deny = ["Bash(cargo publish *)"]
ask = ["mcp__deploy__run", "Write"]
read_only = ["Bash(git status)"]
[authority]
environments = ["staging", "production"]
[git]
on_change = "note"
[resume]
unknown_history = "flag"
lost_state = "settle"
[lint]
odd = "off"
other = "deny"
third = "note"
[checkpoint]
ttl = "2h"
[approval]
allowed_signers = "signers"
require_signature = true
[evidence]
test = ["Bash(true)"]
"#;

fn told(merged: &policy::Merged) -> Vec<String> {
    merged.widenings.iter().map(|it| format!("{} {}", it.key, it.text)).collect()
}

#[test]
fn a_repository_narrows() {
    let merged = Policy::merge(&policy(OPERATOR), &policy(REPOSITORY), None);
    assert_eq!(
        told(&merged),
        [
            "tools.read_only Bash(git status)",
            "evidence.test Bash(true)",
            "unlisted allow",
            "tools.allow Bash(rm *)",
            "authority.environments production",
            "git.on_change note",
            "resume.lost_state settle",
            "checkpoint.ttl 2h",
            "approval.allowed_signers signers",
            "lint.odd off",
            "lint.third note",
        ]
    );
    let policy = &merged.policy;
    for (tool, input, expected) in [
        ("Bash", command("cargo test"), "allow"),
        ("Bash", command("cargo build"), "allow"),
        ("Bash", command("cargo publish"), "deny Bash(cargo publish *)"),
        ("Bash", command("rm x"), "deny unlisted"),
        ("Bash", command("git status"), "deny unlisted"),
        ("Write", r#"{"file_path":"/p/src/a"}"#.to_owned(), "ask Write"),
        ("Write", r#"{"file_path":"/p/a"}"#.to_owned(), "deny unlisted"),
        ("mcp__deploy__run", r#"{"environment":"staging"}"#.to_owned(), "ask mcp__deploy__run"),
        ("mcp__deploy__run", r#"{"environment":"qa"}"#.to_owned(), "deny outside qa"),
        ("mcp__deploy__run", r#"{"environment":"production"}"#.to_owned(), "deny outside production"),
    ] {
        assert_eq!(outcome(policy, &call(tool, &input)), expected, "{tool} {input}");
    }
    assert_eq!(policy.on_change(), OnChange::Operator);
    assert_eq!(policy.unknown_history(), OnDoubt::Flag);
    assert_eq!(policy.lost_state(), OnDoubt::Flag);
    assert_eq!(policy.ttl().seconds(), 3600);
    assert_eq!(policy.lint_level("odd", Level::Deny), Level::Note);
    assert_eq!(policy.lint_level("other", Level::Note), Level::Deny);
    assert_eq!(policy.lint_level("third", Level::Deny), Level::Deny);
    assert!(policy.require_signature());
    assert_eq!(policy.allowed_signers().count(), 0);
    assert_eq!(policy.environments(), Some(vec!["staging"]));
    assert!(policy.checks_run(&call("Bash", &command("true"))).is_empty());
}

#[test]
fn what_the_operator_accepts_counts() {
    let repository = policy(REPOSITORY);
    let merged = Policy::merge(&policy(OPERATOR), &repository, Some(&repository.digest()));
    let never: Vec<_> = merged
        .widenings
        .iter()
        .filter(|it| it.effect == WideningEffect::Never)
        .map(|it| it.key.as_str())
        .collect();
    assert_eq!(never, ["unlisted"]);
    let policy = &merged.policy;
    assert_eq!(outcome(policy, &call("Bash", &command("rm x"))), "allow");
    assert_eq!(outcome(policy, &call("Bash", &command("git status"))), "allow");
    assert_eq!(outcome(policy, &call("Bash", &command("ls"))), "deny unlisted");
    assert_eq!(policy.on_change(), OnChange::Note);
    assert_eq!(policy.lost_state(), OnDoubt::Settle);
    assert_eq!(policy.ttl().seconds(), 7200);
    assert_eq!(policy.lint_level("odd", Level::Deny), Level::Off);
    assert_eq!(policy.allowed_signers().collect::<Vec<_>>(), ["signers"]);
    assert!(policy.checks_run(&call("Bash", &command("true"))).contains_key("test"));
    let merged = Policy::merge(&self::policy(OPERATOR), &repository, Some("another digest"));
    assert_eq!(outcome(&merged.policy, &call("Bash", &command("rm x"))), "deny unlisted");
}

#[test]
fn beneath_no_policy_a_repository_narrows_too() {
    let merged = Policy::merge(&Policy::default(), &policy(REPOSITORY), None);
    assert_eq!(merged.policy.on_change(), OnChange::Descendant);
    assert_eq!(outcome(&merged.policy, &call("Bash", &command("ls"))), "unlisted");
    let closed = Policy::merge(&Policy::default(), &policy("[tools]\nallow = [\"Edit\"]"), None);
    assert_eq!(closed.widenings, []);
    assert_eq!(outcome(&closed.policy, &call("Bash", &command("ls"))), "deny unlisted");
}

#[test]
fn subagents() {
    let calls = [("Bash", command("cargo test")), ("Edit", r#"{"file_path":"/p/src/a"}"#.to_owned())];
    let scope = |text: &str, agent: Option<&str>, parent: &Scope| {
        let scope = policy(text).scope_for(agent, parent);
        calls.iter().map(|(tool, input)| scope.permits(&call(tool, input), false)).collect::<Vec<_>>()
    };
    let whole = Scope::whole();
    let delegated = "[[delegation]]\nagent_type = \"tester\"\nallow = [\"Bash(cargo test *)\"]\n";
    assert_eq!(scope("", Some("tester"), &whole), [true, true]);
    assert_eq!(scope("subagents = \"explicit\"", Some("tester"), &whole), [false, false]);
    assert_eq!(scope(delegated, Some("tester"), &whole), [true, false]);
    assert_eq!(scope(delegated, Some("Tester"), &whole), [false, false]);
    assert_eq!(scope(delegated, None, &whole), [false, false]);
    let editor = Scope::from_lists(&[vec!["Edit"]]).unwrap();
    assert_eq!(scope(delegated, Some("tester"), &editor), [false, false]);
    assert_eq!(scope("", Some("tester"), &editor), [false, true]);
    let reader = policy(delegated).scope_for(None, &whole);
    assert!(reader.is_read_only());
    assert!(reader.permits(&call("Read", "{}"), true));
    assert_eq!(Scope::from_lists(&reader.lists()), Ok(reader.clone()));
}

#[test]
fn a_digest_is_of_what_is_said() {
    let digest = |text: &str| policy(text).digest();
    assert_eq!(
        digest("[tools]\ndeny = [\"A\", \"B\"]"),
        digest("# x\nversion = 1\ntools.deny = ['B','A'] # y")
    );
    assert_eq!(digest("[git]\non_change = \"note\"\n[lint]\na = \"off\"\nb = \"off\""), {
        digest("[lint]\nb = \"off\"\na = \"off\"\n[git]\non_change = \"note\"")
    });
    let texts = [
        "",
        "[tools]\ndeny = [\"A\"]",
        "[tools]\nask = [\"A\"]",
        "[tools]\nallow = []",
        "[tools]\nallow = [\"A\"]",
        "[authority]\nenvironments = []",
        "[[delegation]]\nagent_type = \"A\"\nallow = []",
        "[[target]]\ntool = \"A\"\nfield = \"/a\"\n[[target]]\ntool = \"A\"\nfield = \"/b\"",
        "[[target]]\ntool = \"A\"\nfield = \"/b\"\n[[target]]\ntool = \"A\"\nfield = \"/a\"",
        "[git]\non_change = \"descendant\"",
        "subagents = \"explicit\"",
    ];
    let mut digests: Vec<String> = texts.iter().map(|text| digest(text)).collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), texts.len());
    assert_eq!(digests[0].len(), 64);
}
