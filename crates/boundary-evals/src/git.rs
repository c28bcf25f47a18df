//! Git in a scenario's project: nobody's configuration, and nothing that a scenario's author may have slipped in.

use std::path::Path;
use std::process::{Command, Stdio};

/// What a scenario may have git do. None of them runs a program that its arguments name.
const SUBCOMMANDS: [&str; 13] = [
    "add",
    "branch",
    "cherry-pick",
    "commit",
    "init",
    "merge",
    "mv",
    "reset",
    "rm",
    "stash",
    "switch",
    "tag",
    "worktree",
];

/// Whether git may be given these arguments.
pub fn check(arguments: &[String]) -> Result<(), String> {
    let Some(subcommand) = arguments.first() else { return Err("git needs arguments".into()) };
    if !SUBCOMMANDS.contains(&subcommand.as_str()) {
        return Err(format!("git {subcommand} isn't possible here; possible are {}", SUBCOMMANDS.join(", ")));
    }
    for argument in &arguments[1..] {
        let value = argument.split_once('=').map_or(argument.as_str(), |(_, value)| value);
        let beside = value
            .strip_prefix("../")
            .is_some_and(|name| !name.is_empty() && !name.contains('/') && name != "..");
        if value.starts_with(['/', '~']) || (value.split('/').any(|part| part == "..") && !beside) {
            return Err(format!(
                "git may not be given {argument:?}: only what is in the project, and ../NAME beside it"
            ));
        }
    }
    Ok(())
}

/// Runs git in a directory.
pub fn run(directory: &Path, home: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("git");
    command.current_dir(directory).env_clear().stdin(Stdio::null());
    for (name, value) in [
        ("PATH", "/usr/bin:/bin:/usr/local/bin"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_AUTHOR_NAME", "Dev"),
        ("GIT_AUTHOR_EMAIL", "dev@example.com"),
        ("GIT_COMMITTER_NAME", "Dev"),
        ("GIT_COMMITTER_EMAIL", "dev@example.com"),
        ("GIT_EDITOR", "true"),
        ("LC_ALL", "C"),
    ] {
        command.env(name, value);
    }
    command.env("HOME", home).args(["-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false"]);
    let output =
        command.args(arguments).output().map_err(|error| format!("git can't be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().next().unwrap_or_default();
    Err(format!("git {}: {}", arguments.first().unwrap_or(&""), first.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::check;

    fn checked(line: &str) -> bool {
        check(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()).is_ok()
    }

    #[test]
    fn git_stays_in_the_scenarios_place_and_runs_nothing() {
        for fine in
            ["commit --allow-empty -m x", "worktree add -b side ../side", "switch --create other", "add ."]
        {
            assert!(checked(fine), "{fine}");
        }
        for not in [
            "-c alias.x=!sh x",
            "rebase --exec sh",
            "submodule foreach sh",
            "clone x",
            "push",
            "config x y",
            "worktree add /tmp/x",
            "worktree add ../../x",
            "worktree add ../a/b",
            "worktree add ..",
            "add ~/x",
            "commit --file=/etc/passwd",
            "",
        ] {
            assert!(!checked(not), "{not}");
        }
    }
}
