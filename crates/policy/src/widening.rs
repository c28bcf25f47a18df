//! What a repository's file would widen.

/// Something in a repository's policy that the operator's doesn't grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widening {
    /// The key, as in `tools.read_only`.
    pub key: String,
    /// The rule, name or setting.
    pub text: String,
    /// Whether it counts, now.
    pub effect: WideningEffect,
}

/// Whether a widening counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideningEffect {
    /// The operator has accepted the file.
    InForce,
    /// It counts once the operator accepts the file.
    WaitsForOperator,
    /// A repository can't say this, accepted or not: it belongs into the operator's policy.
    Never,
}

impl std::fmt::Display for Widening {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let effect = match self.effect {
            WideningEffect::InForce => "in force, accepted by the operator",
            WideningEffect::WaitsForOperator => "not in force until the operator accepts the file",
            WideningEffect::Never => "not in force; it belongs into the operator's policy",
        };
        write!(formatter, "{} {:?}: {effect}", self.key, self.text)
    }
}
