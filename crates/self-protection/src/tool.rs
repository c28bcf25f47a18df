//! What each tool is judged by.

use std::path::Path;

use crate::json_strings::JsonStrings;
use crate::places::{Hit, Places, Relation};
use crate::{Call, Protected, Violation, path_text, shell};

/// Tools of the client that can't write, or whose strings are addressed to somebody (a prompt names what it likes).
const HARMLESS: [&str; 32] = [
    "Read",
    "Glob",
    "Grep",
    "LS",
    "NotebookRead",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "AskUserQuestion",
    "ExitPlanMode",
    "EnterPlanMode",
    "WebSearch",
    "WebFetch",
    "Task",
    "Agent",
    "TaskCreate",
    "TaskUpdate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "BashOutput",
    "KillShell",
    "KillBash",
    "SlashCommand",
    "Skill",
    "ListMcpResourcesTool",
    "ReadMcpResourceTool",
    "SendMessage",
    "StructuredOutput",
    "EnterWorktree",
    "ExitWorktree",
];

pub(crate) fn check(call: &Call, protected: &Protected) -> Option<Violation> {
    match call.tool_name {
        name if HARMLESS.contains(&name) => None,
        "Bash" | "Monitor" => JsonStrings::new(call.tool_input)
            .filter(|value| value.key == "command")
            .find_map(|value| shell::check(&value.decoded(), call.cwd, protected)),
        "Write" | "Edit" | "MultiEdit" | "NotebookEdit" => written_path(call, protected),
        _ => unknown_tool(call, protected),
    }
}

/// A tool whose input is known: one path, everything else is data.
fn written_path(call: &Call, protected: &Protected) -> Option<Violation> {
    let places = Places::new(protected);
    JsonStrings::new(call.tool_input)
        .filter(|value| value.depth == 1 && matches!(&*value.key, "file_path" | "notebook_path" | "path"))
        .find_map(|value| {
            let (what, relation) = relation(&value.decoded(), call.cwd, protected, &places)?;
            (relation == Relation::Inside).then_some(Violation::Path { what })
        })
}

/// A tool of which nothing is known: any string that is a path may be written to, any that is a command may run.
fn unknown_tool(call: &Call, protected: &Protected) -> Option<Violation> {
    let mut places = None;
    let moves = moves_or_removes(call.tool_name);
    JsonStrings::new(call.tool_input).find_map(|value| {
        if matches!(&*value.key, "command" | "cmd" | "script" | "commands" | "args" | "argv")
            && let Some(violation) = shell::check(&value.decoded(), call.cwd, protected)
        {
            return Some(violation);
        }
        // Six bytes of escape for each of a path's.
        if value.raw_len() > 6 * 4096 {
            return None;
        }
        let text = value.decoded();
        let places = places.get_or_insert_with(|| Places::new(protected));
        let (what, relation) = relation(&text, call.cwd, protected, places)?;
        (relation == Relation::Inside || (moves && looks_like_path(&text)))
            .then_some(Violation::Path { what })
    })
}

fn looks_like_path(text: &str) -> bool {
    text.contains('/') || text.starts_with(['.', '~'])
}

fn moves_or_removes(tool: &str) -> bool {
    let name = tool.rsplit("__").next().unwrap_or(tool).to_ascii_lowercase();
    ["move", "rename", "delete", "remove", "link", "trash", "rm"].iter().any(|verb| name.contains(verb))
}

/// The closest relation of what `text` names, as written and with links followed.
fn relation(text: &str, cwd: &Path, protected: &Protected, places: &Places) -> Option<Hit> {
    let home = protected.home.as_deref();
    places.relation_behind_links(&path_text::joined(text, cwd, home)?)
}
