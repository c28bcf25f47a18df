use std::fmt;

/// Why a signature doesn't count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It was made for something else.
    OtherNamespace {
        /// For what.
        found: String,
        /// For what it should have been made.
        expected: String,
    },
    /// The key is of a kind that isn't verified here.
    UnsupportedKey {
        /// OpenSSH's name of it.
        kind: String,
    },
    /// The signer presents a certificate.
    Certificate,
    /// No line names the key.
    UnknownKey {
        /// Its fingerprint.
        fingerprint: String,
    },
    /// It isn't a signature of these bytes by that key.
    Altered,
    /// The line that names the key isn't valid yet.
    NotYetValid {
        /// The line.
        line: usize,
    },
    /// The line that names the key isn't valid any longer.
    Expired {
        /// The line.
        line: usize,
    },
    /// The line that names the key allows other namespaces.
    NamespaceNotAllowed {
        /// The line.
        line: usize,
    },
    /// The line makes the key an authority for certificates, not a signer.
    OnlyAuthority {
        /// The line.
        line: usize,
    },
    /// The line that names the key is about others than the one who says to have signed.
    OtherPrincipal {
        /// The line.
        line: usize,
        /// Who says to have signed.
        principal: String,
    },
    /// The line names its signers by a pattern, so that it doesn't say who signed.
    WhichPrincipal {
        /// The line.
        line: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::OtherNamespace { found, expected } => {
                write!(f, "the signature is for the namespace {found:?}, not for {expected:?}: sign with -n {expected}")
            }
            Refusal::UnsupportedKey { kind } => {
                write!(f, "the signature is of a {kind} key; only ssh-ed25519 keys are verified")
            }
            Refusal::Certificate => f.write_str(
                "the signature is of a certificate, and certificates are not verified: sign with the key itself, and \
                 let the allowed signers name that",
            ),
            Refusal::UnknownKey { fingerprint } => {
                write!(f, "the key {fingerprint} is none of the allowed signers'")
            }
            Refusal::Altered => {
                f.write_str("the signature does not fit these bytes: the request or the signature was altered")
            }
            Refusal::NotYetValid { line } => {
                write!(f, "the key is not valid yet (valid-after in line {line} of the allowed signers)")
            }
            Refusal::Expired { line } => {
                write!(f, "the key is not valid any longer (valid-before in line {line} of the allowed signers)")
            }
            Refusal::NamespaceNotAllowed { line } => {
                write!(f, "the key may not sign for this namespace (namespaces in line {line} of the allowed signers)")
            }
            Refusal::OnlyAuthority { line } => write!(
                f,
                "line {line} of the allowed signers makes the key an authority for certificates, and those are not \
                 verified: name the signer's own key"
            ),
            Refusal::OtherPrincipal { line, principal } => {
                write!(f, "the key is not {principal:?}'s (line {line} of the allowed signers)")
            }
            Refusal::WhichPrincipal { line } => write!(
                f,
                "line {line} of the allowed signers names them by a pattern, so that it does not say who signed: the \
                 request has to name the signer"
            ),
        }
    }
}

impl std::error::Error for Refusal {}
