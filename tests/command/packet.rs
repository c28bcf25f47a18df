//! The review packet of real ledgers, and what becomes of one that somebody has changed.

use crate::gate::{CLEAN, Gate, SESSION, SUSPECT, bash, text};
use serde_json::{Value, json};
use std::fs;
use std::process::Output;

const OTHER: &str = "22222222-2222-4222-8222-222222222222";

/// A session with a clean compaction, a suspect one, and a denied call.
fn flagged() -> Gate {
    let gate = Gate::new();
    gate.start();
    gate.compact(CLEAN);
    gate.compact(SUSPECT);
    assert_eq!(gate.hook("PreToolUse", bash()).status.code(), Some(2));
    gate
}

fn packet(gate: &Gate) -> Value {
    let output = gate.run(&["packet", "--session", SESSION]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn verify(gate: &Gate, packet: &str) -> Output {
    fs::write(gate.dir.path().join("packet.json"), packet).unwrap();
    gate.run(&["packet", "verify", "packet.json"])
}

#[test]
fn it_says_how_the_session_ended_and_why() {
    let packet = packet(&flagged());
    let session = &packet["sessions"][0];
    assert_eq!(packet["subject"], json!({"session": SESSION}));
    assert_eq!(
        (&session["authority"]["open"], &session["chain"]["status"]),
        (&json!(false), &json!("sound"))
    );
    let outcomes: Vec<&Value> =
        session["epochs"].as_array().unwrap().iter().map(|epoch| &epoch["outcome"]).collect();
    assert_eq!(outcomes, ["pass", "flagged"]);
    assert_eq!(session["refused_calls"], json!({"verdict_flagged": 1}));
    assert_eq!(
        (&session["checkpoint"]["missing"], &session["checkpoint"]["epoch"]),
        (&json!(false), &json!(2))
    );
    assert!(!packet["not_verified"].as_array().unwrap().is_empty());
}

#[test]
fn the_words_of_a_summary_a_command_and_a_reason_are_in_no_form() {
    let gate = flagged();
    for format in ["json", "md", "html"] {
        let output = gate.run(&["packet", "--session", SESSION, "--format", format]);
        let said = text(&output.stdout);
        assert!(said.contains("verdict_flagged"), "{format}: {said}");
        for never in
            ["echo hello", "previous instructions", "two tests pass", gate.dir.path().to_str().unwrap()]
        {
            assert!(!said.contains(never), "{never:?} is in the {format} form");
        }
    }
}

#[test]
fn it_holds_and_goes_on_to_hold_when_the_session_goes_on() {
    let gate = flagged();
    let packet = packet(&gate).to_string();
    let output = verify(&gate, &packet);
    assert_eq!((output.status.code(), text(&output.stdout).ends_with("the packet holds\n")), (Some(0), true));
    gate.compact(CLEAN);
    let output = verify(&gate, &packet);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("have come since"), "{}", text(&output.stdout));
}

#[test]
fn without_a_ledger_it_only_fits_itself() {
    let gate = flagged();
    let packet = packet(&gate).to_string();
    fs::rename(gate.state_dir(), gate.dir.path().join("elsewhere")).unwrap();
    let output = verify(&gate, &packet);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("that is all that could be checked"), "{}", text(&output.stdout));
}

/// Whatever is changed is found: by the packet's digest, and where that was made anew, by the ledger.
#[test]
fn a_changed_packet_doesnt_hold() {
    let gate = flagged();
    let whole = packet(&gate).to_string();
    for (from, to) in [
        ("\"outcome\":\"flagged\"", "\"outcome\":\"pass\""),
        ("\"verdict_flagged\":1", "\"verdict_flagged\":7"),
        ("\"last_seq\":", "\"last_seq\":1"),
        (SESSION, OTHER),
    ] {
        assert!(whole.contains(from), "{from}");
        let output = verify(&gate, &whole.replacen(from, to, 1));
        assert_eq!(output.status.code(), Some(1), "{from}: {}", text(&output.stdout));
    }
    for unreadable in [&whole[..whole.len() / 2], "{}", "", "null", &whole.replace("packet/1", "packet/9")] {
        let output = verify(&gate, unreadable);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert!(text(&output.stderr).contains("packet.json: "), "{}", text(&output.stderr));
    }
}

/// A packet that was made to fit itself: only the ledger tells.
#[test]
fn a_forged_packet_that_fits_itself_is_told_by_the_ledger() {
    let gate = flagged();
    // The same session in another state directory, in which nothing was ever flagged.
    let honest = Gate::new();
    honest.start();
    honest.compact(CLEAN);
    let other = packet(&honest);
    let output = verify(&gate, &other.to_string());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("the ledger says otherwise"), "{}", text(&output.stdout));
    assert_eq!(verify(&honest, &other.to_string()).status.code(), Some(0));
}

#[test]
fn a_ledger_that_was_edited_is_shown_as_broken_and_nothing_of_it_is_shown() {
    let gate = flagged();
    let whole = packet(&gate).to_string();
    let path = gate.state_dir().join(SESSION).join("ledger.jsonl");
    let edited = fs::read_to_string(&path).unwrap().replace("\"flagged\"", "\"pass\"");
    fs::write(&path, edited).unwrap();
    let output = gate.run(&["packet", "--session", SESSION]);
    assert_eq!(output.status.code(), Some(1));
    let broken: Value = serde_json::from_slice(&output.stdout).unwrap();
    let session = &broken["sessions"][0];
    assert_eq!((&session["chain"]["status"], &session["timeline"]), (&json!("broken"), &json!([])));
    assert_eq!(verify(&gate, &whole).status.code(), Some(1));
}

#[test]
fn a_session_that_nobody_has_heard_of_is_missing() {
    let gate = flagged();
    let output = gate.run(&["packet", "--session", OTHER, "--format", "md"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("| ledger | missing |"), "{}", text(&output.stdout));
}

/// A packet of a run is about all its sessions, and one without the inconvenient one doesn't hold.
#[test]
fn a_run_has_all_its_sessions() {
    let gate = Gate::new();
    for session in [SESSION, OTHER] {
        let mut payload = gate.payload("SessionStart", json!({"source": "startup"}));
        payload["session_id"] = json!(session);
        gate.with_input(&["hook", "--run", "nightly"], payload.to_string().as_bytes());
    }
    let mut payload = gate.payload("SessionStart", json!({"source": "startup"}));
    payload["session_id"] = json!("33333333-3333-4333-8333-333333333333");
    gate.with_input(&["hook"], payload.to_string().as_bytes());
    let output = gate.run(&["packet", "--run", "nightly"]);
    let packet: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sessions = packet["sessions"].as_array().unwrap();
    assert_eq!(sessions.iter().map(|session| &session["session"]).collect::<Vec<_>>(), [SESSION, OTHER]);
    assert_eq!(verify(&gate, &packet.to_string()).status.code(), Some(0));
    assert_eq!(gate.run(&["packet", "--run", "never"]).status.code(), Some(1));
}
