//! Doubled keys. JSON leaves open which of two values counts, and readers differ: what the gate judges must be what
//! the client does.

use std::collections::BTreeSet;

/// Whether some object in valid JSON has a key twice, at any depth. It doesn't recurse.
#[must_use]
pub fn has_duplicate_key(json: &str) -> bool {
    let bytes = json.as_bytes();
    let mut open: Vec<Option<BTreeSet<&[u8]>>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => open.push(Some(BTreeSet::new())),
            b'[' => open.push(None),
            b'}' | b']' => {
                open.pop();
            }
            b'"' => {
                let end = string_end(bytes, at);
                let is_key = bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
                if is_key && let Some(Some(keys)) = open.last_mut() {
                    // A key that is spelled with escapes could be another's twin in disguise.
                    let escaped = bytes[at..end].contains(&b'\\');
                    if escaped || !keys.insert(&bytes[at..end]) {
                        return !escaped || key_repeats_decoded(json);
                    }
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// The slow way, for input with escaped keys: compares the keys as they read.
fn key_repeats_decoded(json: &str) -> bool {
    let bytes = json.as_bytes();
    let mut open: Vec<BTreeSet<String>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => open.push(BTreeSet::new()),
            b'}' | b']' => {
                open.pop();
            }
            b'"' => {
                let end = string_end(bytes, at);
                let is_key = bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
                let key = || serde_json::from_str::<String>(json.get(at..end)?).ok();
                if is_key
                    && let (Some(keys), Some(key)) = (open.last_mut(), key())
                    && !keys.insert(key)
                {
                    return true;
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// The offset behind the closing quote of the string that opens at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(offset) = bytes.get(end..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        end += offset;
        if bytes[end] == b'"' {
            return end + 1;
        }
        end += 2;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::has_duplicate_key;

    #[test]
    fn doubled_keys_are_found_at_any_depth_and_in_disguise() {
        for json in [
            r#"{"a":1,"a":1}"#,
            r#"{"x":[{"command":"ls","command":"rm"}]}"#,
            r#"{"command":"ls","comm\u0061nd":"rm"}"#,
            r#"{"comm\u0061nd":"ls","command":"rm"}"#,
        ] {
            assert!(has_duplicate_key(json), "{json}");
        }
        for json in [
            r#"{"a":{"a":{"a":"a"}},"b":["a","a"],"c":"{\"a\":1,\"a\":2}"}"#,
            r#"{"\u0061":1,"b":2}"#,
            "{}",
            r#"{"a":"x" , "b" : "x"}"#,
        ] {
            assert!(!has_duplicate_key(json), "{json}");
        }
        let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(!has_duplicate_key(&deep));
    }
}
