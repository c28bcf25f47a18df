//! Deep, long and random inputs.

use std::time::{Duration, Instant};

use super::fixture::Fixture;
use crate::Violation;

#[test]
fn nesting_is_no_recursion() {
    let fixture = Fixture::new();
    let deep = format!("{}\".claude/settings.json\"{}", "{\"a\":[".repeat(10_000), "]}".repeat(10_000));
    let input = format!("{{\"x\":{deep}}}");
    assert!(matches!(fixture.tool("mcp__x__y", &input), Some(Violation::Path { .. })));
    let shell = format!("{}rm -rf .claude{}", "$(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(fixture.bash(&shell), Some(Violation::UnreadableCommand));
    let shell = format!("{}true{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(fixture.bash(&shell), None);
}

#[test]
fn long_content_costs_a_scan() {
    let fixture = Fixture::new();
    let content = "fn main() { println!(\\\"{}\\\", 1); }\\n".repeat(8 * 1024 * 1024 / 36);
    let input = format!("{{\"file_path\":\"docs/a.md\",\"content\":\"{content}\"}}");
    let started = Instant::now();
    assert_eq!(fixture.tool("Write", &input), None);
    assert_eq!(fixture.tool("mcp__x__y", &input), None);
    assert!(started.elapsed() < Duration::from_millis(500), "{:?}", started.elapsed());
}

#[test]
fn long_commands_cost_their_length() {
    let fixture = Fixture::new();
    let started = Instant::now();
    for unit in [
        "echo a > b; ",
        "x=$y; ",
        "cd a; ",
        "rm a* ",
        "{a,b}",
        "$((",
        "sh -c 'a';",
        "cat <<E\n.claude\nE\n",
        "$x$y",
        "alias a=b;",
        "cd a;rm *;",
    ] {
        let started = Instant::now();
        let _ = fixture.bash(&unit.repeat(100_000 / unit.len()));
        println!("{:?} {unit:?}", started.elapsed());
    }
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

#[test]
fn any_text_is_answered() {
    const TOKENS: [&str; 32] = [
        "rm ",
        ".claude",
        "/",
        "settings.json",
        " ",
        "\\n",
        ";",
        "|",
        "(",
        ")",
        ">",
        "$",
        "`",
        "'",
        "\\\\",
        "{",
        "}",
        ",",
        "~",
        "*",
        "?",
        "[",
        "]",
        "=",
        "cd ",
        "compact-gate ",
        "release",
        "$x",
        "é",
        "\\ud800",
        "..",
        "\\u",
    ];
    let fixture = Fixture::new();
    let mut seed = 5_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap_or_default() % limit
    };
    for _ in 0..15_000 {
        let text: String = (0..below(20)).map(|_| TOKENS[below(TOKENS.len())]).collect();
        for tool in ["Bash", "Write", "mcp__x__y"] {
            let _ = fixture.tool(tool, &format!("{{\"command\":\"{text}\",\"file_path\":\"{text}\"}}"));
            let _ = fixture.tool(tool, &text);
        }
    }
}
