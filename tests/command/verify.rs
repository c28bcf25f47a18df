use crate::gate::*;
use std::fs;

type Edit = fn(&str) -> String;

fn ledger(gate: &Gate) -> std::path::PathBuf {
    gate.state_dir().join(SESSION).join("ledger.jsonl")
}

#[test]
fn a_sound_chain_is_0() {
    let gate = Gate::new();
    gate.start();
    gate.compact(CLEAN);
    let verified = gate.run(&["verify", "--session", SESSION]);
    assert_eq!(verified.status.code(), Some(0));
    assert!(text(&verified.stdout).contains("sound, 3 records"));
    assert_eq!(gate.run(&["verify", "--all"]).status.code(), Some(0));
}

#[test]
fn a_record_that_was_being_written_in_a_crash_is_no_damage() {
    let gate = Gate::new();
    gate.start();
    let whole = fs::read(ledger(&gate)).unwrap();
    fs::write(ledger(&gate), [whole.as_slice(), b"{\"v\":1,\"seq\":2,\"at\""].concat()).unwrap();
    let verified = gate.run(&["verify"]);
    assert_eq!(verified.status.code(), Some(0));
    assert!(text(&verified.stdout).contains("never acknowledged"));
    gate.compact(CLEAN);
    assert!(text(&gate.run(&["verify"]).stdout).contains("sound, 3 records"));
}

#[test]
fn every_kind_of_damage_is_1_and_named() {
    let edits: [(&str, Edit); 5] = [
        ("line 1", |text| text.replacen("startup", "resume ", 1)),
        ("doesn't follow", |text| text.lines().step_by(2).flat_map(|line| [line, "\n"]).collect()),
        ("older copy", |text| text.lines().take(2).flat_map(|line| [line, "\n"]).collect()),
        ("begins at record 2", |text| text.lines().skip(1).flat_map(|line| [line, "\n"]).collect()),
        ("newer", |text| text.replacen("{\"v\":1", "{\"v\":9", 1)),
    ];
    for (named, edit) in edits {
        let gate = Gate::new();
        gate.start();
        gate.compact(CLEAN);
        // Without the snapshot the whole ledger counts.
        fs::remove_file(gate.state_dir().join(SESSION).join("verdict.json")).unwrap();
        let text_before = fs::read_to_string(ledger(&gate)).unwrap();
        fs::write(ledger(&gate), edit(&text_before)).unwrap();
        let verified = gate.run(&["verify", "--session", SESSION]);
        assert_eq!(verified.status.code(), Some(1), "{named}");
        assert!(text(&verified.stdout).contains(named), "{named}: {}", text(&verified.stdout));
    }
}

#[test]
fn nothing_to_check_is_an_error() {
    assert_eq!(Gate::new().run(&["verify"]).status.code(), Some(2));
}
