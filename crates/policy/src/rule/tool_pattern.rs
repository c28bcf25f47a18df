//! The tool that a rule is about.

use super::Malformed;
use crate::wildcard;

/// A tool's name, `*` standing for any part of it.
#[derive(Clone, Debug)]
pub(crate) enum ToolPattern {
    /// One tool.
    Exact(String),
    /// `mcp__server`: every tool of a server.
    Server(String),
    /// With `*`.
    Glob(String),
}

/// Path rules for `Read` speak of every tool that reads files, as in the client.
const READERS: [&str; 5] = ["Read", "NotebookRead", "Grep", "Glob", "LS"];
/// Path rules for `Edit` speak of every tool that changes files, as in the client.
const EDITORS: [&str; 4] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

impl ToolPattern {
    pub(crate) fn parse(name: &str) -> Result<Self, Malformed> {
        if name.is_empty() {
            return Err(Malformed::new("no tool is named", "write Tool or Tool(specifier)"));
        }
        if name.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | ',')) {
            return Err(Malformed::new(
                "a tool's name holds no blanks, commas or parentheses",
                "give each rule a string of its own",
            ));
        }
        if name.contains('*') {
            return Ok(Self::Glob(name.to_owned()));
        }
        let server = name.strip_prefix("mcp__").filter(|rest| !rest.contains("__"));
        match server {
            Some("") => Err(Malformed::new("no server is named", "write mcp__server or mcp__*")),
            Some(_) => Ok(Self::Server(name.to_owned())),
            None => Ok(Self::Exact(name.to_owned())),
        }
    }

    /// `families`: the rule is about paths, which a whole family of tools takes.
    pub(crate) fn covers(&self, tool: &str, families: bool) -> bool {
        match self {
            Self::Exact(name) => {
                name == tool
                    || match name.as_str() {
                        // Both run shell commands under the same rules.
                        "Bash" => tool == "Monitor",
                        // One tool, renamed.
                        "Task" => tool == "Agent",
                        "Agent" => tool == "Task",
                        "Read" => families && READERS.contains(&tool),
                        "Edit" => families && EDITORS.contains(&tool),
                        _ => false,
                    }
            }
            Self::Server(name) => {
                tool.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
            }
            Self::Glob(pattern) => wildcard::matches(pattern, tool),
        }
    }

    /// Whether each tool of `other` is one of this, as far as the texts tell.
    pub(crate) fn includes(&self, other: &Self, families: bool) -> bool {
        match other {
            Self::Exact(name) => self.covers(name, families),
            Self::Server(name) => match self {
                Self::Server(own) => own == name,
                Self::Glob(_) => self.covers(&format!("{name}__\u{1}"), false),
                Self::Exact(_) => false,
            },
            Self::Glob(pattern) => match self {
                // Each `*` of the other reads as a character that only a `*` of this one takes.
                Self::Glob(own) => wildcard::matches(own, &pattern.replace('*', "\u{1}")),
                Self::Server(own) => {
                    pattern.strip_prefix(own.as_str()).is_some_and(|rest| rest.starts_with("__"))
                }
                Self::Exact(_) => false,
            },
        }
    }
}
