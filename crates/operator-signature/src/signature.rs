use crate::public_key::PublicKey;
use crate::wire::{Wire, put_string};
use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256, Sha512};
use std::fmt;

const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const END: &str = "-----END SSH SIGNATURE-----";
const MAGIC: &[u8] = b"SSHSIG";
const VERSION: u32 = 1;

/// Signatures of the largest keys take a few kilobytes.
const MAX_BYTES: usize = 64 * 1024;

/// A signature file, as `ssh-keygen -Y sign` writes it (OpenSSH's PROTOCOL.sshsig). Read, not yet verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub(crate) key: PublicKey,
    pub(crate) namespace: String,
    pub(crate) algorithm: String,
    pub(crate) bytes: Vec<u8>,
    hash: Hash,
    reserved: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hash {
    Sha256,
    Sha512,
}

/// What is wrong with a signature file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSignature(pub(crate) &'static str);

impl fmt::Display for BadSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is no signature of ssh-keygen -Y sign: {}", self.0)
    }
}

impl std::error::Error for BadSignature {}

impl Signature {
    /// Reads a signature file.
    pub fn parse(text: &str) -> Result<Signature, BadSignature> {
        if text.len() > MAX_BYTES {
            return Err(BadSignature("it is too large"));
        }
        let body = text.trim().strip_prefix(BEGIN).ok_or(BadSignature("its first line is another one"))?;
        let body = body.strip_suffix(END).ok_or(BadSignature("its last line is another one"))?;
        let base64: String = body.chars().filter(|it| !matches!(it, '\n' | '\r' | ' ' | '\t')).collect();
        let blob = Base64::decode_vec(&base64).map_err(|_| BadSignature("what it holds is not base64"))?;
        Signature::from_blob(&blob)
    }

    fn from_blob(blob: &[u8]) -> Result<Signature, BadSignature> {
        let cut = BadSignature("it is cut short");
        let mut wire = Wire(blob);
        if wire.take(MAGIC.len()) != Some(MAGIC) {
            return Err(BadSignature("its magic number is missing"));
        }
        if wire.number().ok_or(cut)? != VERSION {
            return Err(BadSignature("it has a version other than 1"));
        }
        let key = PublicKey::from_blob(wire.string().ok_or(cut)?).ok_or(BadSignature("its key is broken"))?;
        let namespace = wire.text().ok_or(cut)?.to_owned();
        let reserved = wire.string().ok_or(cut)?.to_owned();
        let hash = match wire.text().ok_or(cut)? {
            "sha256" => Hash::Sha256,
            "sha512" => Hash::Sha512,
            _ => return Err(BadSignature("its hash is neither sha256 nor sha512")),
        };
        let mut signature = Wire(wire.string().ok_or(cut)?);
        let algorithm = signature.text().ok_or(cut)?.to_owned();
        let bytes = signature.string().ok_or(cut)?.to_owned();
        // A security key's signature goes on with its flags and counter.
        if !wire.is_empty() || !signature.is_empty() && !algorithm.starts_with("sk-") {
            return Err(BadSignature("there is more behind its end"));
        }
        Ok(Signature { key, namespace, algorithm, bytes, hash, reserved })
    }

    /// `SHA256:…` of the key that it names.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.key.fingerprint()
    }

    /// What was really signed: the message stands in it by its hash.
    pub(crate) fn signed_bytes(&self, message: &[u8]) -> Vec<u8> {
        let (name, digest) = match self.hash {
            Hash::Sha256 => ("sha256", Sha256::digest(message).to_vec()),
            Hash::Sha512 => ("sha512", Sha512::digest(message).to_vec()),
        };
        let mut bytes = MAGIC.to_vec();
        for part in [self.namespace.as_bytes(), &self.reserved, name.as_bytes(), &digest] {
            put_string(&mut bytes, part);
        }
        bytes
    }
}
