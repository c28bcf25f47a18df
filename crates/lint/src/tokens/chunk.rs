//! Addresses, paths and identifiers: stretches of text that are one thing, not words.

use crate::lexicon::{EMAIL, IDENT, Lexicon, MENTION, PATH, SECRET_PATH, URL, WordId};

/// Whether a sign can start a path or a mention: at the start of a chunk, with something behind it.
pub(super) fn may_start(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |i| bytes[i]);
    let after = bytes.get(at + 1).copied().unwrap_or(b' ');
    (before.is_ascii_whitespace()
        || matches!(before, b'(' | b'[' | b'"' | b'\'' | b'`' | b'=' | b':' | b',' | b'<'))
        && (after.is_ascii_alphanumeric() || matches!(after, b'/' | b'.' | b'~' | b'_'))
}

/// The end of the chunk that starts at `at` (white space, a bracket, a quotation mark), and whether a sign stands in it
/// that only addresses, paths and identifiers have.
pub(super) fn end(text: &str, at: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut here = at + text[at..].chars().next().map_or(1, char::len_utf8);
    let mut signs = bytes[at].is_ascii_punctuation();
    while here < bytes.len() {
        let b = bytes[here];
        if b < 0x80 {
            match KIND[usize::from(b)] {
                STOP => return (here, signs),
                SIGN => signs = true,
                _ => {}
            }
            here += 1;
            continue;
        }
        let Some(c) = text[here..].chars().next() else { break };
        let stop = c.is_whitespace()
            || matches!(
                c,
                '“' | '”'
                    | '«'
                    | '»'
                    | '「'
                    | '」'
                    | '、'
                    | '。'
                    | '，'
                    | '：'
                    | '；'
                    | '！'
                    | '？'
                    | '（'
                    | '）'
            );
        if stop {
            break;
        }
        here += c.len_utf8();
    }
    (here, signs)
}

const STOP: u8 = 1;
const SIGN: u8 = 2;
const KIND: [u8; 128] = {
    let mut table = [0; 128];
    let mut b = 0u8;
    while b < 128 {
        table[b as usize] = match b {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => STOP,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'"' | b'`' | b',' | b';' | b'|' => STOP,
            b'/' | b'.' | b'@' | b'_' | b'\\' => SIGN,
            _ => 0,
        };
        b += 1;
    }
    table
};

/// Reads a chunk as one address, path or identifier. Gives what it is and how many bytes belong to it.
pub(super) fn compound(chunk: &str, lexicon: &Lexicon) -> Option<(WordId, usize)> {
    let mut seen = [false; 5];
    for b in chunk.bytes() {
        match b {
            b'/' => seen[0] = true,
            b'.' => seen[1] = true,
            b'@' => seen[2] = true,
            b'_' => seen[3] = true,
            b'\\' => seen[4] = true,
            _ => {}
        }
    }
    let body = chunk.trim_end_matches(['.', '!', '?', ':', '*', '\'', '’', '_']);
    if body.len() < 2 {
        return None;
    }
    let lower = body.to_lowercase();
    if let Some(host) = lower.split_once("://").map(|(_, host)| host)
        && (host.starts_with("localhost")
            || host.starts_with("127.0.0.1")
            || host.starts_with("0.0.0.0")
            || host.starts_with("[::1]"))
    {
        // This machine: nobody is reached there.
        return Some((PATH, body.len()));
    }
    if lower.starts_with("http://")
        || lower.starts_with("https://")
        || lower.starts_with("ftp://")
        || lower.starts_with("www.")
    {
        return Some((URL, body.len()));
    }
    if lower.contains("://") {
        return Some((URL, body.len()));
    }
    let inner = body.trim_matches('\'');
    if let Some((user, host)) = inner.split_once('@') {
        if user.is_empty() {
            return host
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'/'))
                .then_some((MENTION, body.len()));
        }
        if host.contains('.') && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')) {
            return Some((EMAIL, body.len()));
        }
        return None;
    }
    if is_secret(&lower) {
        return Some((SECRET_PATH, body.len()));
    }
    let slashes = lower.bytes().filter(|&b| b == b'/' || b == b'\\').count();
    if lower.starts_with(['/', '~']) && slashes > 0 || lower.starts_with("./") || lower.starts_with("../") {
        return Some((PATH, body.len()));
    }
    if slashes > 0 {
        let plain = lower.bytes().all(|b| b.is_ascii_lowercase() || b == b'/' || b == b'\'');
        return (!plain || slashes > 1).then(|| {
            if looks_like_host(lower.split('/').next().unwrap_or("")) {
                (URL, body.len())
            } else {
                (PATH, body.len())
            }
        });
    }
    if seen[1] {
        if looks_like_host(&lower) {
            return Some((URL, body.len()));
        }
        let (stem, extension) = lower.rsplit_once('.')?;
        let is_file = !stem.is_empty()
            && extension.len() <= 5
            && !extension.is_empty()
            && extension.bytes().all(|b| b.is_ascii_alphanumeric())
            && lexicon.id(extension).is_none()
            && stem.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
        if is_file {
            return Some((PATH, body.len()));
        }
        return None;
    }
    if seen[3]
        && body.trim_matches('_').contains('_')
        && body.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    {
        return Some((lexicon.id(&lower).unwrap_or(IDENT), body.len()));
    }
    None
}

/// A bare host name: labels of letters, and a top-level name that is no file extension.
fn looks_like_host(lower: &str) -> bool {
    const TOP: &[&str] = &[
        "com", "net", "org", "io", "dev", "info", "biz", "ru", "cn", "co", "xyz", "top", "site", "online",
        "example", "invalid", "test", "onion", "link", "click",
    ];
    let Some((stem, top)) = lower.rsplit_once('.') else { return false };
    TOP.contains(&top)
        && stem.len() > 1
        && stem.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
}

/// Places where machines keep what must not leave them.
fn is_secret(lower: &str) -> bool {
    let mut parts = lower.split(['/', '\\']).peekable();
    let mut before = "";
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let secret = match part {
            ".ssh" | ".aws" | ".gnupg" | ".netrc" | ".npmrc" | ".pypirc" | ".git-credentials"
            | "authorized_keys" | "credentials.json" | "wallet.dat" | "id_rsa" | "id_ed25519"
            | "id_ecdsa" | "id_dsa" | ".env" => true,
            "passwd" | "shadow" => before == "etc",
            "config" => before == ".kube",
            "config.json" => before == ".docker",
            _ => last && part.starts_with(".env."),
        };
        if secret {
            return true;
        }
        before = part;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        let lexicon = Lexicon::new();
        let kind = |s: &str| compound(s, &lexicon).map(|(k, _)| k);
        assert_eq!(kind("https://a.example/x?y=1"), Some(URL));
        assert_eq!(kind("evil.example."), Some(URL));
        assert_eq!(kind("a.b@c.example"), Some(EMAIL));
        assert_eq!(kind("~/.ssh/id_rsa"), Some(SECRET_PATH));
        assert_eq!(kind("src/main.rs"), Some(PATH));
        assert_eq!(kind("main.rs"), Some(PATH));
        assert_eq!(kind("foo_bar"), Some(IDENT));
        assert_eq!(kind("and/or"), None);
        assert_eq!(kind("done.Then"), None);
    }
}
