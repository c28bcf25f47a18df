//! Settings that are one of a few words. The order of each is from the loosest to the strictest.

use std::fmt;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// Every word that a policy file may say here.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The meaning of a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The word in a policy file.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.word())
            }
        }
    };
}

words! {
    /// What happens to a call that no list names.
    Unlisted {
        /// It runs.
        Allow = "allow",
        /// It doesn't.
        Deny = "deny",
    }
}

words! {
    /// What a subagent may do without a delegation of its own.
    Subagents {
        /// What its parent may, as long as no delegation is declared.
        Inherit = "inherit",
        /// Read.
        Explicit = "explicit",
    }
}

words! {
    /// What happens when git's facts have changed across a compaction.
    OnChange {
        /// It is reported.
        Note = "note",
        /// A descendant of the old commit on the same branch and worktree is reported, anything else closes.
        Descendant = "descendant",
        /// Any change waits for the operator.
        Operator = "operator",
    }
}

words! {
    /// What happens where a session's past isn't known.
    OnDoubt {
        /// It is settled from the transcript.
        Settle = "settle",
        /// It waits for the operator.
        Flag = "flag",
    }
}

words! {
    /// What a finding of the summary lint does.
    Level {
        /// The rule isn't asked.
        Off = "off",
        /// It is noted.
        Note = "note",
        /// It closes the gate.
        Deny = "deny",
    }
}

words! {
    /// What came of an operation.
    Outcome {
        /// It didn't have its effect.
        NotCommitted = "not-committed",
        /// It had its effect.
        Committed = "committed",
    }
}

/// A duration such as `90s`, `30m`, `24h` or `7d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ttl {
    seconds: u64,
}

impl Ttl {
    /// 24 hours.
    pub const DAY: Self = Self { seconds: 24 * 60 * 60 };

    /// Reads a whole number and its unit.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let unit = text.chars().last()?;
        let factor = match unit {
            's' => 1,
            'm' => 60,
            'h' => 60 * 60,
            'd' => 24 * 60 * 60,
            _ => return None,
        };
        let digits = &text[..text.len() - 1];
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let seconds = digits.parse::<u64>().ok().filter(|_| plain)?.checked_mul(factor)?;
        (1..=366 * 24 * 60 * 60).contains(&seconds).then_some(Self { seconds })
    }

    /// Its length.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.seconds
    }
}

impl fmt::Display for Ttl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, unit) = match self.seconds {
            seconds if seconds % 86400 == 0 => (seconds / 86400, 'd'),
            seconds if seconds % 3600 == 0 => (seconds / 3600, 'h'),
            seconds if seconds % 60 == 0 => (seconds / 60, 'm'),
            seconds => (seconds, 's'),
        };
        write!(formatter, "{count}{unit}")
    }
}
