//! Permission rules, as Claude Code writes them: `Tool` or `Tool(specifier)`.

mod malformed;
mod specifier;
mod tool_pattern;

use std::fmt;

pub use malformed::Malformed;
pub(crate) use specifier::Specifier;
pub(crate) use tool_pattern::ToolPattern;

/// One permission rule.
#[derive(Clone, Debug)]
pub struct Rule {
    text: String,
    pub(crate) tool: ToolPattern,
    pub(crate) specifier: Specifier,
}

impl Rule {
    /// Reads a rule, or says what is wrong with it and how to put it right.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        if text.is_empty() {
            return Err(Malformed::new("an empty rule", "name a tool, such as \"Bash\" or \"mcp__server\""));
        }
        if text.trim() != text {
            return Err(Malformed::new("blanks around the rule", "take them out"));
        }
        let (name, inside) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')').ok_or_else(|| {
                    Malformed::new("the parenthesis isn't closed at the rule's end", "write Tool(specifier)")
                })?;
                (name, Some(inside))
            }
        };
        let tool = ToolPattern::parse(name)?;
        let specifier = match inside {
            None => Specifier::Any,
            Some(inside) => Specifier::parse(name, inside)?,
        };
        Ok(Self { text: text.to_owned(), tool, specifier })
    }

    /// The rule as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether calls of this tool are what the rule speaks of, whatever their input.
    pub(crate) fn is_about(&self, tool_name: &str) -> bool {
        self.tool.covers(tool_name, self.specifier.is_path())
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Rule {}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}
