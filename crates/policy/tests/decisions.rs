//! The order of decisions.

use crate::sample::{call, command, outcome, policy};
use policy::Policy;

const WHOLE: &str = r#"
version = 1
[tools]
read_only = ["mcp__deploy__status", "Bash(git status)"]
deny = ["Bash(git push *)", "Read(~/secrets/**)"]
ask = ["mcp__deploy__release", "Read(/web/.env)"]
allow = ["Edit(src/**)", "Bash(cargo *)", "mcp__deploy__run", "mcp__orders__*"]
external = ["mcp__deploy__*", "Bash(cargo publish *)"]
[[target]]
tool = "mcp__deploy__*"
field = "/environment"
[[target]]
tool = "mcp__orders__*"
field = "/order/id"
environment = false
[authority]
environments = ["staging", "7"]
"#;

#[test]
fn in_order() {
    let policy = policy(WHOLE);
    for (tool, input, expected) in [
        ("Bash", command("git push"), "deny Bash(git push *)"),
        ("Bash", command("cargo test && git push"), "deny Bash(git push *)"),
        ("Bash", command("cargo test"), "allow"),
        ("Bash", command("git status"), "allow"),
        ("Bash", command("git status; cargo test"), "deny unlisted"),
        ("Bash", command("ls"), "deny unlisted"),
        ("Write", "{}".to_owned(), "deny unlisted"),
        ("mcp__deploy__release", r#"{"environment":"staging"}"#.to_owned(), "ask mcp__deploy__release"),
        ("mcp__deploy__release", r#"{"environment":"production"}"#.to_owned(), "deny outside production"),
        ("mcp__deploy__run", r#"{"environment":" staging "}"#.to_owned(), "allow"),
        ("mcp__deploy__run", r#"{"environment":"Staging"}"#.to_owned(), "deny outside Staging"),
        ("mcp__deploy__run", r#"{"environment":7.0}"#.to_owned(), "allow"),
        ("mcp__deploy__run", "{}".to_owned(), "deny outside "),
        ("mcp__deploy__run", r#"{"environment":["staging"]}"#.to_owned(), r#"deny outside ["staging"]"#),
        ("mcp__deploy__run", r#"{"environment":"x","environment":"staging"}"#.to_owned(), "deny outside "),
        ("mcp__deploy__status", r#"{"environment":"production"}"#.to_owned(), "deny outside production"),
        ("mcp__orders__get", r#"{"order":{"id":9}}"#.to_owned(), "allow"),
    ] {
        assert_eq!(outcome(&policy, &call(tool, &input)), expected, "{tool} {input}");
    }
}

#[test]
fn marks() {
    let policy = policy(WHOLE);
    let external = |tool: &str, input: &str| policy.evaluate(&call(tool, input)).external;
    assert!(external("mcp__deploy__run", r#"{"environment":"staging"}"#));
    assert!(external("Bash", &command("cargo publish -p x")));
    assert!(external("Bash", &command("cargo $X")));
    assert!(!external("Bash", &command("cargo test")));
    let reads = |tool: &str, input: &str| policy.evaluate(&call(tool, input)).read_only;
    assert!(reads("mcp__deploy__status", r#"{"environment":"staging"}"#));
    assert!(reads("Bash", &command("git status")));
    assert!(!reads("Bash", &command("git status > x")));
    let mut read = call("Read", r#"{"file_path":"/p/a"}"#);
    read.known_read_only = true;
    assert!(policy.evaluate(&read).read_only);
    read.tool_input = r#"{"file_path":"/home/ada/secrets/a"}"#;
    assert_eq!(outcome(&policy, &read), "deny Read(~/secrets/**)");
    read.tool_input = r#"{"file_path":"/p/web/.env"}"#;
    assert_eq!(outcome(&policy, &read), "ask Read(/web/.env)");
}

#[test]
fn targets() {
    let policy = policy(WHOLE);
    for (tool, input, expected) in [
        ("mcp__orders__get", r#"{"order":{"id":9}}"#, "/order/id 9"),
        ("mcp__orders__get", r#"{"order":{"id":" 9 "}}"#, "/order/id 9"),
        ("mcp__orders__get", r#"{"order":{}}"#, r#"input {"order":{}}"#),
        ("mcp__x__y", r#"{"b":1.0, "a":"é"}"#, r#"input {"a":"é","b":1}"#),
        ("mcp__x__y", r#"{"a":1,"a":2}"#, r#"raw {"a":1,"a":2}"#),
        ("Write", r#"{"file_path":"../a","content":"x"}"#, "path /p/a"),
        ("Bash", r#"{"command":"ls  'a'","description":"x"}"#, "command ls a"),
    ] {
        let target = policy.target(&call(tool, input));
        assert_eq!(format!("{} {}", target.source.name(), target.text), expected, "{input}");
    }
}

#[test]
fn unlisted() {
    for (text, expected) in [
        ("", "unlisted"),
        ("unlisted = \"allow\"", "unlisted"),
        ("unlisted = \"deny\"", "deny unlisted"),
        ("[tools]\nallow = []", "deny unlisted"),
        ("unlisted = \"allow\"\n[tools]\nallow = [\"Edit\"]", "unlisted"),
        ("unlisted = \"deny\"\n[tools]\nask = [\"Write\"]", "ask Write"),
    ] {
        assert_eq!(outcome(&policy(text), &call("Write", "{}")), expected, "{text}");
    }
    assert_eq!(outcome(&Policy::default(), &call("Write", "{}")), "unlisted");
}

#[test]
fn explained() {
    let policy = policy(WHOLE);
    let input = command("cargo test && cargo publish");
    let text = policy.evaluate(&call("Bash", &input)).explain();
    assert_eq!(
        text,
        "\
allowed by the allow-list
  policy.toml: tools.deny Bash(git push *): about other calls of this tool
  policy.toml: tools.deny Read(~/secrets/**): about another tool
  policy.toml: target mcp__deploy__*: about another tool
  policy.toml: tools.ask mcp__deploy__release: about another tool
  policy.toml: tools.ask Read(/web/.env): about another tool
  policy.toml: tools.read_only mcp__deploy__status: about another tool
  policy.toml: tools.read_only Bash(git status): about other calls of this tool
  policy.toml: tools.allow Edit(src/**): about another tool
* policy.toml: tools.allow Bash(cargo *): matches
  policy.toml: tools.allow mcp__deploy__run: about another tool
  policy.toml: tools.allow mcp__orders__*: about another tool
  policy.toml: tools.external mcp__deploy__*: about another tool
* policy.toml: tools.external Bash(cargo publish *): matches
external effects: recorded before it runs
"
    );
}
