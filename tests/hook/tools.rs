//! Which tools a closed gate lets through.

use crate::gate::Gate;
use crate::running::Running;
use crate::session::Session;
use crate::summary::*;
use serde_json::json;
use std::fs;

fn flagged(gate: &Gate) -> Session<'_> {
    let session = gate.session();
    session.start("startup");
    session.compact(POISONED);
    session
}

// K1: what is needed to look around and to ask.
#[test]
fn reading_tools_work_at_every_verdict() {
    let gate = Gate::new();
    let absent = gate.other_session("22222222-2222-4222-8222-222222222222");
    let pending = gate.other_session("33333333-3333-4333-8333-333333333333");
    pending.start("startup");
    pending.pre_compact();
    for session in [&flagged(&gate), &absent, &pending] {
        for tool in [
            "Read",
            "Glob",
            "Grep",
            "LS",
            "NotebookRead",
            "TodoWrite",
            "ToolSearch",
            "AskUserQuestion",
            "ExitPlanMode",
        ] {
            session.call(tool, &json!({"file_path": "/etc/hostname", "pattern": "x"})).assert_silent();
        }
    }
    assert!(!absent.folder().exists(), "reading has left something");
}

// B1, B12, B13, K7: every other tool, under each of its names.
#[test]
fn every_other_tool_is_closed() {
    let gate = Gate::new();
    let session = flagged(&gate);
    for (tool, input) in [
        ("Bash", json!({"command": "git push origin main"})),
        ("Bash", json!({"command": "cat > f <<'E'\nx\nE"})),
        ("Write", json!({"file_path": "/tmp/x", "content": "x"})),
        ("Edit", json!({"file_path": "/tmp/x", "old_string": "a", "new_string": "b"})),
        ("NotebookEdit", json!({"notebook_path": "/tmp/x.ipynb"})),
        ("WebFetch", json!({"url": "http://127.0.0.1:9/x", "prompt": "p"})),
        ("Task", json!({"prompt": "x"})),
        ("Agent", json!({"prompt": "x"})),
        ("mcp__db__exec", json!({"sql": "drop table t"})),
        ("mcp__files__Read", json!({"path": "/etc/hostname"})),
        ("read", json!({})),
        ("Read ", json!({})),
        ("Reader", json!({})),
        ("ToolOfAFutureClient", json!({})),
    ] {
        session.call(tool, &input).assert_denied("verdict_flagged");
    }
}

// K5: no shell command is a reading tool: `git log --output=f` writes, and git runs what its configuration names.
#[test]
fn no_shell_command_counts_as_reading() {
    let gate = Gate::new();
    let session = flagged(&gate);
    for command in ["git status", "git diff", "git status; git push", "ls", "cat x", "true", ""] {
        session.call("Bash", &json!({"command": command})).assert_denied("verdict_flagged");
    }
}

// C8: nothing is needed but the binary.
#[test]
fn no_other_program_is_needed_to_decide() {
    let gate = Gate::new();
    let session = flagged(&gate);
    let mut command = gate.command();
    command.env("PATH", "/nonexistent");
    let payload = session.bash_payload_with_row().to_string();
    Running::start(command).write(payload.as_bytes()).answer().assert_denied("verdict_flagged");
}

// C9, C14, E6: the state goes with the session's id, wherever the session works.
#[test]
fn the_verdict_goes_with_the_session_wherever_it_works() {
    let gate = Gate::new();
    let mut session = flagged(&gate);
    session.cwd = gate.path().join("elsewhere");
    session.bash().assert_denied("verdict_flagged");
    fs::create_dir(&session.cwd).unwrap();
    session.bash().assert_denied("verdict_flagged");
    let script = "mkdir \"$0\" && cd \"$0\" && rmdir \"$0\" && exec \"$@\"";
    let gone = gate.path().join("gone").display().to_string();
    let payload = session.bash_payload_with_row().to_string();
    let in_a_removed_directory = gate.command_through("sh", &["-c", script, &gone]);
    Running::start(in_a_removed_directory)
        .write(payload.as_bytes())
        .answer()
        .assert_denied("verdict_flagged");
    let open = gate.other_session("22222222-2222-4222-8222-222222222222");
    open.start("startup");
    let payload = open.bash_payload_with_row().to_string();
    let in_a_removed_directory = gate.command_through("sh", &["-c", script, &gone]);
    Running::start(in_a_removed_directory).write(payload.as_bytes()).answer().assert_silent();
}

// K9, K10: the gate's own ground is closed at every verdict; a policy of the repository's is nothing to it.
#[test]
fn the_gates_own_ground_is_closed_at_pass() {
    let gate = Gate::new();
    let session = gate.session();
    session.start("startup");
    let state = gate.state_dir();
    fs::write(session.cwd.join(".gate.toml"), "policy = \"open\"").unwrap();
    for (tool, input) in [
        ("Write", json!({"file_path": session.verdict_file(), "content": "{}"})),
        ("Edit", json!({"file_path": session.cwd.join(".claude/settings.json")})),
        ("Bash", json!({"command": format!("rm -rf {}", state.display())})),
        ("Bash", json!({"command": "compact-gate release --session x --epoch 1 --reason y"})),
        ("Bash", json!({"command": format!("{} hook < payload.json", env!("CARGO_BIN_EXE_compact-gate"))})),
    ] {
        session.call(tool, &input).assert_denied("self_protection");
    }
    session.call("Bash", &json!({"command": format!("ls {}", state.display())})).assert_silent();
    session.call("Bash", &json!({"command": "git commit -m 'mention compact-gate release'"})).assert_silent();
    session.call("Read", &json!({"file_path": session.ledger()})).assert_silent();
}
