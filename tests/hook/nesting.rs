//! Values within values, as deep as anyone can write them.

use crate::gate::Gate;
use crate::summary::*;
use serde_json::json;

fn nested(depth: usize) -> String {
    format!("{}1{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn depth_costs_nothing_where_the_value_isnt_needed() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for depth in [10_000, 1_000_000] {
        let call = session.bash_payload_with_row().to_string();
        let (_, rest) = call.split_once('{').unwrap();
        gate.send_bytes(format!("{{\"extra\":{},{rest}", nested(depth)).as_bytes()).assert_silent();
        let inside = call.replace("{\"command\"", &format!("{{\"extra\":{},\"command\"", nested(depth)));
        gate.send_bytes(inside.as_bytes()).assert_silent();
        let mcp = inside.replace("\"Bash\"", "\"mcp__lab__echo\"");
        gate.send_bytes(mcp.as_bytes()).assert_silent();
    }
}

#[test]
fn a_deep_value_in_place_of_a_string_is_denied_or_flagged() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let call = session.bash_payload_with_row().to_string();
    let deep = call.replace("\"Bash\"", &nested(10_000));
    gate.send_bytes(deep.as_bytes()).assert_denied("bad_input");
    session.pre_compact();
    let post = session.post_compact_payload(&json!("SUMMARY")).to_string();
    gate.send_bytes(post.replace("\"SUMMARY\"", &nested(10_000)).as_bytes()).assert_silent();
    assert_eq!(session.standing(), "flagged/quarantine 1");
}

// A parser that calls itself runs out of stack, and a process that ends by a signal lets the tool run.
#[test]
fn a_shell_command_of_any_depth_gets_an_answer() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    for (open, close) in [
        ("$(", ")"),
        ("(", ")"),
        ("{ ", ";}"),
        ("`", "`"),
        ("${a:-", "}"),
        ("$((", "))"),
        ("{a,", "}"),
        ("\"$(", ")\""),
    ] {
        for depth in [300, 20_000] {
            let command = format!("echo {}x{} compact-gate", open.repeat(depth), close.repeat(depth));
            let answer = session.call("Bash", &json!({"command": command}));
            assert!(matches!(answer.code, Some(0 | 2)), "{open} {depth}: {:?}", answer.code);
        }
    }
    let heredocs = "cat <<E\n".repeat(5000);
    for command in [heredocs, "if true; then ".repeat(20_000), "sh -c '".repeat(2000), "! ".repeat(50_000)] {
        let answer = session.call("Bash", &json!({"command": format!("{command} compact-gate")}));
        assert!(matches!(answer.code, Some(0 | 2)), "{}: {:?}", &command[..20], answer.code);
    }
}

#[test]
fn a_transcript_row_of_any_depth_is_passed_over() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    session.pre_compact();
    let deep = nested(100_000);
    session.rows.raw(
        format!("{{\"type\":\"user\",\"isCompactSummary\":true,\"message\":{{\"content\":{deep}}}}}\n")
            .as_bytes(),
    );
    session.rows.compaction(POISONED);
    session.bash().assert_denied("verdict_flagged");
}
