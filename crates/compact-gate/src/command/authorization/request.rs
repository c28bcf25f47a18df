//! A request for a signature: the canonical bytes of an act.

use super::act::Act;
use crate::clock;
use anyhow::{Context as _, bail, ensure};
use git_facts::quote;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A request as it is signed: canonical JSON (RFC 8785), without a newline behind it. Every value is text, so that no two
/// readers can read a number differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The form of this: [`FORMAT`].
    pub format: String,
    /// The command.
    pub verb: String,
    /// What it is about.
    pub subject: BTreeMap<String, String>,
    /// Digest of the policy that names the signers.
    pub policy: String,
    /// Who is going to sign, by a name of the allowed signers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signer: Option<String>,
    /// Random, so that this request is like no other.
    pub nonce: String,
    /// RFC 3339, UTC.
    pub issued_at: String,
    /// RFC 3339, UTC.
    pub expires_at: String,
}

const FORMAT: &str = "compact-gate request 1";

/// No request is larger.
pub const MAX_BYTES: u64 = 64 * 1024;

impl Request {
    /// A new one for an act.
    pub fn new(act: &Act, policy: &str, signer: Option<&str>, seconds: i64) -> anyhow::Result<Request> {
        let now = clock::now();
        Ok(Request {
            format: FORMAT.to_owned(),
            verb: act.verb.to_owned(),
            subject: act.subject.clone(),
            policy: policy.to_owned(),
            signer: signer.map(str::to_owned),
            nonce: crate::random::hex()?,
            issued_at: clock::rfc3339(now),
            expires_at: clock::rfc3339(now.saturating_add(seconds)),
        })
    }

    /// The bytes to sign.
    pub fn canonical(&self) -> anyhow::Result<String> {
        let text = serde_json::to_string(self)?;
        policy::canonical_json(&text).map_err(|error| anyhow::anyhow!("{error}"))
    }

    /// Reads one that was signed. It has to be as it was printed, to the byte.
    pub fn parse(bytes: &[u8]) -> anyhow::Result<Request> {
        let text = std::str::from_utf8(bytes).context("the request is not UTF-8")?;
        let request: Request = serde_json::from_str(text)
            .map_err(|error| anyhow::anyhow!("the request can't be read, so it was altered: {error}"))?;
        ensure!(request.format == FORMAT, "the request is of another kind: {}", quote(&request.format, 60));
        ensure!(
            request.canonical()? == text,
            "the request is not in its canonical form, so it was altered: sign what --print-request printed, to the \
             byte"
        );
        Ok(request)
    }

    /// When it expires, in seconds since the Unix epoch.
    pub fn expires_at(&self) -> anyhow::Result<i64> {
        seconds(&self.expires_at)
    }

    /// Whether it is for this act, under this policy, at this time.
    pub fn check(&self, act: &Act, policy: &str, now: i64) -> anyhow::Result<()> {
        if self.verb != act.verb {
            bail!("the request is for {}, and this is {}", quote(&self.verb, 60), act.verb);
        }
        let names: std::collections::BTreeSet<&String> =
            self.subject.keys().chain(act.subject.keys()).collect();
        for name in names {
            let (signed, is) = (self.subject.get(name), act.subject.get(name));
            if signed != is {
                let shown = |value: Option<&String>| value.map_or("nothing".to_owned(), |it| quote(it, 120));
                bail!(
                    "the request is for {name} {}, and here it is {}: it counts for that alone; print a new one",
                    shown(signed),
                    shown(is)
                );
            }
        }
        if self.policy != policy {
            bail!("the policy has changed since the request was printed: print a new one");
        }
        let (issued, expires) = (seconds(&self.issued_at)?, self.expires_at()?);
        if now >= expires {
            bail!("the request expired at {}: print a new one", self.expires_at);
        }
        if now < issued {
            bail!(
                "the request was printed at {}, and that is still to come: a clock is wrong",
                self.issued_at
            );
        }
        Ok(())
    }
}

fn seconds(text: &str) -> anyhow::Result<i64> {
    let at = chrono::DateTime::parse_from_rfc3339(text);
    Ok(at.map_err(|_| anyhow::anyhow!("the request's time {} is none", quote(text, 60)))?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        let act = Act::new("release").about("session", "s").about("reason", "é\"\n\u{7f}");
        Request::new(&act, "p", None, 60).unwrap()
    }

    #[test]
    fn what_is_printed_is_read_again() {
        let request = request();
        let bytes = request.canonical().unwrap();
        assert!(bytes.starts_with(r#"{"expires_at":"#) && !bytes.ends_with('\n'));
        assert_eq!(Request::parse(bytes.as_bytes()).unwrap(), request);
    }

    #[test]
    fn any_other_bytes_are_not() {
        let bytes = request().canonical().unwrap();
        for altered in [
            format!("{bytes}\n"),
            bytes.replace(':', ": "),
            bytes.replace("request 1", "request 2"),
            bytes.replace('}', ",\"more\":\"x\"}"),
            bytes.replace("\"verb\"", "\"verb\":\"approve\",\"verb\""),
            bytes.replace('é', "\\u00e9"),
            String::new(),
        ] {
            assert!(Request::parse(altered.as_bytes()).is_err(), "{altered}");
        }
    }
}
