use crate::sha256_hex;

/// The name of a session's folder. An id that is a plain file name stands as it is, as the client's UUIDs do; any
/// other is hashed, so that an id is never a path. Hashed names begin with a character that plain ones can't.
#[must_use]
pub fn folder_name(session_id: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !session_id.is_empty() && session_id.len() <= 100 && session_id.chars().all(plain) {
        session_id.to_owned()
    } else {
        format!("=sha256-{}", sha256_hex(session_id.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::folder_name;

    #[test]
    fn uuids_stand_as_they_are_and_paths_never_do() {
        assert_eq!(
            folder_name("58f94900-79a0-4a65-9de3-c9dc54334079"),
            "58f94900-79a0-4a65-9de3-c9dc54334079"
        );
        for id in ["", ".", "..", "../../etc", "a/b", "a\0b", ".anchors", "=sha256-x", "ü", &"x".repeat(101)]
        {
            let name = folder_name(id);
            assert!(name.starts_with("=sha256-") && name.len() == 72, "{id:?} -> {name}");
        }
        assert_ne!(folder_name("a/b"), folder_name("a\\b"));
    }
}
