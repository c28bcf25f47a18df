use crate::wire::Wire;
use base64ct::{Base64Unpadded, Encoding};
use sha2::{Digest, Sha256};

/// The one kind of key that is verified.
pub(crate) const ED25519: &str = "ssh-ed25519";

/// Kinds of keys that OpenSSH knows: a line with one of these is a good line, whether or not it is verified.
const KNOWN: [&str; 8] = [
    ED25519,
    "ssh-rsa",
    "ssh-dss",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
];

/// A public key as SSH encodes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey {
    pub(crate) kind: String,
    blob: Vec<u8>,
}

impl PublicKey {
    pub(crate) fn from_blob(blob: &[u8]) -> Option<PublicKey> {
        let kind = Wire(blob).text()?;
        let plain = !kind.is_empty() && kind.len() <= 64 && kind.bytes().all(|byte| byte.is_ascii_graphic());
        plain.then(|| PublicKey { kind: kind.to_owned(), blob: blob.to_owned() })
    }

    /// Whether OpenSSH writes this kind of key into files.
    pub(crate) fn is_known(kind: &str) -> bool {
        KNOWN.contains(&kind)
    }

    pub(crate) fn is_certificate(kind: &str) -> bool {
        kind.ends_with("-cert-v01@openssh.com")
    }

    /// `SHA256:…`, as `ssh-keygen -l` shows it.
    pub(crate) fn fingerprint(&self) -> String {
        format!("SHA256:{}", Base64Unpadded::encode_string(&Sha256::digest(&self.blob)))
    }

    /// The key for verifying. `None`: another kind, a wrong length, or no point of the curve.
    pub(crate) fn ed25519(&self) -> Option<ed25519_dalek::VerifyingKey> {
        let mut wire = Wire(&self.blob);
        if wire.text()? != ED25519 {
            return None;
        }
        let bytes: &[u8; 32] = wire.string()?.try_into().ok()?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(bytes).ok()?;
        (wire.is_empty() && !key.is_weak()).then_some(key)
    }
}
