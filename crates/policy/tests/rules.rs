//! Which calls a rule speaks of.

use crate::sample::{call, denies, outcome};
use policy::Rule;

#[test]
fn tools_by_name() {
    for (rule, tool, expected) in [
        ("Bash", "Bash", "yes"),
        ("Bash", "Monitor", "yes"),
        ("Bash", "bash", "no"),
        ("Write", "Edit", "no"),
        ("Edit", "Write", "no"),
        ("Task", "Agent", "yes"),
        ("Agent", "Task", "yes"),
        ("mcp__github", "mcp__github__create_issue", "yes"),
        ("mcp__github", "mcp__github_enterprise__create_issue", "no"),
        ("mcp__github", "mcp__GitHub__create_issue", "no"),
        ("mcp__github__*", "mcp__github__create_issue", "yes"),
        ("mcp__github__get_*", "mcp__github__get_issue", "yes"),
        ("mcp__github__get_*", "mcp__github__create_issue", "no"),
        ("mcp__github__create_issue", "mcp__github__create_issue_comment", "no"),
        ("mcp__*__delete_*", "mcp__a__b__delete_x", "yes"),
        ("*", "Anything", "yes"),
    ] {
        assert_eq!(denies(rule, &call(tool, "{}")), expected, "{rule} {tool}");
    }
}

#[test]
fn hosts() {
    for (rule, url, expected) in [
        ("WebFetch(domain:example.com)", "https://example.com/a?b#c", "yes"),
        ("WebFetch(domain:example.com)", "HTTPS://user:pass@EXAMPLE.com.:8443/", "yes"),
        ("WebFetch(domain:example.com)", "example.com/a", "yes"),
        ("WebFetch(domain:example.com)", "https://example.com@evil.org/", "no"),
        ("WebFetch(domain:example.com)", "https://evil.org/example.com", "no"),
        ("WebFetch(domain:example.com)", "https://sub.example.com/", "no"),
        ("WebFetch(domain:*.example.com)", "https://sub.example.com/", "yes"),
        ("WebFetch(domain:*.example.com)", "https://notexample.com/", "no"),
        ("WebFetch(domain:example.com)", "https://ex%61mple.com/", "maybe"),
        ("WebFetch(domain:example.com)", "https://ｅxample.com/", "maybe"),
        ("WebFetch(domain:example.com)", "https:\\\\evil.org\\\\@example.com", "maybe"),
    ] {
        let input = format!("{{\"url\":\"{url}\"}}");
        assert_eq!(denies(rule, &call("WebFetch", &input)), expected, "{rule} {url}");
    }
    let open = crate::sample::list("allow", &["WebFetch(domain:example.com)"]);
    assert_eq!(outcome(&open, &call("WebFetch", r#"{"url":"https://example.com"}"#)), "allow");
    assert_eq!(outcome(&open, &call("WebFetch", r#"{"url":"https://ex%61mple.com"}"#)), "deny unlisted");
    assert_eq!(outcome(&open, &call("WebFetch", r#"{"url":1}"#)), "deny unlisted");
}

#[test]
fn agents_and_skills() {
    for (rule, tool, input, expected) in [
        ("Agent(Explore)", "Agent", r#"{"subagent_type":"Explore"}"#, "yes"),
        ("Agent(Explore)", "Task", r#"{"subagent_type":"Explore"}"#, "yes"),
        ("Task(Explore)", "Agent", r#"{"subagent_type":"explore"}"#, "no"),
        ("Agent(general-purpose)", "Agent", r#"{"prompt":"x"}"#, "yes"),
        ("Agent(review:*)", "Agent", r#"{"subagent_type":"review"}"#, "yes"),
        ("Skill(deploy)", "Skill", r#"{"skill":"deploy"}"#, "yes"),
        ("Skill(deploy)", "Skill", r#"{"skill":"deploy","args":"prod"}"#, "no"),
        ("Skill(deploy *)", "Skill", r#"{"skill":"deploy","args":"prod"}"#, "yes"),
        ("Skill(deploy)", "Skill", r#"{"args":"prod"}"#, "maybe"),
    ] {
        assert_eq!(denies(rule, &call(tool, input)), expected, "{rule} {input}");
    }
}

#[test]
fn parameters() {
    for (rule, input, expected) in [
        ("mcp__db__run(mode:write)", r#"{"mode":"write"}"#, "yes"),
        ("mcp__db__run(mode:write)", r#"{"mode":" write "}"#, "yes"),
        ("mcp__db__run(mode:write)", r#"{"mode":"Write"}"#, "no"),
        ("mcp__db__run(mode:w*)", r#"{"mode":"write"}"#, "yes"),
        ("mcp__db__run(dry_run:false)", r#"{"dry_run":false}"#, "yes"),
        ("mcp__db__run(limit:10)", r#"{"limit":10.0}"#, "yes"),
        ("mcp__db__run(mode:write)", "{}", "no"),
        ("mcp__db__run(mode:write)", r#"{"mode":"write","mode":"read"}"#, "maybe"),
        ("mcp__db__run(mode:write)", "not JSON", "maybe"),
    ] {
        assert_eq!(denies(rule, &call("mcp__db__run", input)), expected, "{rule} {input}");
    }
}

#[test]
fn malformed() {
    for (text, expected) in [
        ("", "an empty rule"),
        (" Bash", "blanks around the rule"),
        ("Bash(git", "the parenthesis isn't closed at the rule's end"),
        ("Bash(git) x", "the parenthesis isn't closed at the rule's end"),
        ("Bash()", "nothing stands in the parentheses"),
        ("Bash, Edit", "a tool's name holds no blanks, commas or parentheses"),
        ("(x)", "no tool is named"),
        ("mcp__", "no server is named"),
        ("Bash(a && b)", "a rule is compared with each simple command of a line, and none holds an operator"),
        ("Bash(echo \"x)", "a quote isn't closed"),
        ("Bash(:*)", ""),
        ("Read(!a)", "exceptions aren't possible"),
        ("Read(~bob/x)", "only one's own home can be named"),
        ("Read(a/../b)", "\"..\" behind a name"),
        ("WebFetch(example.com)", "only the domain can be told"),
        ("WebFetch(domain:https://x)", "this is no host name"),
        ("PowerShell(rm)", "PowerShell commands can't be told apart here"),
        ("mcp__a__b(x)", "this tool's calls can't be told apart like this"),
    ] {
        let found = Rule::parse(text).err().map_or("", |malformed| malformed.what);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn one_rule_includes_another() {
    for (wide, narrow, expected) in [
        ("Bash", "Bash(git push *)", true),
        ("Bash(git *)", "Bash(git push *)", true),
        ("Bash(git *)", "Bash(git)", true),
        ("Bash(git:*)", "Bash(git *)", true),
        ("Bash(git push *)", "Bash(git *)", false),
        ("Bash(git*)", "Bash(git *)", true),
        ("Bash(git *)", "Bash(git*)", false),
        ("Bash(* --version)", "Bash(git --version)", true),
        ("mcp__a", "mcp__a__b", true),
        ("mcp__a__*", "mcp__a__b", true),
        ("mcp__*", "mcp__a", true),
        ("mcp__a__b", "mcp__a", false),
        ("Edit(src/**)", "Edit(src/a/*.rs)", true),
        ("Edit(src/**)", "Write(src/a.rs)", true),
        ("Write(src/**)", "Edit(src/a.rs)", false),
        ("Edit(src/**)", "Edit(/src/a)", false),
        ("Edit", "Edit(src/**)", false),
        ("WebFetch(domain:*.a.com)", "WebFetch(domain:b.a.com)", true),
    ] {
        let rule = |text| Rule::parse(text).unwrap();
        assert_eq!(rule(wide).includes(&rule(narrow)), expected, "{wide} {narrow}");
    }
}
