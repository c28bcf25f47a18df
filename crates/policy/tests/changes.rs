//! A policy that changes in mid-session.

use crate::sample::policy;
use policy::{Direction, Policy, compare};

fn changes(old: &str, new: &str) -> Vec<String> {
    compare(&policy(old), &policy(new)).iter().map(ToString::to_string).collect()
}

#[test]
fn rule_by_rule() {
    for (old, new, expected) in [
        ("", "[tools]\ndeny = [\"A\"]", "tools.deny + A: narrower"),
        ("[tools]\ndeny = [\"A\"]", "", "tools.deny - A: wider"),
        (
            "[tools]\ndeny = [\"Bash(git push *)\"]",
            "[tools]\ndeny = [\"Bash(git *)\"]",
            "tools.deny + Bash(git *): narrower | tools.deny - Bash(git push *): no difference",
        ),
        (
            "[tools]\ndeny = [\"Bash(git push --force)\"]",
            "[tools]\ndeny = [\"Bash(git * --force)\"]",
            "tools.deny + Bash(git * --force): narrower | tools.deny - Bash(git push --force): wider",
        ),
        (
            "[tools]\nask = [\"A\"]",
            "[tools]\ndeny = [\"A\"]",
            "tools.deny + A: narrower | tools.ask - A: no difference",
        ),
        (
            "[tools]\ndeny = [\"A\"]",
            "[tools]\nask = [\"A\"]",
            "tools.deny - A: wider | tools.ask + A: narrower",
        ),
        (
            "[tools]\nallow = []",
            "[tools]\nallow = []\nask = [\"A\"]",
            "tools.ask + A: unclear, counts as wider",
        ),
        ("", "[tools]\nallow = [\"A\"]", "unlisted a list of what may run came: narrower"),
        ("[tools]\nallow = [\"A\"]", "", "unlisted the list of what may run went: wider"),
        ("[tools]\nallow = [\"A\"]", "[tools]\nallow = [\"A\", \"B\"]", "tools.allow + B: wider"),
        ("[tools]\nallow = [\"A\", \"B\"]", "[tools]\nallow = [\"A\"]", "tools.allow - B: narrower"),
        ("", "[tools]\nread_only = [\"A\"]", "tools.read_only + A: wider"),
        ("", "[tools]\nexternal = [\"A\"]", "tools.external + A: narrower"),
        ("", "[[target]]\ntool = \"A\"\nfield = \"/a\"", "target changed: unclear, counts as wider"),
        ("", "[authority]\nenvironments = [\"a\"]", "authority.environments a list came: narrower"),
        (
            "[authority]\nenvironments = [\"a\"]",
            "[authority]\nenvironments = [\"b\"]",
            "authority.environments + b: wider | authority.environments - a: narrower",
        ),
        ("", "subagents = \"explicit\"", "delegation subagents are limited: narrower"),
        (
            "subagents = \"explicit\"",
            "[[delegation]]\nagent_type = \"t\"\nallow = [\"A\"]",
            "delegation.t + A: wider",
        ),
        ("", "[git]\non_change = \"descendant\"", ""),
        ("", "[git]\non_change = \"note\"", "git.on_change descendant -> note: wider"),
        ("", "[resume]\nlost_state = \"settle\"", "resume.lost_state flag -> settle: wider"),
        ("", "[checkpoint]\nttl = \"1h\"", "checkpoint.ttl 1d -> 1h: narrower"),
        ("", "[lint]\na = \"deny\"", "lint.a unset -> deny: narrower"),
        ("", "[lint]\na = \"note\"", "lint.a note: unclear, counts as wider"),
        ("[lint]\na = \"note\"", "[lint]\na = \"off\"", "lint.a note -> off: wider"),
        ("[lint]\na = \"deny\"", "", "lint.a its own level: unclear, counts as wider"),
        ("", "[approval]\nallowed_signers = \"f\"", "approval.allowed_signers f: unclear, counts as wider"),
        ("", "[approval]\nrequire_signature = true", "approval.require_signature false -> true: narrower"),
        ("", "[evidence]\ntest = [\"Bash(a)\"]", "evidence.test + Bash(a): wider"),
        ("# a", "version = 1", ""),
    ] {
        let found = changes(old, new).join(" | ").replace("policy.toml ", "");
        assert_eq!(found, expected, "{old} -> {new}");
    }
}

#[test]
fn a_layer_that_comes_or_goes() {
    let operator = policy("[tools]\ndeny = [\"A\"]");
    let merged =
        Policy::merge(&operator, &policy("[tools]\ndeny = [\"B\"]\n[lint]\na = \"deny\""), None).policy;
    let came = compare(&operator, &merged);
    assert!(came.len() == 2 && came.iter().all(|change| change.direction == Direction::Narrower), "{came:?}");
    let went = compare(&merged, &operator);
    assert!(went.len() == 2 && went.iter().all(|change| change.direction.widens()), "{went:?}");
    assert_eq!(compare(&merged, &merged), []);
}
