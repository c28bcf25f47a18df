//! Calls that wait for the operator, from the denial to the one call that goes through.

use crate::gate::*;
use crate::terminal::at_terminal;
use serde_json::{Value, json};
use std::cell::Cell;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};

const POLICY: &str =
    "version = 1\n[tools]\nask = [\"Bash(terraform apply *)\", \"mcp__shop__*\", \"Write(infra/**)\"]\n";
const APPLY: &str = "terraform apply plan.out";

struct Shop {
    gate: Gate,
    more: Vec<String>,
    calls: Cell<u32>,
}

impl Shop {
    fn new() -> Shop {
        Shop::with(&[])
    }

    /// A started session of a hook that is registered with these options, too.
    fn with(more: &[&str]) -> Shop {
        let more = more.iter().map(|it| (*it).to_owned()).collect();
        let shop = Shop { gate: Gate::new(), more, calls: Cell::new(0) };
        shop.policy(POLICY);
        shop.hook(shop.gate.payload("SessionStart", json!({"source": "startup"})));
        shop
    }

    fn path(&self, name: &str) -> PathBuf {
        self.gate.dir.path().join(name)
    }

    fn policy(&self, text: &str) {
        fs::write(self.path("policy.toml"), text).unwrap();
    }

    fn start_hook(&self, payload: &Value) -> Child {
        let policy = self.path("policy.toml");
        let mut args = vec!["hook", "--policy", policy.to_str().unwrap()];
        args.extend(self.more.iter().map(String::as_str));
        let mut command = self.gate.command(&args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), payload.to_string().as_bytes()).unwrap();
        child
    }

    fn hook(&self, payload: Value) -> Output {
        self.start_hook(&payload).wait_with_output().unwrap()
    }

    fn call_payload(&self, tool: &str, input: &Value, more: &Value) -> Value {
        self.calls.set(self.calls.get() + 1);
        let mut call = json!({"tool_name": tool, "tool_input": input,
            "tool_use_id": format!("toolu_{}", self.calls.get())});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.gate.payload("PreToolUse", call)
    }

    fn call(&self, tool: &str, input: &Value, more: &Value) -> (Option<i32>, String) {
        let answer = self.hook(self.call_payload(tool, input, more));
        assert!(answer.stdout.is_empty());
        (answer.status.code(), text(&answer.stderr))
    }

    fn apply(&self) -> (Option<i32>, String) {
        self.call("Bash", &json!({"command": APPLY, "description": "d"}), &json!({}))
    }

    #[track_caller]
    fn refused((status, said): (Option<i32>, String), code: &str) -> String {
        assert!(status == Some(2) && said.contains(&format!("({code})")), "{code}: {said}");
        said[said.find("req-").unwrap()..][..16].to_owned()
    }

    /// Approves at a terminal what waits under this id.
    fn approve(&self, request: &str, more: &[&str]) -> (bool, String) {
        let listed = self.gate.json(&["requests", "--format", "json"]);
        let requests = listed["requests"].as_array().unwrap().clone();
        let listed = requests.into_iter().find(|it| it["id"] == request).unwrap_or_default();
        let word = listed["payload_sha256"].as_str().map_or("none", |digest| &digest[..8]).to_owned();
        let (status, screen) = at_terminal(self.gate.command(&[&["approve", request], more].concat()), &word);
        (status.success(), screen)
    }

    fn kept(&self, session: &str) -> Vec<PathBuf> {
        let folder = fs::read_dir(self.gate.state_dir().join(session).join("requests"));
        folder.map_or(Vec::new(), |entries| entries.map(|entry| entry.unwrap().path()).collect())
    }

    fn records(&self, folder: &str, kind: &str) -> Vec<Value> {
        let ledger = fs::read_to_string(self.gate.state_dir().join(folder).join("ledger.jsonl")).unwrap();
        let records = ledger.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        records.filter(|record| record["kind"] == kind).map(|record| record["body"].clone()).collect()
    }
}

#[test]
fn one_call_is_asked_for_shown_approved_and_goes_through_once() {
    let shop = Shop::new();
    let (status, said) = shop.apply();
    let request = Shop::refused((status, said.clone()), "approval_missing");
    for needed in ["only the operator can change", "from outside this session", "do something else"] {
        assert!(said.contains(needed), "{said}");
    }
    assert!(
        !said.contains("compact-gate approve") && !said.contains("--") && !said.contains(APPLY),
        "{said}"
    );
    assert_eq!(
        Shop::refused(shop.apply(), "approval_missing"),
        request,
        "one request, however often it is asked"
    );

    let shown = shop.gate.run(&["requests"]);
    assert_eq!(shown.status.code(), Some(3));
    assert!(text(&shown.stdout).contains(&request) && text(&shown.stdout).contains(APPLY));
    let listed = &shop.gate.json(&["requests", "--format", "json"])["requests"][0];
    assert_eq!(listed["tool_input"], json!({"command": APPLY, "description": "d"}));
    let kept = shop.kept(SESSION);
    assert_eq!(kept.len(), 1);
    assert_eq!(fs::metadata(&kept[0]).unwrap().permissions().mode() & 0o777, 0o600);

    let (approved, screen) = shop.approve(&request, &["--expires", "30m"]);
    assert!(approved && screen.contains(APPLY) && screen.contains("once"), "{screen}");
    assert!(shop.kept(SESSION).is_empty(), "what was read is gone");
    assert_eq!(shop.gate.run(&["requests"]).status.code(), Some(0));
    assert_eq!(shop.apply(), (Some(0), String::new()));
    let renewed = Shop::refused(shop.apply(), "approval_used");
    assert_ne!(renewed, request);
    let redeemed = shop.records(SESSION, "approval_redeemed");
    assert_eq!((redeemed.len(), &redeemed[0]["id"]), (1, &json!(request)));
    let acts = shop.records(SESSION, "operator_acted");
    assert_eq!((acts.len(), &acts[0]["verb"]), (1, &json!("approve")));
    let ledger = fs::read_to_string(shop.gate.state_dir().join(SESSION).join("ledger.jsonl")).unwrap();
    let snapshot = fs::read_to_string(shop.gate.state_dir().join(SESSION).join("verdict.json")).unwrap();
    assert!(!ledger.contains("terraform apply plan") && !snapshot.contains("terraform apply plan"));
    let (approved, screen) = shop.approve(&request, &[]);
    assert!(!approved && screen.contains("nothing renews"), "{screen}");
}

#[test]
fn a_second_copy_of_the_hook_gets_the_same_answer_and_spends_nothing() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    assert!(shop.approve(&request, &[]).0);
    let payload = shop.call_payload("Bash", &json!({"command": APPLY}), &json!({}));
    for _ in 0..3 {
        assert_eq!(shop.hook(payload.clone()).status.code(), Some(0));
    }
    assert_eq!(shop.records(SESSION, "approval_redeemed").len(), 1);
    Shop::refused(shop.apply(), "approval_used");
}

#[test]
fn of_two_at_once_exactly_one_wins() {
    for _ in 0..8 {
        let shop = Shop::new();
        let request = Shop::refused(shop.apply(), "approval_missing");
        assert!(shop.approve(&request, &[]).0);
        let payloads: Vec<Value> =
            (0..4).map(|_| shop.call_payload("Bash", &json!({"command": APPLY}), &json!({}))).collect();
        let started: Vec<Child> = payloads.iter().map(|payload| shop.start_hook(payload)).collect();
        let ended: Vec<Output> = started.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
        let through = ended.iter().filter(|output| output.status.code() == Some(0)).count();
        assert_eq!(through, 1, "{:?}", ended.iter().map(|output| text(&output.stderr)).collect::<Vec<_>>());
        assert_eq!(shop.records(SESSION, "approval_redeemed").len(), 1);
    }
}

/// kill -9 at any instant of a redemption: afterwards it has been spent or not, never both and never twice.
#[test]
fn a_kill_at_any_instant_spends_it_at_most_once() {
    let shop = Shop::new();
    let mut let_through = 0;
    for round in 0..40_u64 {
        let (status, said) = shop.apply();
        let request = match status {
            Some(2) => said[said.find("req-").unwrap()..][..16].to_owned(),
            _ => panic!("round {round}: it goes through without an approval"),
        };
        assert!(shop.approve(&request, &[]).0, "round {round}");
        let payload = shop.call_payload("Bash", &json!({"command": APPLY}), &json!({}));
        let mut child = shop.start_hook(&payload);
        std::thread::sleep(std::time::Duration::from_micros(round * 130));
        let _ = child.kill();
        let killed = child.wait_with_output().unwrap();
        assert!(killed.stdout.is_empty());
        let spent = shop.records(SESSION, "approval_redeemed").iter().any(|it| it["id"] == request.as_str());
        if killed.status.code() == Some(0) {
            assert!(spent, "round {round}: it was let through unrecorded");
            let_through += 1;
        }
        if !spent {
            assert_eq!(shop.apply().0, Some(0), "round {round}: nobody has spent it");
        }
        let verified = shop.gate.run(&["verify"]);
        assert_eq!(verified.status.code(), Some(0), "round {round}: {}", text(&verified.stdout));
    }
    assert!(let_through < 40, "some were killed");
}

#[test]
fn whatever_it_is_bound_to_has_to_hold() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    assert!(shop.approve(&request, &[]).0);
    let other = |command: &str| shop.call("Bash", &json!({"command": command}), &json!({}));
    Shop::refused(other("terraform apply other.out"), "approval_altered");
    let elsewhere = json!({"cwd": "/"});
    Shop::refused(shop.call("Bash", &json!({"command": APPLY}), &elsewhere), "approval_altered");
    let agent = json!({"agent_id": "a1", "agent_type": "Explore"});
    Shop::refused(shop.call("Bash", &json!({"command": APPLY}), &agent), "approval_elsewhere");
    let session = |id: &str, event: &str, more: Value| {
        let mut payload = shop.gate.payload(event, more);
        payload["session_id"] = json!(id);
        payload
    };
    shop.hook(session("other", "SessionStart", json!({"source": "startup"})));
    let call = json!({"tool_name": "Bash", "tool_input": {"command": APPLY}, "tool_use_id": "t"});
    let answer = shop.hook(session("other", "PreToolUse", call));
    Shop::refused((answer.status.code(), text(&answer.stderr)), "approval_elsewhere");
    assert_eq!(shop.apply().0, Some(0), "none of this has spent it");
}

#[test]
fn a_path_that_leads_elsewhere_by_then_is_another_call() {
    let shop = Shop::new();
    let (one, two) = (shop.path("infra/one"), shop.path("infra/two"));
    fs::create_dir_all(&one).unwrap();
    fs::create_dir_all(&two).unwrap();
    let link = shop.path("infra/current");
    std::os::unix::fs::symlink(&one, &link).unwrap();
    let write =
        || shop.call("Write", &json!({"file_path": link.join("main.tf"), "content": "x"}), &json!({}));
    let request = Shop::refused(write(), "approval_missing");
    assert!(shop.approve(&request, &[]).0);
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&two, &link).unwrap();
    Shop::refused(write(), "approval_altered");
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&one, &link).unwrap();
    assert_eq!(write().0, Some(0));
}

#[test]
fn it_expires_and_another_policy_ends_it() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    assert!(shop.approve(&request, &["--expires", "1s"]).0);
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let renewed = Shop::refused(shop.apply(), "approval_expired");
    assert_ne!(renewed, request, "nothing renews one");
    assert!(shop.approve(&renewed, &[]).0);
    shop.policy(&POLICY.replace("[tools]", "[tools]\ndeny = [\"Bash(rm *)\"]"));
    let anew = Shop::refused(shop.apply(), "approval_policy_changed");
    shop.policy(POLICY);
    // The old policy is wider now, which waits for the operator; what was ended stays so.
    assert!(shop.apply().1.contains("policy_changed"));
    assert!(anew.starts_with("req-"));
}

#[test]
fn a_compaction_keeps_it_and_clear_does_not_take_it_along() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    shop.hook(shop.gate.payload("PreCompact", json!({"trigger": "auto"})));
    assert!(shop.approve(&request, &[]).0);
    assert!(shop.apply().1.contains("verdict_pending"));
    shop.hook(shop.gate.payload("PostCompact", json!({"compact_summary": CLEAN})));
    let mut cleared = shop.gate.payload("SessionStart", json!({"source": "clear"}));
    cleared["session_id"] = json!("cleared");
    shop.hook(cleared);
    let mut call = shop.call_payload("Bash", &json!({"command": APPLY}), &json!({}));
    call["session_id"] = json!("cleared");
    let answer = shop.hook(call);
    Shop::refused((answer.status.code(), text(&answer.stderr)), "approval_elsewhere");
    assert_eq!(shop.apply().0, Some(0));
}

#[test]
fn a_refusal_stands_until_it_is_lifted() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    let (status, screen) = at_terminal(shop.gate.command(&["refuse", &request]), &request);
    assert!(status.success(), "{screen}");
    assert!(shop.kept(SESSION).is_empty());
    let (status, said) = shop.call("Bash", &json!({"command": "terraform  apply 'plan.out'"}), &json!({}));
    assert!(
        status == Some(2) && said.contains("approval_refused") && !said.contains("waits for the operator"),
        "{said}"
    );
    let listed = text(&shop.gate.run(&["denial", "list"]).stdout);
    let event = listed.split_whitespace().next().unwrap();
    let lift = ["denial", "lift", event, "--reason", "reconsidered"];
    assert!(at_terminal(shop.gate.command(&lift), event).0.success());
    Shop::refused(shop.apply(), "approval_missing");
}

#[test]
fn an_altered_file_or_an_input_that_is_too_large_cannot_be_approved() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    let kept = shop.kept(SESSION).remove(0);
    let altered = fs::read_to_string(&kept).unwrap().replace("plan.out", "harmless");
    fs::write(&kept, altered).unwrap();
    let (approved, screen) = shop.approve(&request, &[]);
    assert!(!approved && screen.contains("altered"), "{screen}");
    assert!(text(&shop.gate.run(&["requests"]).stdout).contains("can't be approved"));
    let large = json!({"command": format!("terraform apply {}", "x".repeat(1 << 20))});
    let request = Shop::refused(shop.call("Bash", &large, &json!({})), "approval_missing");
    let (approved, screen) = shop.approve(&request, &[]);
    assert!(!approved && screen.contains("are not kept"), "{screen}");
}

#[test]
fn what_is_shown_cannot_steer_the_terminal() {
    let shop = Shop::new();
    let hostile = "terraform apply \u{1b}]0;owned\u{7}\u{202e}tuo.nalp \u{200b}";
    let request =
        Shop::refused(shop.call("Bash", &json!({"command": hostile}), &json!({})), "approval_missing");
    let bad = ['\u{1b}', '\u{7}', '\u{202e}', '\u{200b}'];
    for args in [["requests", "--format", "text"], ["requests", "--format", "json"]] {
        let shown = text(&shop.gate.run(&args).stdout);
        assert!(shown.contains("tuo.nalp") && !shown.contains(bad), "{shown}");
    }
    let (_, screen) = shop.approve(&request, &[]);
    assert!(screen.contains("tuo.nalp") && !screen.contains(bad), "{screen:?}");
    assert_eq!(shop.call("Bash", &json!({"command": hostile}), &json!({})).0, Some(0));
}

#[test]
fn in_a_run_any_session_may_spend_what_was_approved_for_it_once() {
    let shop = Shop::with(&["--run", "nightly"]);
    let request = Shop::refused(shop.apply(), "approval_missing");
    let (approved, screen) = shop.approve(&request, &["--run", "other"]);
    assert!(!approved && screen.contains("not one of the run"), "{screen}");
    let (approved, screen) = shop.approve(&request, &["--run", "nightly"]);
    assert!(approved, "{screen}");
    let calls: Vec<Value> = ["s2", "s3", "s4"]
        .iter()
        .map(|id| {
            let mut start = shop.gate.payload("SessionStart", json!({"source": "startup"}));
            start["session_id"] = json!(id);
            shop.hook(start);
            let mut call = shop.call_payload("Bash", &json!({"command": APPLY}), &json!({}));
            call["session_id"] = json!(id);
            call
        })
        .collect();
    let started: Vec<Child> = calls.iter().map(|payload| shop.start_hook(payload)).collect();
    let ended: Vec<Output> = started.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let through: Vec<usize> = (0..3).filter(|at| ended[*at].status.code() == Some(0)).collect();
    assert_eq!(through.len(), 1, "{:?}", ended.iter().map(|output| text(&output.stderr)).collect::<Vec<_>>());
    assert_eq!(shop.hook(calls[through[0]].clone()).status.code(), Some(0), "its twin");
    Shop::refused(shop.apply(), "approval_used");
    assert_eq!(shop.records(".run-nightly", "approval_redeemed").len(), 1);
}

#[test]
fn what_the_client_refused_gives_its_approval_back() {
    let shop = Shop::new();
    let request = Shop::refused(shop.apply(), "approval_missing");
    assert!(shop.approve(&request, &[]).0);
    let payload = shop.call_payload("Bash", &json!({"command": APPLY}), &json!({}));
    assert_eq!(shop.hook(payload.clone()).status.code(), Some(0));
    let mut refused = payload;
    refused["hook_event_name"] = json!("PermissionDenied");
    assert_eq!(shop.hook(refused).status.code(), Some(0));
    assert_eq!(shop.apply().0, Some(0));
    Shop::refused(shop.apply(), "approval_used");
}

#[test]
fn reading_is_asked_about_where_the_policy_says_so() {
    let shop = Shop::new();
    shop.policy("version = 1\n[tools]\nask = [\"Read(**/secrets/**)\"]\n");
    let mut start = shop.gate.payload("SessionStart", json!({"source": "startup"}));
    start["session_id"] = json!("reader");
    shop.hook(start);
    let read = |file: &str| {
        let input = json!({"file_path": shop.path(file)});
        shop.call("Read", &input, &json!({"session_id": "reader"}))
    };
    assert_eq!(read("README.md").0, Some(0));
    let request = Shop::refused(read("secrets/key"), "approval_missing");
    assert!(shop.approve(&request, &[]).0);
    assert_eq!(read("secrets/key").0, Some(0));
}
