//! Why a call must not run.

use std::fmt;

/// What a call would touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The gate's state directory.
    StateDirectory,
    /// A file that registers hooks.
    HookSettings,
    /// The operator's policy.
    Policy,
    /// The file that says whose signature is the operator's.
    AllowedSigners,
    /// The gate's binary.
    Binary,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StateDirectory => "the gate's state directory",
            Self::HookSettings => "the client's hook settings",
            Self::Policy => "the gate's policy",
            Self::AllowedSigners => "the file of the operator's allowed signers",
            Self::Binary => "the gate's binary",
        })
    }
}

/// Why a call must not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A tool would write to a protected place.
    Path {
        /// Which.
        what: What,
    },
    /// A shell command names a protected place, and not all of its programs can only read.
    Command {
        /// Which.
        what: What,
    },
    /// The shell command can't be read, and it mentions something protected.
    UnreadableCommand,
    /// A command of the gate that belongs to the operator.
    OperatorVerb {
        /// Which, from [`crate::OPERATOR_VERBS`].
        verb: &'static str,
    },
    /// A hook event that doesn't come from the client.
    ForgedEvent,
}

impl Violation {
    /// A short code for records and tests.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Path { .. } => "protected_path",
            Self::Command { .. } => "protected_path_in_command",
            Self::UnreadableCommand => "unreadable_command",
            Self::OperatorVerb { .. } => "operator_verb",
            Self::ForgedEvent => "forged_event",
        }
    }

    /// One sentence for the model. It never holds a command that would clear the gate.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Path { what } => format!("This call would write to {what}, which only the operator may change."),
            Self::Command { what } => format!(
                "This shell command names {what}, which only the operator may change; commands that can only read \
                 may name it, and the Read, Grep and Glob tools too."
            ),
            Self::UnreadableCommand => {
                "This shell command can't be parsed and mentions the gate or the client's hook settings, so that it \
                 can't be told what it would do to them."
                    .to_owned()
            }
            Self::OperatorVerb { .. } => {
                "This command speaks for the operator, who has to act outside this session.".to_owned()
            }
            Self::ForgedEvent => {
                "Hook events come from the client alone; this command would send the gate one of its own.".to_owned()
            }
        }
    }
}
