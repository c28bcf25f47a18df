use serde::Deserialize;

/// What the client does after the hook's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The tool runs.
    Allow,
    /// The tool doesn't run.
    Deny,
}

impl Decision {
    /// As a scenario writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Decision::Allow => "allow",
            Decision::Deny => "deny",
        }
    }
}

/// What a gate has to answer, and how the context has to stand afterwards. What isn't said isn't compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expect {
    /// What becomes of a call.
    pub expect: Option<Decision>,
    /// The denial's reason code.
    pub code: Option<String>,
    /// `pass`, `pending`, `flagged`, `absent`, or `unreadable`.
    pub verdict: Option<String>,
    /// `review`, `rebuild` or `quarantine`.
    pub disposition: Option<String>,
    /// How many compactions this context has begun.
    pub epoch: Option<u32>,
    /// Each of these is among the verdict's reasons.
    pub reasons: Vec<String>,
    /// Each of these stands in what the model is told.
    pub says: Vec<String>,
    /// None of these does.
    pub says_not: Vec<String>,
}

/// The keys of [`Expect`] in a step.
pub const KEYS: [&str; 8] =
    ["expect", "code", "verdict", "disposition", "epoch", "reasons", "says", "says_not"];

impl Expect {
    /// Whether it looks at how the context stands.
    #[must_use]
    pub fn looks_at_standing(&self) -> bool {
        self.verdict.is_some()
            || self.disposition.is_some()
            || self.epoch.is_some()
            || !self.reasons.is_empty()
    }

    /// Whether it looks at an answer.
    #[must_use]
    pub fn looks_at_answer(&self) -> bool {
        self.expect.is_some() || self.code.is_some() || !self.says.is_empty() || !self.says_not.is_empty()
    }
}
