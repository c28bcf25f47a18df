//! What keeps a hostile repository from running anything, in one place.
//!
//! Git obeys three things that a repository, or whoever set our environment, can write: environment variables,
//! configuration, and attributes. The environment is replaced as a whole; configuration is overridden at the
//! command line, which beats every file and include; filters, which attributes switch on and whose names aren't
//! known beforehand, have `filters.rs`.

use std::path::Path;
use std::process::Command;

/// Replaces the environment as a whole, since a variable that we forgot is a variable that decides.
pub(crate) fn environment(command: &mut Command, home: Option<&Path>) {
    command.env_clear();
    command.envs(ENVIRONMENT.iter().copied());
    // Without HOME there is no global configuration. The system's and the user's own configuration are read on
    // purpose (no GIT_CONFIG_NOSYSTEM): `safe.directory` counts only there, containers and CI images set it
    // system-wide, and neither is the repository's to write.
    if let Some(home) = home {
        command.env("HOME", home);
    }
}

const ENVIRONMENT: &[(&str, &str)] = &[
    ("PATH", "/usr/bin:/bin"),
    // Git's own words are read to tell a missing repository from one of another owner.
    ("LC_ALL", "C"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    // A partial clone fetches missing objects from wherever its configuration says, `ext::sh -c …` included.
    // The first is enough since git 2.45; older ones fetch, but may use no transport.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    // Replacements and grafts make up history; what HEAD descends from must not be up to them.
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_GRAFT_FILE", "/dev/null"),
];

/// Arguments before git's own subcommand.
pub(crate) const ARGUMENTS: &[&str] = &[
    "--no-optional-locks",
    "--no-pager",
    // Empty is "no monitor" to every git; one before 2.36 would run a program called `false`.
    "-c",
    "core.fsmonitor=",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.pager=cat",
    // We never benefit from the cache and mustn't trust a list that someone else left in it.
    "-c",
    "core.untrackedCache=false",
    // A branch named HEAD makes git refuse to name the real one.
    "-c",
    "core.warnAmbiguousRefs=false",
    // A directory that only looks like a bare repository (checked in, with a configuration of its own) is none.
    "-c",
    "safe.bareRepository=explicit",
    // The rest belongs to commands that we don't run; nothing says that git will always agree.
    "-c",
    "protocol.allow=never",
    "-c",
    "core.sshCommand=false",
    "-c",
    "core.askPass=",
    "-c",
    "credential.helper=",
    "-c",
    "diff.external=",
    // Else `diff` takes the index's lock to note what it has found unchanged, optional locks or not.
    "-c",
    "diff.autoRefreshIndex=false",
    "-c",
    "log.showSignature=false",
    "-c",
    "status.submoduleSummary=false",
    "-c",
    "submodule.recurse=false",
];
