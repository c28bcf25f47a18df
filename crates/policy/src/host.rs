//! The host that a URL leads to.

use crate::rule::Malformed;
use crate::wildcard;

/// `domain:example.com`, `domain:*.example.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HostPattern(String);

impl HostPattern {
    pub(crate) fn parse(inside: &str) -> Result<Self, Malformed> {
        let host = inside.strip_prefix("domain:").ok_or_else(|| {
            Malformed::new("only the domain can be told", "write WebFetch(domain:example.com)")
        })?;
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || matches!(c, '/' | ':' | '@')) {
            return Err(Malformed::new(
                "this is no host name",
                "write it without scheme, port or path: domain:example.com",
            ));
        }
        Ok(Self(host.trim_end_matches('.').to_ascii_lowercase()))
    }

    pub(crate) fn matches(&self, host: &str) -> bool {
        wildcard::matches(&self.0, host)
    }

    /// Whether every host of `other` is one of this.
    pub(crate) fn includes(&self, other: &Self) -> bool {
        wildcard::matches(&self.0, &other.0.replace('*', "\u{1}"))
    }
}

/// The host of a URL in lower case, or None where it isn't certain which host a client would take: names with
/// escapes or outside ASCII, backslashes, control characters, anything but http(s).
pub(crate) fn host(url: &str) -> Option<String> {
    let url = url.trim();
    let (scheme, rest) = url.split_once("://").or(Some(("https", url)))?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    let after_user = authority.rsplit('@').next().unwrap_or(authority);
    let host = match after_user.strip_prefix('[') {
        Some(address) => address.split(']').next().unwrap_or(address),
        None => after_user.split(':').next().unwrap_or(after_user),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    let host = host.trim_end_matches('.');
    let certain = !host.is_empty() && host.chars().all(plain) && !url.contains(['\\', '\t', '\n', '\r']);
    certain.then(|| host.to_ascii_lowercase())
}
