use crate::sha256_hex;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of the record format. A reader that meets a higher one touches nothing.
pub const FORMAT_VERSION: u64 = 1;

/// The digest that the first record of a ledger names as the one before it.
pub(crate) const NO_DIGEST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What a caller wants recorded.
#[derive(Clone, Debug)]
pub struct Payload {
    /// What kind of record it is.
    pub kind: String,
    /// Its body: one JSON value.
    pub body: String,
    /// SHA-256 of the folded state after this record, in hexadecimal: what a snapshot is checked against.
    pub state: String,
}

/// One record as it stands in the ledger.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number; each is one more than the one before.
    pub seq: u64,
    /// When it was written: RFC 3339, UTC.
    pub at: String,
    /// What kind of record it is.
    pub kind: String,
    /// Its body: one JSON value.
    pub body: String,
    /// SHA-256 of the folded state after this record.
    pub state: String,
    /// Digest of the record before it.
    pub prev: String,
    /// SHA-256 over the line's bytes before `,"digest"`.
    pub digest: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    v: u64,
    seq: u64,
    at: &'a str,
    kind: &'a str,
    #[serde(borrow)]
    body: &'a RawValue,
    state: &'a str,
    prev: &'a str,
    digest: &'a str,
}

#[derive(Deserialize)]
struct VersionOnly {
    v: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LineError {
    Newer(u64),
    Broken(&'static str),
}

const DIGEST_KEY: &str = ",\"digest\":\"";

/// The line of a record, its newline included, and its digest.
pub(crate) fn encode(seq: u64, at: &str, payload: &Payload, prev: &str) -> (String, String) {
    let mut line = format!(
        "{{\"v\":{FORMAT_VERSION},\"seq\":{seq},\"at\":{at},\"kind\":{kind},\"body\":{body},\"state\":\"{state}\",\"prev\":\"{prev}\"",
        at = quoted(at),
        kind = quoted(&payload.kind),
        body = payload.body,
        state = payload.state,
    );
    let digest = sha256_hex(line.as_bytes());
    line.push_str(DIGEST_KEY);
    line.push_str(&digest);
    line.push_str("\"}\n");
    (line, digest)
}

/// Reads one line (without its newline) and checks its own digest. The chain is the caller's business.
pub(crate) fn decode(bytes: &[u8]) -> Result<Entry, LineError> {
    let text = std::str::from_utf8(bytes).map_err(|_| LineError::Broken("it is not UTF-8"))?;
    let line: Line<'_> = match serde_json::from_str(text) {
        Ok(line) => line,
        Err(_) => {
            return Err(match serde_json::from_str::<VersionOnly>(text) {
                Ok(VersionOnly { v }) if v > FORMAT_VERSION => LineError::Newer(v),
                Ok(_) | Err(_) => LineError::Broken("it is not a record"),
            });
        }
    };
    if line.v > FORMAT_VERSION {
        return Err(LineError::Newer(line.v));
    }
    let covered = text.rfind(DIGEST_KEY).map_or(0, |at| at);
    if sha256_hex(&text.as_bytes()[..covered]) != line.digest {
        return Err(LineError::Broken("its digest doesn't fit its bytes"));
    }
    Ok(Entry {
        seq: line.seq,
        at: line.at.to_owned(),
        kind: line.kind.to_owned(),
        body: line.body.get().to_owned(),
        state: line.state.to_owned(),
        prev: line.prev.to_owned(),
        digest: line.digest.to_owned(),
    })
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload() -> Payload {
        Payload { kind: "k".into(), body: r#"{"a":"x\",\"digest\":\""}"#.into(), state: NO_DIGEST.into() }
    }

    #[test]
    fn a_line_comes_back_as_it_went() {
        let (line, digest) = encode(7, "2026-11-30T00:00:00Z", &payload(), NO_DIGEST);
        let entry = decode(line.trim_end().as_bytes()).unwrap();
        assert_eq!((entry.seq, entry.digest, entry.body), (7, digest, payload().body));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let (line, _) = encode(7, "2026-11-30T00:00:00Z", &payload(), NO_DIGEST);
        let line = line.trim_end().as_bytes();
        for at in 0..line.len() {
            let mut changed = line.to_vec();
            changed[at] ^= 1;
            assert!(decode(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_newer_version_is_told_from_damage() {
        let newer = br#"{"v":2,"seq":1,"something":"new"}"#;
        assert_eq!(decode(newer).unwrap_err(), LineError::Newer(2));
    }
}
