//! Ids come from outside, and are never paths.

use crate::gate::Gate;
use crate::summary::*;
use serde_json::json;
use std::fs;
use std::path::Path;

/// Every file and folder below a directory.
fn below(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().map(Result::unwrap) {
        found.push(entry.path().strip_prefix(directory).unwrap().display().to_string());
        if entry.file_type().unwrap().is_dir() {
            let deeper = below(&entry.path());
            found.extend(deeper.into_iter().map(|name| format!("{}/{name}", entry.file_name().display())));
        }
    }
    found.sort();
    found
}

#[test]
fn a_session_id_that_looks_like_a_path_stays_in_the_state_directory() {
    for id in [
        "../../x",
        "..",
        ".",
        "/etc/x",
        "a/b",
        ".anchors",
        "a\0b",
        "a\nb",
        "=sha256-x",
        "ü",
        "-rf",
        &"s".repeat(300),
    ] {
        let gate = Gate::new();
        let mut session = gate.other_session("transcript");
        session.rows.prompt("hello");
        session.id = id.to_owned();
        let around =
            below(gate.path()).into_iter().filter(|name| !name.starts_with("state")).collect::<Vec<_>>();
        session.start("startup").assert_told("Gate: pass");
        session.pre_compact();
        session.post_compact(POISONED);
        session.bash().assert_denied("verdict_flagged");
        session.start("resume").assert_told("Gate: flagged");
        let after =
            below(gate.path()).into_iter().filter(|name| !name.starts_with("state")).collect::<Vec<_>>();
        assert_eq!(after, around, "{id:?}");
        let folders = fs::read_dir(gate.state_dir()).unwrap().map(|entry| entry.unwrap().file_name());
        let folders = folders.filter(|name| !name.as_encoded_bytes().starts_with(b".")).count();
        assert_eq!(folders, 1, "{id:?}");
    }
}

#[test]
fn an_empty_session_id_is_denied() {
    let gate = Gate::new();
    let mut session = gate.session();
    session.id = String::new();
    session.bash().assert_denied("bad_input");
    assert_eq!(session.pre_compact().code, Some(0));
    assert!(!gate.state_dir().exists());
}

#[test]
fn two_ids_never_share_a_verdict() {
    let gate = Gate::new();
    let ids = ["a/b", "a\\b", "a_b", "a b", "A_b"];
    for id in ids {
        let mut session = gate.other_session("transcript");
        session.id = id.to_owned();
        session.start("startup").assert_told("Gate: pass");
        session.post_compact(CLEAN);
        session.start("resume").assert_told("Gate: flagged");
    }
}

#[test]
fn an_agent_id_that_looks_like_a_path_is_never_opened() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    for id in ["../../../etc/passwd", "/etc/passwd", "a\0b", "", "..", "a/b"] {
        main.agent(if id.is_empty() { " " } else { id }, "Explore").bash_without_row().assert_silent();
    }
    let agent = main.agent("../../project/x", "Explore");
    agent.pre_compact();
    // Nothing can be proved of a transcript that has no place.
    agent.bash_without_row().assert_denied("verdict_pending");
}

#[test]
fn an_agent_that_calls_itself_main_is_not_the_main_thread() {
    let gate = Gate::new();
    let main = gate.session();
    main.start("startup");
    main.compact(POISONED);
    let mut fresh = gate.other_session("22222222-2222-4222-8222-222222222222");
    fresh.start("startup");
    for id in ["main", "agent:main", "agent:"] {
        let agent = fresh.agent(id, "Explore");
        agent.pre_compact();
        agent.post_compact(POISONED);
        agent.bash_without_row().assert_denied("verdict_flagged");
    }
    fresh.bash().assert_silent();
    fresh.id.clone_from(&main.id);
    fresh.agent("main", "Explore").bash_without_row().assert_denied("verdict_flagged");
}

// A transcript path is a place to read from, whatever it names.
#[test]
fn a_transcript_path_can_name_anything() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for path in [
        json!("relative.jsonl"),
        json!("/dev/null"),
        json!("/"),
        json!("/dev/zero"),
        json!("a\0b"),
        json!(""),
    ] {
        let mut payload = session.bash_payload("toolu_x");
        payload["transcript_path"] = path;
        gate.send(&payload).assert_silent();
    }
}
