use std::fmt;

use crate::quote::quote;

/// Why something isn't known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The directory was given as a relative path, and relative to what isn't for us to guess.
    RelativePath,
    /// The directory doesn't exist (any more), or can't be entered.
    DirectoryGone,
    /// The path is there, but isn't a directory.
    NotADirectory,
    /// No git at any of the fixed places.
    NoGit,
    /// The repository has a format or an extension that no git here reads.
    GitTooOld,
    /// No repository here, or a bare one, or the inside of a `.git`.
    NotAWorkTree,
    /// The repository's configuration puts its work tree here, which isn't around the directory.
    WorkTreeElsewhere(String),
    /// The repository belongs to another user and git refuses to read it. Nobody but the user may allow it.
    DubiousOwnership,
    /// The deadline came first.
    TimedOut,
    /// Asking would have run, or might have run, a program that the repository names.
    Unsafe(&'static str),
    /// Git failed otherwise; its own words, quoted and capped.
    Failed(String),
}

/// Git's complaints can hold names, so they are capped like names.
const MESSAGE_CHARS: usize = 200;

impl Unknown {
    /// Reads git's complaint. Git is run with `LC_ALL=C`, so the words don't depend on the user's language.
    pub(crate) fn from_stderr(stderr: &[u8]) -> Self {
        let text = String::from_utf8_lossy(stderr);
        let complaint = text
            .lines()
            .find(|line| line.starts_with("fatal:") || line.starts_with("error:"))
            .or_else(|| text.lines().next())
            .unwrap_or_default();
        // "unsafe repository" is what git before 2.36 said.
        if complaint.contains("dubious ownership") || complaint.contains("unsafe repository") {
            Self::DubiousOwnership
        } else if complaint.contains("not a git repository")
            || complaint.contains("cannot use bare repository")
            || complaint.contains("must be run in a work tree")
        {
            Self::NotAWorkTree
        } else if complaint.contains("unknown repository extension")
            || complaint.contains("Expected git repo version")
        {
            Self::GitTooOld
        } else {
            Self::failed(complaint)
        }
    }

    pub(crate) fn failed(message: &str) -> Self {
        Self::Failed(quote(message, MESSAGE_CHARS))
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RelativePath => f.write_str("the directory was given as a relative path"),
            Self::DirectoryGone => f.write_str("the directory does not exist or can't be entered"),
            Self::NotADirectory => f.write_str("the path is not a directory"),
            Self::NoGit => {
                f.write_str("git was not found in /usr/bin, /usr/local/bin, /opt/homebrew/bin or /bin")
            }
            Self::GitTooOld => f.write_str("the repository needs a newer git than there is"),
            Self::NotAWorkTree => f.write_str("not a git work tree"),
            Self::WorkTreeElsewhere(path) => {
                let path = quote(path, MESSAGE_CHARS);
                write!(f, "the repository's work tree is configured as {path}, not around this directory")
            }
            Self::DubiousOwnership => f.write_str(
                "dubious ownership: the repository belongs to another user and git refuses to read it",
            ),
            Self::TimedOut => f.write_str("timed out"),
            Self::Unsafe(reason) => write!(f, "not read: {reason}"),
            Self::Failed(message) => write!(f, "git failed: {message}"),
        }
    }
}
