use crate::gate::{BINARY, EVENTS, Place, text};
use crate::launcher::{launcher_for, shells};
use crate::registration::{Entry, entries};
use crate::tree::{json, root};
use std::collections::BTreeMap;

const ROOT: &str = "${CLAUDE_PLUGIN_ROOT}";

fn registered() -> BTreeMap<String, Entry> {
    entries(&json("hooks/hooks.json")["hooks"])
}

#[test]
fn the_plugin_registers_the_same_events() {
    let plugin = registered();
    let settings = json("settings.example.json");
    let example = entries(&settings["hooks"]);
    assert!(plugin.keys().eq(example.keys()));
    for event in EVENTS {
        plugin[event].check(event);
        assert_eq!(plugin[event].json["timeout"], example[event].json["timeout"], "{event}");
        let script = plugin[event].args[0].replace(ROOT, &root().display().to_string());
        assert!(std::path::Path::new(&script).is_file(), "{script}");
    }
}

#[test]
fn the_manifest_tells_the_version_that_the_binary_has() {
    let manifest = json(".claude-plugin/plugin.json");
    assert_eq!(manifest["name"], "compact-gate");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["license"], env!("CARGO_PKG_LICENSE"));
}

#[test]
fn each_registered_command_reaches_the_binary() {
    for shell in shells() {
        let place = Place::new();
        let launcher = launcher_for(&place, BINARY);
        let script = launcher.display().to_string();
        for event in EVENTS {
            let entry = &registered()[event];
            let output = entry.run(&place, &place.payload(event), |word| match word {
                "/bin/sh" => shell.to_owned(),
                word => word.replace(&format!("{ROOT}/hooks/compact-gate.sh"), &script),
            });
            assert_eq!(output.status.code(), Some(0), "{shell} {event}: {}", text(&output.stderr));
            assert!(output.stderr.is_empty(), "{shell} {event}: {}", text(&output.stderr));
            assert_eq!(
                text(&output.stdout).contains("Gate: pass"),
                event == "SessionStart",
                "{shell} {event}"
            );
        }
    }
}
