//! What can be wrong with the bytes of an event.

use crate::gate::Gate;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;

fn open(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session
}

// F9
#[test]
fn a_byte_order_mark_is_passed_over() {
    let gate = Gate::new();
    let session = open(&gate);
    let payload = session.bash_payload_with_row();
    gate.send_bytes(format!("\u{feff}{payload}\r\n").as_bytes()).assert_silent();
    session.compact(POISONED);
    gate.send_bytes(format!("\u{feff}{payload}").as_bytes()).assert_denied("verdict_flagged");
}

// F8: half a surrogate pair, anywhere.
#[test]
fn lone_surrogates_are_no_obstacle() {
    let gate = Gate::new();
    let session = open(&gate);
    let call = session.bash_payload_with_row().to_string().replace("echo hello", r"echo \ud83d \uDE00\ud83d");
    gate.send_bytes(call.as_bytes()).assert_silent();
    session.pre_compact();
    let poisoned = session.post_compact_payload(&json!(POISONED)).to_string();
    let poisoned = poisoned.replace("<summary>", r"<summary>\ud83d ");
    gate.send_bytes(poisoned.as_bytes()).assert_silent();
    gate.send_bytes(call.as_bytes()).assert_denied("verdict_flagged");
}

// F11
#[test]
fn invalid_utf_8_is_no_obstacle() {
    let gate = Gate::new();
    let session = open(&gate);
    let spoilt = |text: &str, at: &str| {
        let (front, back) = text.split_once(at).unwrap();
        [front.as_bytes(), at.as_bytes(), b"\xff\xfe\xc3", back.as_bytes()].concat()
    };
    let call = session.bash_payload_with_row().to_string();
    gate.send_bytes(&spoilt(&call, "echo ")).assert_silent();
    session.pre_compact();
    let post = session.post_compact_payload(&json!(POISONED)).to_string();
    gate.send_bytes(&spoilt(&post, "<summary>")).assert_silent();
    session.bash().assert_denied("verdict_flagged");
}

// F10
#[test]
fn what_is_no_event_is_denied() {
    let gate = Gate::new();
    open(&gate);
    for input in [
        "[]",
        "null",
        "NaN",
        "7",
        "\"PreToolUse\"",
        "{}",
        "}",
        "hello",
        "{\"hook_event_name\":\"PreToolUse\"",
        "{\"hook_event_name\":\"PreToolUse\"}",
        "{\"hook_event_name\":7,\"session_id\":\"s\"}",
        "{\"hook_event_name\":null,\"session_id\":\"s\"}",
        "{\"hook_event_name\":\"PreToolUse\",\"session_id\":7,\"tool_name\":\"Bash\"}",
        "{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\",\"tool_name\":[\"Read\"]}",
        "{hook_event_name:'PreToolUse'}",
        // F15: another program's spelling.
        "{\"sessionId\":\"s\",\"toolName\":\"bash\"}",
    ] {
        gate.send_bytes(input.as_bytes()).assert_denied("bad_input");
    }
}

// C12: an event that is cut off, at any byte.
#[test]
fn an_event_that_is_cut_off_is_denied_or_had_nothing_to_deny() {
    let gate = Gate::new();
    let session = open(&gate);
    let call = session.bash_payload_with_row().to_string();
    for cut in (1..call.len()).step_by(29) {
        gate.send_bytes(&call.as_bytes()[..cut]).assert_denied("bad_input");
    }
    // Another event has nothing to deny once its name is known, and a compaction isn't to be blocked.
    let pre = r#"{"hook_event_name":"PreCompact","session_id":"s","trigger":"au"#;
    assert_eq!(gate.send_bytes(pre.as_bytes()).code, Some(0));
}

// F10: readers differ in which of two values they take.
#[test]
fn a_key_with_two_values_is_denied() {
    let gate = Gate::new();
    let session = open(&gate);
    let call = session.bash_payload_with_row().to_string();
    let (_, rest) = call.split_once('{').unwrap();
    for twin in [
        r#""hook_event_name":"PostToolUse""#,
        r#""hook_event_n\u0061me":"PostToolUse""#,
        r#""session_id":"another""#,
        r#""tool_name":"Read""#,
        r#""tool_input":{"command":"true"}"#,
        r#""agent_id":"a1""#,
    ] {
        let both = format!("{{{twin},{rest}");
        let contradicts = twin.contains("agent_id");
        let answer = gate.send_bytes(both.as_bytes());
        // A key that stands once is no contradiction: it names a summariser here.
        if contradicts { answer.assert_denied("summariser_tool") } else { answer.assert_denied("bad_input") }
    }
    let inner = call.replace("\"command\":\"echo hello\"", "\"command\":\"true\",\"command\":\"echo hello\"");
    gate.send_bytes(inner.as_bytes()).assert_denied("bad_input");
    let same = format!("{{\"session_id\":\"{}\",{rest}", session.id);
    gate.send_bytes(same.as_bytes()).assert_silent();
}

// However many keys contradict each other, the event stays one that might have to be denied.
#[test]
fn a_second_contradiction_doesnt_hide_that_of_the_events_name() {
    let gate = Gate::new();
    let session = open(&gate);
    let call = session.bash_payload_with_row().to_string();
    let (_, rest) = call.split_once('{').unwrap();
    for twins in [
        r#""hook_event_name":"PostToolUse","hook_event_name":"PreToolUse","cwd":"/x""#,
        r#""cwd":"/x","hook_event_name":"Stop""#,
        r#""hook_event_name":"Stop","cwd":"/x","session_id":"x""#,
    ] {
        gate.send_bytes(format!("{{{twins},{rest}").as_bytes()).assert_denied("bad_input");
    }
}

#[test]
fn a_second_value_is_denied() {
    let gate = Gate::new();
    let session = open(&gate);
    let call = session.bash_payload_with_row().to_string();
    let stop = session.payload("Stop/stop").to_string();
    for input in [
        format!("{call}{call}"),
        format!("{stop}\n{call}"),
        format!("{call}\n{stop}"),
        format!("{call} x"),
        format!("{call}]"),
        format!("{call},"),
    ] {
        gate.send_bytes(input.as_bytes()).assert_denied("bad_input");
    }
    gate.send_bytes(format!(" \r\n\t{call} \r\n\t ").as_bytes()).assert_silent();
}
