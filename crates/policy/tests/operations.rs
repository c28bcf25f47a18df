//! What the same effect is, what waits for what, and what a response tells.

use crate::sample::{call, command, policy};
use policy::{Outcome, Policy, compare};

fn same(policy: &Policy, a: (&str, &str), b: (&str, &str)) -> bool {
    let of = |(tool, input): (&str, &str)| policy.effects(&call(tool, input));
    of(a).iter().any(|text| of(b).contains(text))
}

const IGNORING: &str = r#"
[[effect]]
tool = "mcp__pay__*"
ignore = ["/request_id", "/meta/at", "/items/0/at"]
"#;

#[test]
fn spellings_of_one_effect() {
    let policy = policy(IGNORING);
    let bash = [
        "git push origin main",
        "  git   push  'origin' main",
        "git push \"origin\" main # again",
        "git \\\n push origin main\n",
        "gi''t push or\\igin main",
    ]
    .map(command);
    let spelled = [
        r#"{"amount":7,"to":"é"}"#,
        r#" { "to" : "\u00e9" , "amount" : 7.0 } "#,
        r#"{"amount":7e0,"to":"é","request_id":"r-1"}"#,
        r#"{"request_id":{"deep":[1]},"amount":7,"to":"é"}"#,
    ];
    let nested = [
        r#"{"items":[{"id":1}],"meta":{}}"#,
        r#"{"meta":{"at":"12:00"},"items":[{"at":1,"id":1}]}"#,
        r#"{"meta":{"at":"13:00"},"items":[{"id":1.0}],"request_id":""}"#,
    ];
    let files = [r#"{"file_path":"a","content":"x"}"#, r#"{"content":"x","file_path":"/p/web/b/../a"}"#];
    for (tool, inputs) in [
        ("Bash", bash.each_ref().map(String::as_str).to_vec()),
        ("mcp__pay__send", spelled.to_vec()),
        ("mcp__pay__send", nested.to_vec()),
        ("Write", files.to_vec()),
    ] {
        for a in &inputs {
            for b in &inputs {
                assert!(same(&policy, (tool, a), (tool, b)), "{tool} {a} | {b}");
            }
        }
    }
}

#[test]
fn different_effects_never_share_a_text() {
    let policy = policy(IGNORING);
    let bash = [
        "git push",
        "git push origin",
        "git push 'origin main'",
        "git push origin main",
        "git push $A",
        "git push '$A'",
        "git push; git push",
        "git push && git push",
        "(git push)",
        "git push > f",
    ]
    .map(command);
    let other = [
        ("Bash", r#"{"command":1}"#),
        ("mcp__pay__send", r#"{"amount":7}"#),
        ("mcp__pay__send", r#"{"amount":"7"}"#),
        ("mcp__pay__send", r#"{"amount":7,"to":"a"}"#),
        ("mcp__pay__send", r#"{"amount":7,"to":"a "}"#),
        ("mcp__pay__send", r#"{"amount":9007199254740993}"#),
        ("mcp__pay__send", r#"{"amount":9007199254740992}"#),
        ("mcp__pay__send", r#"{"amount":7,"at":1}"#),
        ("mcp__pay__send", r#"{"amount":7,"meta":{"by":"x","at":1}}"#),
        ("mcp__pay__send", r#"{"amount":7,"meta":[]}"#),
        ("mcp__pay__send", r#"{"items":[1,2]}"#),
        ("mcp__pay__send", r#"{"items":[2,1]}"#),
        ("mcp__pay__send", r#"{"items":["1,2"]}"#),
        ("mcp__pay__take", r#"{"amount":7}"#),
        ("mcp__other__send", r#"{"amount":7,"request_id":1}"#),
        ("mcp__other__send", r#"{"amount":7,"request_id":2}"#),
        ("mcp__other__send", r#"{"a":1,"a":2}"#),
        ("mcp__other__send", r#"{"a":2,"a":1}"#),
        ("Write", r#"{"file_path":"a","content":"x"}"#),
        ("Write", r#"{"file_path":"a","content":"x "}"#),
        ("Write", r#"{"file_path":"b","content":"x"}"#),
        ("Edit", r#"{"file_path":"a","content":"x"}"#),
    ];
    let all: Vec<(&str, &str)> =
        bash.iter().map(|input| ("Bash", input.as_str())).chain(other.iter().copied()).collect();
    for (at, a) in all.iter().enumerate() {
        for b in &all[at + 1..] {
            assert!(!same(&policy, *a, *b), "{a:?} | {b:?}");
        }
    }
}

#[test]
fn dependencies_are_found_on_both_sides() {
    let policy = policy(
        r#"
[[dependency]]
tool = "Bash(git push *)"
on = "Bash(git push *)"
[[dependency]]
tool = "mcp__github__merge_pull_request"
on = "mcp__deploy__*"
"#,
    );
    let push = command("git push origin main");
    assert_eq!(policy.waits_for(&call("Bash", &push)), ["Bash(git push *)"]);
    assert_eq!(policy.awaited_by(&call("Bash", &command("/usr/bin/git -C /p push x"))), ["Bash(git push *)"]);
    assert_eq!(policy.waits_for(&call("mcp__github__merge_pull_request", "{}")), ["mcp__deploy__*"]);
    assert_eq!(policy.awaited_by(&call("mcp__deploy__run", "{}")), ["mcp__deploy__*"]);
    assert!(policy.waits_for(&call("mcp__deploy__run", "{}")).is_empty());
    assert!(policy.awaited_by(&call("Bash", &command("git pull"))).is_empty());
}

const PROBE: &str = r#"
[tools]
read_only = ["mcp__deploy__status", "Bash(deployctl status *)"]
[[probe]]
tool = "mcp__deploy__status"
settles = "mcp__deploy__run"
field = "/state"
equals = "done"
outcome = "committed"
[[probe]]
tool = "mcp__deploy__*"
settles = "mcp__deploy__run"
field = "/found"
equals = "false"
outcome = "not-committed"
"#;

fn told(policy: &Policy, tool: &str, response: &str) -> Vec<Outcome> {
    policy.told(&call(tool, "{}"), response).iter().map(|told| told.outcome).collect()
}

#[test]
fn a_response_tells_only_what_the_probe_asks_for() {
    let policy = policy(PROBE);
    let status = "mcp__deploy__status";
    for (response, outcomes) in [
        (r#"{"state":"done"}"#, vec![Outcome::Committed]),
        (r#""{\"state\":\"done\"}""#, vec![Outcome::Committed]),
        (r#"[{"type":"text","text":"{\"state\":\"done\"}"}]"#, vec![Outcome::Committed]),
        (r#"{"found":false}"#, vec![Outcome::NotCommitted]),
        (r#"{"state":"done","found":false}"#, vec![Outcome::Committed, Outcome::NotCommitted]),
        (r#"{"state":"doneish"}"#, vec![]),
        (r#"{"x":{"state":"done"}}"#, vec![]),
        (r#"{"state":["done"]}"#, vec![]),
        (r#"{"state":"x","state":"done"}"#, vec![]),
        (r#"[{"type":"text","text":"{\"state\":\"done\"}"},{"type":"text","text":"x"}]"#, vec![]),
        (r#""the state is \"done\"""#, vec![]),
        ("null", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(told(&policy, status, response), outcomes, "{response}");
    }
    assert!(policy.told(&call(status, "{}"), r#"{"state":"done"}"#)[0].is_about("mcp__deploy__run"));
    assert!(!policy.told(&call(status, "{}"), r#"{"state":"done"}"#)[0].is_about("mcp__deploy__other"));
    // A tool that does more than read tells nothing, whatever the probe's rule says.
    assert!(told(&policy, "mcp__deploy__run", r#"{"found":false}"#).is_empty());
}

#[test]
fn only_the_operators_probes_count() {
    let repository = policy(PROBE);
    let merged = Policy::merge(&Policy::default(), &repository, Some(&repository.digest()));
    assert!(!merged.policy.has_probes());
    assert_eq!(merged.widenings.iter().filter(|it| it.key == "probe").count(), 2);
    let operator = policy("[tools]\nread_only = [\"mcp__deploy__status\"]\n");
    let layered = operator.with_layer("contract", repository.layers()[0].says.clone());
    assert!(told(&layered, "mcp__deploy__status", r#"{"state":"done"}"#).is_empty());
}

#[test]
fn a_change_of_each_has_a_direction() {
    let changes = |old: &str, new: &str| {
        let changes = compare(&policy(old), &policy(new));
        changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ")
    };
    let dependency = "[[dependency]]\ntool = \"A\"\non = \"B\"\n";
    assert_eq!(changes("", dependency), "policy.toml dependency + A on B: narrower");
    assert_eq!(changes(dependency, ""), "policy.toml dependency - A on B: wider");
    assert_eq!(
        changes("", IGNORING),
        "policy.toml effect + mcp__pay__* /request_id /meta/at /items/0/at: narrower"
    );
    let probe = PROBE.split("[[probe]]").nth(1).map(|table| format!("[[probe]]{table}")).unwrap_or_default();
    assert_eq!(
        changes("", &probe),
        "policy.toml probe + mcp__deploy__status settles mcp__deploy__run as committed: wider"
    );
    for text in [dependency, IGNORING, &probe] {
        assert_ne!(policy(text).digest(), policy("").digest());
    }
}
