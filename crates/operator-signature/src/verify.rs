use crate::allowed_signers::Line;
use crate::pattern;
use crate::public_key::{ED25519, PublicKey};
use crate::{AllowedSigners, Now, Refusal, Signature};

/// Who has signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// The name that the signer goes by, or all the names of the line.
    pub principal: String,
    /// `SHA256:…` of the key.
    pub fingerprint: String,
}

impl AllowedSigners {
    /// Whether `signature` is one over `message` for `namespace` by somebody whom the file allows that now.
    ///
    /// `principal` is who says to have signed. Without one, the line that holds the key has to name its signers
    /// outright.
    pub fn verify(
        &self,
        signature: &Signature,
        message: &[u8],
        namespace: &str,
        principal: Option<&str>,
        now: Now,
    ) -> Result<Signer, Refusal> {
        if signature.namespace != namespace {
            return Err(Refusal::OtherNamespace {
                found: signature.namespace.chars().take(64).collect(),
                expected: namespace.to_owned(),
            });
        }
        let kind = &signature.key.kind;
        if PublicKey::is_certificate(kind) {
            return Err(Refusal::Certificate);
        }
        if kind != ED25519 {
            return Err(Refusal::UnsupportedKey { kind: kind.clone() });
        }
        let fingerprint = signature.fingerprint();
        let mut refusal = Refusal::UnknownKey { fingerprint: fingerprint.clone() };
        let named: Vec<&Line> = self.lines.iter().filter(|line| line.key == signature.key).collect();
        if named.is_empty() {
            return Err(refusal);
        }
        if !is_signed(signature, message) {
            return Err(Refusal::Altered);
        }
        for line in named {
            match line.admits(namespace, principal, now) {
                Ok(principal) => return Ok(Signer { principal, fingerprint }),
                Err(why) => refusal = why,
            }
        }
        Err(refusal)
    }
}

fn is_signed(signature: &Signature, message: &[u8]) -> bool {
    let (Some(key), Ok(bytes)) = (signature.key.ed25519(), <&[u8; 64]>::try_from(signature.bytes.as_slice()))
    else {
        return false;
    };
    let given = ed25519_dalek::Signature::from_bytes(bytes);
    signature.algorithm == ED25519 && key.verify_strict(&signature.signed_bytes(message), &given).is_ok()
}

impl Line {
    /// The name of who signed, if this line lets them.
    fn admits(&self, namespace: &str, principal: Option<&str>, now: Now) -> Result<String, Refusal> {
        let line = self.number;
        if self.options.cert_authority {
            return Err(Refusal::OnlyAuthority { line });
        }
        if self.options.namespaces.as_ref().is_some_and(|list| !pattern::list_means(list, namespace)) {
            return Err(Refusal::NamespaceNotAllowed { line });
        }
        if self.options.valid_after.is_some_and(|bound| !bound.is_past(now)) {
            return Err(Refusal::NotYetValid { line });
        }
        if self.options.valid_before.is_some_and(|bound| bound.has_come(now)) {
            return Err(Refusal::Expired { line });
        }
        match principal {
            Some(name) if pattern::list_means(&self.principals, name) => Ok(name.to_owned()),
            Some(name) => Err(Refusal::OtherPrincipal { line, principal: name.to_owned() }),
            None if pattern::is_literal(&self.principals) => Ok(self.principals.clone()),
            None => Err(Refusal::WhichPrincipal { line }),
        }
    }
}
