//! The payloads that were captured from the client, by their names.

macro_rules! captured {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../fixtures/payloads/", $name, ".json")))),*]
    };
}

const CAPTURED: &[(&str, &str)] = captured![
    "ConfigChange/project_settings"
    "CwdChanged/cd"
    "InstructionsLoaded/session_start"
    "MessageDisplay/final"
    "PermissionDenied/bash"
    "PermissionRequest/bash"
    "PermissionRequest/write"
    "PostCompact/auto"
    "PostCompact/auto_in_subagent"
    "PostCompact/manual"
    "PostCompact/manual_interactive"
    "PostModelSwitch/sdk"
    "PostToolBatch/batch"
    "PostToolBatch/batch_in_subagent"
    "PostToolUse/agent"
    "PostToolUse/bash"
    "PostToolUse/bash_in_subagent"
    "PostToolUse/edit"
    "PostToolUse/mcp"
    "PostToolUse/read"
    "PostToolUse/tool_search"
    "PostToolUse/write"
    "PostToolUseFailure/bash"
    "PostToolUseFailure/enter_worktree"
    "PostToolUseFailure/read"
    "PostToolUseFailure/web_fetch"
    "PreCompact/auto"
    "PreCompact/auto_in_subagent"
    "PreCompact/manual"
    "PreCompact/manual_interactive"
    "PreModelSwitch/sdk"
    "PreSkillShellCommand/bash"
    "PreToolUse/agent"
    "PreToolUse/bash"
    "PreToolUse/bash_in_subagent"
    "PreToolUse/bash_interactive"
    "PreToolUse/bash_of_summariser"
    "PreToolUse/edit"
    "PreToolUse/enter_worktree"
    "PreToolUse/mcp"
    "PreToolUse/read"
    "PreToolUse/tool_search"
    "PreToolUse/web_fetch"
    "PreToolUse/write"
    "SessionEnd/clear"
    "SessionEnd/clear_interactive"
    "SessionEnd/other"
    "SessionEnd/prompt_input_exit"
    "SessionStart/clear"
    "SessionStart/clear_interactive"
    "SessionStart/compact"
    "SessionStart/compact_in_subagent"
    "SessionStart/compact_interactive"
    "SessionStart/fork"
    "SessionStart/resume"
    "SessionStart/startup"
    "SessionStart/startup_interactive"
    "Setup/init"
    "Stop/stop"
    "StopFailure/main"
    "StopFailure/summariser"
    "SubagentStart/subagent"
    "SubagentStop/subagent"
    "SubagentStop/summariser"
    "UserPromptExpansion/slash_command"
    "UserPromptSubmit/headless"
    "UserPromptSubmit/interactive"
    "WorktreeCreate/worktree"
];

/// The payload `Event/case` as it was captured.
pub fn captured(name: &str) -> Option<&'static str> {
    CAPTURED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of all payloads.
pub fn names() -> impl Iterator<Item = &'static str> {
    CAPTURED.iter().map(|(name, _)| *name)
}
