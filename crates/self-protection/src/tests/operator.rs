//! Commands to the gate itself.

use super::fixture::Fixture;
use crate::{OPERATOR_VERBS, Violation};

#[test]
fn the_operators_verbs_are_the_operators() {
    let fixture = Fixture::new();
    for verb in OPERATOR_VERBS {
        for command in [
            format!("compact-gate {verb}"),
            format!("compact-gate {verb} --session s1 --epoch 2 --reason 'it is fine'"),
            format!("/usr/local/bin/compact-gate {verb}"),
            format!("./target/release/compact-gate {verb}"),
            format!("compact-gate --state-dir /x {verb}"),
            format!("compact-gate --state-dir=/x --run night {verb}"),
            format!("sudo compact-gate {verb}"),
            format!("env -i PATH=/usr/local/bin compact-gate {verb}"),
            format!("sh -c 'compact-gate {verb}'"),
            format!("yes | compact-gate {verb}"),
            format!("script -qec 'compact-gate {verb}' /dev/null"),
            format!("true && (compact-gate {verb})"),
            format!("echo $(compact-gate {verb})"),
            format!("CG=compact-gate; $CG {verb}"),
            format!("alias cg=compact-gate; cg {verb}"),
            format!("comp''act-g\"ate\" {verb}"),
            format!("/usr/local/bin/compact-gat? {verb}"),
            format!("nohup setsid compact-gate {verb} &"),
            format!("echo compact-gate {verb} | bash"),
            format!("find . -exec compact-gate {verb} \\;"),
        ] {
            assert_eq!(fixture.bash(&command), Some(Violation::OperatorVerb { verb }), "{command}");
        }
        let code = format!("python3 -c \"import pty; pty.spawn('compact-gate {verb}'.split())\"");
        assert_eq!(fixture.bash(&code), Some(Violation::OperatorVerb { verb }), "{code}");
    }
    for command in [
        "compact-gate \"$@\"",
        "V=release; compact-gate $V",
        "compact-gate rel'ease'",
        "compact-gate release -- --help",
    ] {
        assert!(matches!(fixture.bash(command), Some(Violation::OperatorVerb { .. })), "{command}");
    }
}

#[test]
fn events_come_from_the_client() {
    let fixture = Fixture::new();
    for command in [
        "compact-gate hook < payload.json",
        "echo '{}' | compact-gate",
        "compact-gate --state-dir ~/.local/state/compact-gate hook < x",
        "compact-gate hook --state-dir=../../.local/state/compact-gate < x",
    ] {
        assert_eq!(fixture.bash(command), Some(Violation::ForgedEvent), "{command}");
    }
}

#[test]
fn no_reason_tells_how_to_clear_the_gate() {
    for violation in [
        Violation::OperatorVerb { verb: "release" },
        Violation::ForgedEvent,
        Violation::UnreadableCommand,
        Violation::Path { what: crate::What::Policy },
        Violation::Command { what: crate::What::Binary },
    ] {
        let reason = violation.reason();
        for verb in OPERATOR_VERBS {
            assert!(!reason.contains(verb), "{reason}");
        }
        assert!(!reason.contains("compact-gate"), "{reason}");
    }
}
