//! What stands in a rule's parentheses.

use super::Malformed;
use crate::file::PathPattern;
use crate::host::HostPattern;
use crate::shell::CommandPattern;

/// Which calls of the tool a rule is about.
#[derive(Clone, Debug)]
pub(crate) enum Specifier {
    /// All of them.
    Any,
    /// Those with a command like this.
    Command(CommandPattern),
    /// Those of a file or folder like this.
    Path(PathPattern),
    /// Those of a host like this.
    Host(HostPattern),
    /// Those whose name of what they start is like this: an agent's type, a skill.
    Named(CommandPattern),
    /// Those where a member of the input is like this, `*` standing for any text.
    Parameter(String, String),
}

impl Specifier {
    pub(super) fn parse(tool: &str, inside: &str) -> Result<Self, Malformed> {
        if inside.trim().is_empty() {
            return Err(Malformed::new(
                "nothing stands in the parentheses",
                "write the tool's bare name for every call of it",
            ));
        }
        match tool {
            // As in the client, the same as the bare name.
            "Bash" | "Monitor" | "Agent" | "Task" | "Skill" | "SlashCommand" if inside == "*" => {
                Ok(Self::Any)
            }
            "Bash" | "Monitor" => CommandPattern::parse(inside).map(Self::Command),
            "Read" | "NotebookRead" | "Grep" | "Glob" | "LS" | "Edit" | "Write" | "MultiEdit"
            | "NotebookEdit" => PathPattern::parse(inside).map(Self::Path),
            "WebFetch" => HostPattern::parse(inside).map(Self::Host),
            "Agent" | "Task" | "Skill" | "SlashCommand" => {
                CommandPattern::parse_name(inside).map(Self::Named)
            }
            "PowerShell" => Err(Malformed::new(
                "PowerShell commands can't be told apart here",
                "write the bare name, PowerShell",
            )),
            _ => match inside.split_once(':') {
                Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                    Ok(Self::Parameter(name.to_owned(), value.to_owned()))
                }
                _ => Err(Malformed::new(
                    "this tool's calls can't be told apart like this",
                    "write its bare name, or Tool(parameter:value)",
                )),
            },
        }
    }

    pub(crate) fn is_path(&self) -> bool {
        matches!(self, Self::Path(_))
    }
}
