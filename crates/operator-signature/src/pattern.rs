//! Lists of patterns, as `PATTERNS` of `ssh_config(5)` describes them.

/// Whether a comma-separated list means `text`: one of its patterns does, and none that begins with `!`.
pub(crate) fn list_means(list: &str, text: &str) -> bool {
    let mut found = false;
    for pattern in list.split(',') {
        match pattern.strip_prefix('!') {
            Some(excluded) if means(excluded, text) => return false,
            Some(_) => {}
            None => found |= means(pattern, text),
        }
    }
    found
}

/// Whether a list names whom it means, without wildcards and exclusions.
pub(crate) fn is_literal(list: &str) -> bool {
    !list.contains(['*', '?', '!'])
}

/// `*` stands for any characters, `?` for one. Case counts. Each `*` is tried again only from the last one on, so
/// that no pattern takes more than the product of both lengths.
fn means(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut read) = (0, 0);
    let mut last_star = None;
    while read < text.len() {
        match pattern.get(at) {
            Some('*') => {
                last_star = Some((at, read));
                at += 1;
            }
            Some(&it) if it == '?' || it == text[read] => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((star, from)) = last_star else { return false };
                last_star = Some((star, from + 1));
                at = star + 1;
                read = from + 1;
            }
        }
    }
    pattern[at..].iter().all(|it| *it == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_and_exclusions() {
        for (list, text, meant) in [
            ("alice", "alice", true),
            ("alice", "Alice", false),
            ("alice", "alice2", false),
            ("bob,alice", "alice", true),
            ("*@example.com", "a@example.com", true),
            ("*@example.com", "a@example.com.evil", false),
            ("a?ice", "alice", true),
            ("a?ice", "aice", false),
            ("*", "", true),
            ("", "", true),
            ("*,!root@*", "root@x", false),
            ("!root@*,*", "alice@x", true),
            ("!root", "alice", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
        ] {
            assert_eq!(list_means(list, text), meant, "{list} {text}");
        }
        assert!(!means(&"*a".repeat(2000), &"a".repeat(1999)), "in no time");
    }
}
