use std::borrow::Cow;

/// Makes text that `serde_json` accepts of what a client may send: a byte order mark is dropped, invalid UTF-8 and
/// lone surrogate escapes (`\ud83d` without its second half) become U+FFFD. Nothing else changes.
#[must_use]
pub fn repair(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let suspicious = memchr::memmem::find(text.as_bytes(), b"\\ud").is_some()
        || memchr::memmem::find(text.as_bytes(), b"\\uD").is_some();
    if suspicious { Cow::Owned(without_lone_surrogates(&text)) } else { text }
}

fn without_lone_surrogates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match unit(rest) {
            Some(high @ 0xD800..=0xDBFF) if matches!(unit(&rest[6..]), Some(0xDC00..=0xDFFF)) => {
                debug_assert!(high >= 0xD800);
                out.push_str(&rest[..12]);
                12
            }
            Some(0xD800..=0xDFFF) => {
                out.push_str("\\ufffd");
                6
            }
            _ => {
                // A backslash and the character it escapes, so that `\\ud83d` is left alone.
                let taken = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..taken]);
                taken
            }
        };
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// The value of a `\uXXXX` escape at the start of the text.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        u32::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::repair;

    #[test]
    fn only_lone_halves_are_replaced() {
        for (before, after) in [
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ude00\ud83d x""#, r#""\ufffd\ufffd x""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\\\ud83d""#, r#""\\\ufffd""#),
            (r#""\ud83d\u00e4""#, r#""\ufffd\u00e4""#),
            (r#""\ud83"#, r#""\ud83"#),
            (r#""\ud83ä""#, r#""\ud83ä""#),
            (r#""\"#, r#""\"#),
        ] {
            assert_eq!(repair(before.as_bytes()), after);
        }
        assert_eq!(repair(b"\xEF\xBB\xBF{\"a\":\"\xff\"}"), "{\"a\":\"\u{fffd}\"}");
    }
}
