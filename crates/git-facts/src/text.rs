use std::fmt::Write;
use std::path::Path;

/// Text of git's bytes. Bytes that aren't UTF-8 become `\xNN`, so that two different names stay different
/// where a replacement character would make them equal.
pub(crate) fn from_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// As [`from_bytes`], of a path.
pub(crate) fn from_path(path: &Path) -> String {
    from_bytes(path.as_os_str().as_encoded_bytes())
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_utf8_stay_apart() {
        assert_eq!(from_bytes(b"caf\xe9"), "caf\\xe9");
        assert_ne!(from_bytes(b"\xff"), from_bytes(b"\xfe"));
        assert_eq!(from_bytes("é".as_bytes()), "é");
    }
}
