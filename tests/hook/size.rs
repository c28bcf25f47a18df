//! Large events. A client whose pipe breaks reports a failed hook, so everything is read to its end.

use crate::gate::Gate;
use crate::running::Running;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;

const MIB: usize = 1 << 20;

fn write_call(session: &Session<'_>, bytes: usize) -> String {
    let mut payload = session.bash_payload_with_row();
    payload["tool_name"] = json!("Write");
    payload["tool_input"] = json!({"file_path": "/tmp/large", "content": "CONTENT"});
    payload.to_string().replace("CONTENT", &"x".repeat(bytes))
}

// F4: a client sends whole files.
#[test]
fn an_event_of_some_mebibytes_is_judged() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for mebibytes in [1, 8, 60] {
        gate.send_bytes(write_call(&session, mebibytes * MIB).as_bytes()).assert_silent();
    }
    session.compact(POISONED);
    gate.send_bytes(write_call(&session, 8 * MIB).as_bytes()).assert_denied("verdict_flagged");
}

// F6: nothing is handed on by way of arguments, whose length is limited.
#[test]
fn a_long_directory_and_a_long_command_are_no_obstacle() {
    let gate = Gate::new();
    let mut session = gate.session();
    session.start("startup");
    session.call("Bash", &json!({"command": format!("echo {}", "x".repeat(200_000))})).assert_silent();
    session.cwd = format!("/{}", "d/".repeat(100_000)).into();
    session.start("startup").assert_told("Gate: pass");
    session.bash().assert_silent();
}

#[test]
fn an_event_above_the_limit_is_denied_and_read_to_its_end() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    gate.send_bytes(write_call(&session, 65 * MIB).as_bytes()).assert_denied("bad_input");
    gate.send_bytes(write_call(&session, 100 * MIB).as_bytes()).assert_denied("bad_input");
    // F7: nothing of it is said again.
    let stop = session.payload("Stop/stop").to_string();
    let large =
        stop.replace("\"session_crons\"", &format!("\"x\":\"{}\",\"session_crons\"", "x".repeat(65 * MIB)));
    gate.send_bytes(large.as_bytes()).assert_silent();
}

#[test]
fn a_compaction_event_above_the_limit_doesnt_block_and_leaves_the_gate_closed() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    // The client names the event before the summary.
    let post = format!(
        "{{\"session_id\":\"{}\",\"hook_event_name\":\"PostCompact\",\"trigger\":\"auto\",\"compact_summary\":\"{}\"}}",
        session.id,
        "x ".repeat(33 * MIB)
    );
    let answer = gate.send_bytes(post.as_bytes());
    assert_eq!((answer.code, &*answer.stdout), (Some(0), ""));
    session.bash_without_row().assert_denied("verdict_pending");
}

// What is no event from its first byte is read to its end all the same.
#[test]
fn large_input_that_is_no_event_is_read_to_its_end() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let call = session.bash_payload_with_row().to_string();
    for input in
        ["x".repeat(8 * MIB), format!("[{}]", "1,".repeat(4 * MIB)), format!("{call}{}", "x".repeat(8 * MIB))]
    {
        let mut running = Running::start(gate.command());
        let written = running.try_write(input.as_bytes());
        running.answer().assert_denied("bad_input");
        assert!(
            written.is_ok(),
            "the writer was told {written:?} after {} bytes of {:?}…",
            input.len(),
            &input[..9]
        );
    }
}
