use crate::gate::*;
use crate::terminal::at_terminal;
use serde_json::json;

fn release<'a>(epoch: &'a str, reason: &'a str) -> [&'a str; 7] {
    ["release", "--session", SESSION, "--epoch", epoch, "--reason", reason]
}

fn flagged() -> (Gate, String) {
    let gate = Gate::new();
    gate.start();
    gate.compact(SUSPECT);
    let status = gate.json(&["status", "--format", "json"]);
    let digest = status["contexts"]["main"]["newest_summary"].as_str().unwrap().to_owned();
    (gate, digest)
}

#[test]
fn without_a_terminal_nothing_is_released() {
    let (gate, _) = flagged();
    let refused = gate.run(&release("1", "looked at it"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("terminal"));
    assert_eq!(gate.run(&["status"]).status.code(), Some(4));
}

#[test]
fn typing_the_digest_opens_the_context_and_is_recorded() {
    let (gate, digest) = flagged();
    let (status, screen) = at_terminal(gate.command(&release("1", "looked at it")), &digest[..8]);
    assert!(status.success(), "{screen}");
    assert!(screen.contains(&digest) && screen.contains("looked at it"), "{screen}");
    assert_eq!(gate.run(&["status"]).status.code(), Some(0));
    assert_eq!(gate.hook("PreToolUse", bash()).status.code(), Some(0));
    let ledger = std::fs::read_to_string(gate.state_dir().join(SESSION).join("ledger.jsonl")).unwrap();
    assert!(ledger.contains("\"kind\":\"released\"") && ledger.contains("looked at it"));
}

#[test]
fn anything_else_leaves_it_closed() {
    let (gate, digest) = flagged();
    let (status, screen) = at_terminal(gate.command(&release("1", "looked")), "yes");
    assert!(!status.success() && screen.contains("nothing has been changed"), "{screen}");
    let (status, screen) = at_terminal(gate.command(&release("2", "looked")), &digest[..8]);
    assert!(!status.success() && screen.contains("epoch 1"), "{screen}");
    let mut inside = gate.command(&release("1", "looked"));
    inside.env("CLAUDECODE", "1");
    let (status, screen) = at_terminal(inside, &digest[..8]);
    assert!(!status.success() && screen.contains("CLAUDECODE"), "{screen}");
    assert_eq!(gate.run(&["status"]).status.code(), Some(4));
}

#[test]
fn a_release_holds_for_its_summary_only() {
    let (gate, digest) = flagged();
    let (status, _) = at_terminal(gate.command(&release("1", "looked")), &digest[..8]);
    assert!(status.success());
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    gate.hook("PostCompact", json!({"compact_summary": format!("{SUSPECT} And again.")}));
    assert_eq!(gate.run(&["status"]).status.code(), Some(4));
}
