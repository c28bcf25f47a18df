//! Tools other than the shell.

use std::os::unix::fs::symlink;

use super::fixture::{Fixture, quoted};
use crate::{Violation, What};

#[expect(clippy::unnecessary_wraps, reason = "it is compared with what a check answers")]
fn path(what: What) -> Option<Violation> {
    Some(Violation::Path { what })
}

#[test]
fn writing_tools_are_judged_by_their_path() {
    let fixture = Fixture::new();
    let home = fixture.home.to_str().expect("it is UTF-8");
    for (file, expected) in [
        (".claude/settings.json", path(What::HookSettings)),
        ("./docs/../.claude/settings.local.json", path(What::HookSettings)),
        ("/somewhere/else/.claude/settings.json", path(What::HookSettings)),
        ("~/.claude/settings.json", path(What::HookSettings)),
        ("~/.claude/settings.other.json", path(What::HookSettings)),
        ("~/.claude/plugins/p/hooks/hooks.json", path(What::HookSettings)),
        ("/etc/claude-code/managed-settings.json", path(What::HookSettings)),
        ("/etc/claude-code/managed-settings.d/a.json", path(What::HookSettings)),
        ("file:///etc/claude-code/managed-settings.json", path(What::HookSettings)),
        ("file:///etc/claude%2Dcode/managed-settings.json", path(What::HookSettings)),
        (&format!("{home}/.local/state/compact-gate/s1/verdict.json"), path(What::StateDirectory)),
        ("../../.local/state/compact-gate/new", path(What::StateDirectory)),
        ("../../ops/gate-policy.toml", path(What::Policy)),
        ("/usr/local/bin/compact-gate", path(What::Binary)),
        ("docs/settings.json", None),
        ("settings.json", None),
        (".claude/agents/reviewer.md", None),
        (".claude/compact-gate/continuity.json", None),
        (".claude/settings.json.md", None),
        ("src/hooks/hooks.json", None),
        ("~/notes.md", None),
        ("", None),
    ] {
        let input = format!("{{\"file_path\":{},\"content\":\"x\"}}", quoted(file));
        for tool in ["Write", "Edit", "MultiEdit"] {
            assert_eq!(fixture.tool(tool, &input), expected, "{tool} {file}");
        }
        let input = format!("{{\"notebook_path\":{},\"new_source\":\"x\"}}", quoted(file));
        assert_eq!(fixture.tool("NotebookEdit", &input), expected, "{file}");
        let input = format!("{{\"options\":[{{\"to\":{}}}],\"n\":1}}", quoted(file));
        assert_eq!(fixture.tool("mcp__files__write_file", &input), expected, "{file}");
    }
}

#[test]
fn links_are_followed() {
    let fixture = Fixture::new();
    let link =
        |target: &std::path::Path, name: &str| symlink(target, fixture.project.join(name)).expect("linked");
    link(&fixture.state.join("s1/verdict.json"), "notes.txt");
    link(&fixture.state, "logs");
    link(&fixture.state.join("not-yet"), "later.txt");
    link(&fixture.project.join("later.txt"), "chain.txt");
    link(&fixture.home.join(".claude"), "cfg");
    link(&fixture.state.join("s1"), "docs/deep");
    for (file, what) in [
        ("notes.txt", What::StateDirectory),
        ("logs/s2/new.json", What::StateDirectory),
        ("later.txt", What::StateDirectory),
        ("chain.txt", What::StateDirectory),
        ("cfg/settings.json", What::HookSettings),
        // The text says docs/x; the kernel goes to the state directory.
        ("docs/deep/../x", What::StateDirectory),
    ] {
        let input = format!("{{\"file_path\":\"{file}\"}}");
        assert_eq!(fixture.tool("Write", &input), path(what), "{file}");
    }
    assert_eq!(fixture.tool("Write", "{\"file_path\":\"docs/x\"}"), None);
}

#[test]
fn a_home_behind_a_link_is_protected_by_both_names() {
    let mut fixture = Fixture::new();
    let alias = fixture.home.with_file_name("alias");
    symlink(&fixture.home, &alias).expect("linked");
    let real = fixture.state.join("x");
    fixture.protected.state_dir = alias.join(".local/state/compact-gate");
    for file in [real, alias.join(".local/state/compact-gate/x")] {
        let input = format!("{{\"file_path\":\"{}\"}}", file.display());
        assert_eq!(fixture.tool("Write", &input), path(What::StateDirectory), "{}", file.display());
    }
}

#[test]
fn settings_that_are_links_are_protected_where_they_lead() {
    let fixture = Fixture::new();
    let real = fixture.home.join("dotfiles/hooks-config.json");
    std::fs::create_dir_all(real.with_file_name("")).expect("made");
    std::fs::write(&real, "{}").expect("written");
    let settings = fixture.home.join(".claude/settings.json");
    std::fs::remove_file(&settings).expect("removed");
    symlink(&real, &settings).expect("linked");
    let write = |file: &str| fixture.tool("Write", &format!("{{\"file_path\":\"{file}\"}}"));
    assert_eq!(write("~/dotfiles/hooks-config.json"), path(What::HookSettings));
    assert_eq!(write("~/dotfiles/other.json"), None);
    assert!(fixture.bash("echo x > ~/dotfiles/hooks-config.json").is_some());
    assert!(fixture.bash("rm -rf ~/dotfiles").is_some());
}

#[test]
fn hook_files_of_plugins_are_protected() {
    let fixture = Fixture::new();
    std::fs::create_dir_all(fixture.project.join("plugin/.claude-plugin")).expect("made");
    let write = |file: &str| fixture.tool("Write", &format!("{{\"file_path\":\"{file}\"}}"));
    assert_eq!(write("plugin/hooks/hooks.json"), path(What::HookSettings));
    assert_eq!(write("plugin/hooks/other.json"), None);
    assert_eq!(write("other/hooks/hooks.json"), None);
}

#[test]
fn content_is_data() {
    let fixture = Fixture::new();
    let input = "{\"file_path\":\"docs/a.md\",\"content\":\".claude/settings.json\",\"x\":{\"file_path\":\".claude/settings.json\"}}";
    assert_eq!(fixture.tool("Write", input), None);
    let input = "{\"file_path\":\"docs/a.md\",\"old_string\":\"~/.claude/settings.json\",\"new_string\":\"compact-gate release\"}";
    assert_eq!(fixture.tool("Edit", input), None);
}

#[test]
fn tools_that_read_or_talk_are_free() {
    let fixture = Fixture::new();
    for (tool, input) in [
        ("Read", "{\"file_path\":\".claude/settings.json\"}"),
        ("Grep", "{\"pattern\":\"x\",\"path\":\".claude\"}"),
        ("Agent", "{\"prompt\":\".claude/settings.json\"}"),
        ("mcp__tracker__comment", "{\"body\":\"see .claude/settings.json\",\"id\":4}"),
        ("mcp__files__list_directory", "{\"path\":\"~/.claude\"}"),
    ] {
        assert_eq!(fixture.tool(tool, input), None, "{tool}");
    }
}

#[test]
fn unknown_tools_may_move_nothing_above_and_run_nothing_protected() {
    let fixture = Fixture::new();
    for (tool, input) in [
        ("mcp__files__move_file", "{\"source\":\"~/.claude\",\"destination\":\"/tmp/x\"}"),
        ("mcp__files__delete", "{\"paths\":[\"a\",\"~/.local/state\"]}"),
        ("mcp__sh__run", "{\"command\":\"rm -rf .claude\"}"),
    ] {
        assert!(fixture.tool(tool, input).is_some(), "{tool}");
    }
    assert_eq!(
        fixture.tool("mcp__sh__run", "{\"command\":\"compact-gate release\"}"),
        Some(Violation::OperatorVerb { verb: "release" })
    );
}

#[test]
fn escapes_hide_nothing() {
    let fixture = Fixture::new();
    for input in [
        "{\"file_path\":\"\\u002eclaude\\/settings.json\"}",
        "{\"file\\u005fpath\":\".claude/settings.json\"}",
        "{ \"file_path\" : \"docs/a\", \"file_path\" : \".claude/settings.json\" }",
    ] {
        assert_eq!(fixture.tool("Write", input), path(What::HookSettings), "{input}");
    }
    let input = "{\"command\":\"rm \\u002d\\u0072f .cl\\u0061ude\"}";
    assert_eq!(fixture.tool("Bash", input), Some(Violation::Command { what: What::HookSettings }));
}
