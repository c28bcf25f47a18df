//! Acts of the operator by a signature that ssh-keygen made.

use crate::gate::*;
use crate::terminal::at_terminal;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A session that is flagged, under a policy with allowed signers.
struct Signed {
    gate: Gate,
}

const LINE: &str = "alice@example.com namespaces=\"compact-gate\" KEY";

impl Signed {
    fn new(line: &str) -> Signed {
        Signed::with_policy(line, "[approval]\nallowed_signers = \"signers\"\n")
    }

    fn with_policy(line: &str, policy: &str) -> Signed {
        let signed = Signed { gate: Gate::new() };
        for name in ["alice", "mallory"] {
            signed.ssh_keygen(&["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", name]);
        }
        signed.allow(line);
        fs::write(signed.path("policy.toml"), format!("version = 1\n{policy}")).unwrap();
        signed.hook("SessionStart", json!({"source": "startup"}));
        signed.flag("one");
        signed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.gate.dir.path().join(name)
    }

    fn allow(&self, line: &str) {
        let key = fs::read_to_string(self.path("alice.pub")).unwrap();
        fs::write(self.path("signers"), format!("{}\n", line.replace("KEY", key.trim()))).unwrap();
    }

    fn flag(&self, what: &str) {
        self.hook("PreCompact", json!({"trigger": "auto"}));
        self.hook("PostCompact", json!({"compact_summary": format!("{SUSPECT} {what}")}));
    }

    fn hook(&self, event: &str, more: Value) -> Output {
        let payload = self.gate.payload(event, more).to_string();
        let policy = self.path("policy.toml");
        self.gate.with_input(&["hook", "--policy", policy.to_str().unwrap()], payload.as_bytes())
    }

    fn ssh_keygen(&self, args: &[&str]) {
        let mut command = Command::new("ssh-keygen");
        let output = command.args(args).current_dir(self.gate.dir.path()).stdin(Stdio::null()).output();
        let output = output.expect("ssh-keygen is part of Debian's openssh-client");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    /// Prints the request of a command into a file.
    fn print(&self, command: &[&str], more: &[&str]) {
        let printed = self.gate.run(&[command, &["--print-request"], more].concat());
        assert!(printed.status.success(), "{}", text(&printed.stderr));
        fs::write(self.path("request"), printed.stdout).unwrap();
    }

    fn sign(&self, key: &str, namespace: &str) {
        let _ = fs::remove_file(self.path("request.sig"));
        self.ssh_keygen(&["-q", "-Y", "sign", "-n", namespace, "-f", key, "request"]);
    }

    fn printed_and_signed(&self, command: &[&str]) {
        self.print(command, &[]);
        self.sign("alice", "compact-gate");
    }

    fn bring(&self, command: &[&str]) -> (Option<i32>, String) {
        let answer = self.gate.run(&[command, &["--signature", "request.sig"]].concat());
        (answer.status.code(), text(&answer.stdout) + &text(&answer.stderr))
    }

    fn refused(&self, command: &[&str], why: &str) {
        let (status, said) = self.bring(command);
        assert!(status == Some(2) && said.contains(why), "{why}: {said}");
        assert_eq!(self.gate.run(&["status", "--session", SESSION]).status.code(), Some(4));
    }

    fn acts(&self, folder: &str) -> Vec<Value> {
        let ledger = fs::read_to_string(self.gate.state_dir().join(folder).join("ledger.jsonl")).unwrap();
        let records = ledger.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        records
            .filter(|record| record["kind"] == "operator_acted")
            .map(|record| record["body"].clone())
            .collect()
    }
}

fn release<'a>(epoch: &'a str, reason: &'a str) -> [&'a str; 7] {
    ["release", "--session", SESSION, "--epoch", epoch, "--reason", reason]
}

#[test]
fn a_signature_opens_what_it_was_made_for_and_is_recorded() {
    let signed = Signed::new(LINE);
    let command = release("1", "a quotation");
    signed.print(&command, &[]);
    let printed = fs::read_to_string(signed.path("request")).unwrap();
    let request: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(request["verb"], "release");
    assert_eq!(request["subject"]["session"], SESSION);
    assert_eq!(request["subject"]["summary"].as_str().unwrap().len(), 64);
    assert!(!printed.contains('\n') && !printed.contains("Ignore all"), "{printed}");
    assert!(signed.acts(SESSION).is_empty(), "printing does nothing");
    signed.sign("alice", "compact-gate");
    let (status, said) = signed.bring(&command);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(signed.gate.run(&["status"]).status.code(), Some(0));
    let acts = signed.acts(SESSION);
    assert_eq!(acts.len(), 1);
    assert_eq!((&acts[0]["who"], &acts[0]["verb"]), (&json!("alice@example.com"), &json!("release")));
    assert_eq!(acts[0]["proof"]["how"], "signature");
    assert!(acts[0]["proof"]["key"].as_str().unwrap().starts_with("SHA256:"));
    assert_eq!(acts[0]["proof"]["nonce"], request["nonce"]);
    assert!(acts[0]["at"].as_i64().unwrap() > 1_700_000_000);
    assert_eq!(signed.acts(".operator").len(), 1);
    let verified = signed.gate.run(&["verify", "--all"]);
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
}

#[test]
fn it_counts_once() {
    let signed = Signed::new(LINE);
    let command = release("1", "a quotation");
    signed.printed_and_signed(&command);
    assert_eq!(signed.bring(&command).0, Some(0));
    let (status, said) = signed.bring(&command);
    assert!(status == Some(2) && said.contains("open already"), "{said}");
    // The same state once more, as far as the request tells: the state directory of another machine, or a copy.
    let ledger = signed.gate.state_dir().join(SESSION);
    fs::remove_dir_all(&ledger).unwrap();
    fs::remove_file(signed.gate.state_dir().join(".anchors").join(SESSION)).unwrap();
    signed.hook("SessionStart", json!({"source": "startup"}));
    signed.flag("one");
    signed.refused(&command, "used already");
}

#[test]
fn two_at_once_are_one() {
    let signed = Signed::new(LINE);
    let command = release("1", "a quotation");
    signed.printed_and_signed(&command);
    let start = || {
        let mut process = signed.gate.command(&[&command[..], &["--signature", "request.sig"]].concat());
        process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let both = [start(), start(), start()].map(|child| child.wait_with_output().unwrap());
    let opened = both.iter().filter(|output| output.status.success()).count();
    assert_eq!(opened, 1, "{:?}", both.map(|output| text(&output.stderr)));
    assert_eq!(signed.acts(".operator").len(), 1);
}

#[test]
fn whatever_it_was_not_made_for_is_refused_each_by_its_reason() {
    let signed = Signed::new(LINE);
    let command = release("1", "a quotation");
    signed.printed_and_signed(&command);
    signed.refused(&release("1", "another reason"), "the request is for reason");
    let original = fs::read_to_string(signed.path("request")).unwrap();
    let altered = original.replace("a quotation", "something else");
    fs::write(signed.path("request"), &altered).unwrap();
    signed.refused(&release("1", "something else"), "altered");
    fs::write(signed.path("request"), format!("{original}\n")).unwrap();
    signed.refused(&command, "altered");
    fs::write(signed.path("request"), &original).unwrap();
    signed.sign("mallory", "compact-gate");
    signed.refused(&command, "none of the allowed signers'");
    signed.sign("alice", "file");
    signed.refused(&command, "namespace \"file\"");
    fs::write(signed.path("request.sig"), "nonsense").unwrap();
    signed.refused(&command, "no signature of ssh-keygen");

    signed.sign("alice", "compact-gate");
    signed.flag("two");
    signed.refused(&release("2", "a quotation"), "the request is for epoch");
    let other = ["release", "--session", "other", "--epoch", "1", "--reason", "a quotation"];
    signed.hook("SessionStart", json!({"source": "startup", "session_id": "other"}));
    signed.hook("PreCompact", json!({"trigger": "auto", "session_id": "other"}));
    signed.hook("PostCompact", json!({"session_id": "other", "compact_summary": format!("{SUSPECT} one")}));
    signed.refused(&other, "the request is for session");
    let accept = ["policy", "accept", "--policy", "policy.toml"];
    signed.refused(&accept, "the request is for \"release\", and this is policy accept");
}

#[test]
fn a_request_expires_and_a_clock_that_goes_back_does_not_revive_it() {
    let signed = Signed::new(LINE);
    let command = release("1", "a quotation");
    signed.print(&command, &["--request-expires", "1s"]);
    signed.sign("alice", "compact-gate");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    signed.refused(&command, "the request expired at");
    for life in ["0s", "8d", "1", "x"] {
        let printed =
            signed.gate.run(&[&command[..], &["--print-request", "--request-expires", life]].concat());
        assert_eq!(printed.status.code(), Some(2), "{life}");
    }
    // Long expired, and properly signed.
    let request = fs::read_to_string(signed.path("request")).unwrap();
    let mut ahead: Value = serde_json::from_str(&request).unwrap();
    ahead["issued_at"] = json!("2126-01-01T00:00:00Z");
    ahead["expires_at"] = json!("2126-01-01T01:00:00Z");
    fs::write(signed.path("request"), ahead.to_string()).unwrap();
    signed.sign("alice", "compact-gate");
    signed.refused(&command, "still to come");
}

#[test]
fn the_line_of_the_signer_decides() {
    let signed = Signed::new(LINE);
    let command = release("1", "a quotation");
    signed.printed_and_signed(&command);
    for (line, why) in [
        ("alice namespaces=\"git\" KEY", "may not sign for this namespace"),
        ("alice valid-before=\"20200101Z\" KEY", "not valid any longer"),
        ("alice valid-after=\"21000101Z\" KEY", "not valid yet"),
        ("alice cert-authority KEY", "authority for certificates"),
        ("*@example.com KEY", "by a pattern"),
        ("alice restrict KEY", "signers:1: \"restrict\" is neither"),
        ("", "names no signers"),
    ] {
        signed.allow(line);
        signed.refused(&command, why);
    }
    signed.allow(LINE);
    fs::set_permissions(signed.path("signers"), fs::Permissions::from_mode(0o666)).unwrap();
    signed.refused(&command, "everybody may write");
    fs::remove_file(signed.path("signers")).unwrap();
    signed.refused(&command, "the allowed signers");
    signed.allow("*@example.com KEY");
    signed.print(&command, &["--signer", "bob@example.com"]);
    signed.sign("alice", "compact-gate");
    let (status, said) = signed.bring(&command);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(signed.acts(SESSION)[0]["who"], "bob@example.com");
}

/// Whoever acts can't bring a policy of their own that names them.
#[test]
fn the_policy_that_the_session_is_bound_to_names_the_signers() {
    let signed = Signed::new(LINE);
    let key = fs::read_to_string(signed.path("mallory.pub")).unwrap();
    fs::write(signed.path("own-signers"), format!("mallory {key}")).unwrap();
    fs::write(signed.path("own.toml"), "version = 1\n[approval]\nallowed_signers = \"own-signers\"\n")
        .unwrap();
    let command = [&release("1", "trust me")[..], &["--policy", "own.toml"]].concat();
    signed.print(&command, &[]);
    signed.sign("mallory", "compact-gate");
    signed.refused(&command, "none of the allowed signers'");
    fs::remove_file(signed.path("policy.toml")).unwrap();
    signed.refused(&command, "none of the allowed signers'");
}

#[test]
fn a_policy_may_rule_the_terminal_out() {
    let policy = "[approval]\nallowed_signers = \"signers\"\nrequire_signature = true\n";
    let signed = Signed::with_policy(LINE, policy);
    let command = release("1", "a quotation");
    let digest =
        signed.gate.json(&["status", "--format", "json"])["contexts"]["main"]["newest_summary"].clone();
    let word = &digest.as_str().unwrap()[..8];
    let (status, screen) = at_terminal(signed.gate.command(&command), word);
    assert!(!status.success() && screen.contains("demands a signature"), "{screen}");
    signed.printed_and_signed(&command);
    assert_eq!(signed.bring(&command).0, Some(0));
}

#[test]
fn a_terminal_is_recorded_too() {
    let signed = Signed::new(LINE);
    let status = signed.gate.json(&["status", "--format", "json"]);
    let word = &status["contexts"]["main"]["newest_summary"].as_str().unwrap()[..8];
    assert!(at_terminal(signed.gate.command(&release("1", "looked")), word).0.success());
    let acts = signed.acts(SESSION);
    assert_eq!((acts.len(), &acts[0]["proof"]), (1, &json!({"how": "terminal"})));
    assert!(acts[0]["who"].as_str().unwrap().starts_with("uid "));
}

#[test]
fn without_allowed_signers_nothing_is_printed_in_vain() {
    let signed = Signed::with_policy(LINE, "");
    let printed = signed.gate.run(&[&release("1", "x")[..], &["--print-request"]].concat());
    assert_eq!(printed.status.code(), Some(2));
    assert!(printed.stdout.is_empty() && text(&printed.stderr).contains("names no signers"));
}

#[test]
fn denials_and_policies_go_the_same_way() {
    let policy = "[tools]\ndeny = [\"Bash(git push *)\"]\n[approval]\nallowed_signers = \"signers\"\n";
    let signed = Signed { gate: Gate::new() };
    for name in ["alice", "mallory"] {
        signed.ssh_keygen(&["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", name]);
    }
    signed.allow(LINE);
    fs::write(signed.path("policy.toml"), format!("version = 1\n{policy}")).unwrap();
    signed.hook("SessionStart", json!({"source": "startup"}));
    let push = json!({"tool_name": "Bash", "tool_input": {"command": "git push x y"}, "tool_use_id": "t1"});
    let denied = text(&signed.hook("PreToolUse", push).stderr);
    let event = denied[denied.find("deny-").unwrap()..].split('.').next().unwrap().to_owned();
    let lift = ["denial", "lift", &event, "--reason", "by hand"];
    signed.printed_and_signed(&lift);
    let (status, said) = signed.bring(&lift);
    assert_eq!(status, Some(0), "{said}");
    assert!(signed.gate.run(&["denial", "list"]).stdout.is_empty());

    fs::write(signed.path("policy.toml"), "version = 1\n[approval]\nallowed_signers = \"signers\"\n")
        .unwrap();
    let call = || json!({"tool_name": "Bash", "tool_input": {"command": "true"}, "tool_use_id": "t2"});
    assert!(text(&signed.hook("PreToolUse", call()).stderr).contains("policy_changed"));
    let accept = ["policy", "accept", "--policy", "policy.toml"];
    signed.printed_and_signed(&accept);
    let (status, said) = signed.bring(&accept);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(signed.hook("PreToolUse", call()).status.code(), Some(0));
}

#[test]
fn the_file_of_allowed_signers_is_protected() {
    let signed = Signed { gate: Gate::new() };
    fs::write(signed.path("policy.toml"), "version = 1\n[approval]\nallowed_signers = \"keys/signers\"\n")
        .unwrap();
    signed.hook("SessionStart", json!({"source": "startup"}));
    let file = signed.path("keys/signers");
    let write =
        json!({"tool_name": "Write", "tool_input": {"file_path": file, "content": "x"}, "tool_use_id": "t"});
    let denied = text(&signed.hook("PreToolUse", write).stderr);
    assert!(denied.contains("self_protection") && denied.contains("allowed signers"), "{denied}");
    let command = format!("echo x >> {}", file.display());
    let shell = json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "t"});
    assert!(text(&signed.hook("PreToolUse", shell).stderr).contains("self_protection"));
}

#[test]
fn an_approval_goes_by_a_signature_too() {
    let signed = Signed { gate: Gate::new() };
    signed.ssh_keygen(&["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", "alice"]);
    signed.allow(LINE);
    let policy = "version = 1\n[tools]\nask = [\"Bash(terraform *)\"]\n[approval]\nallowed_signers = \"signers\"\n\
                  require_signature = true\n";
    fs::write(signed.path("policy.toml"), policy).unwrap();
    signed.hook("SessionStart", json!({"source": "startup"}));
    let call = |id: &str| {
        let input = json!({"command": "terraform apply"});
        let answer =
            signed.hook("PreToolUse", json!({"tool_name": "Bash", "tool_input": input, "tool_use_id": id}));
        (answer.status.code(), text(&answer.stderr))
    };
    let (_, denied) = call("t1");
    let request = denied[denied.find("req-").unwrap()..][..16].to_owned();
    let (status, screen) = at_terminal(signed.gate.command(&["approve", &request]), "x");
    assert!(!status.success() && screen.contains("demands a signature"), "{screen}");
    let approve = ["approve", &request, "--expires", "5m"];
    signed.printed_and_signed(&approve);
    let printed: Value = serde_json::from_slice(&fs::read(signed.path("request")).unwrap()).unwrap();
    let listed = signed.gate.json(&["requests", "--format", "json"]);
    assert_eq!(printed["subject"]["payload"], listed["requests"][0]["payload_sha256"]);
    let longer = signed.bring(&["approve", &request, "--expires", "7d"]);
    assert!(longer.0 == Some(2) && longer.1.contains("the request is for expires"), "{}", longer.1);
    let (status, said) = signed.bring(&approve);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(call("t2"), (Some(0), String::new()));
    assert!(call("t3").1.contains("approval_used"));
    let (status, said) = signed.bring(&approve);
    assert!(status == Some(2) && said.contains("nothing renews"), "{said}");
}
