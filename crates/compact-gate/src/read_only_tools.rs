/// Tools that can only read or talk: they stay open at every verdict. No shell command is among them, since even
/// `git log` writes files (`--output`) and runs what a repository's configuration names.
const READ_ONLY: [&str; 9] = [
    "Read",
    "Glob",
    "Grep",
    "LS",
    "NotebookRead",
    "TodoWrite",
    "ToolSearch",
    "AskUserQuestion",
    "ExitPlanMode",
];

/// Whether a tool can only read, by the client's exact name of it.
pub fn is_read_only(tool_name: &str) -> bool {
    READ_ONLY.contains(&tool_name)
}
