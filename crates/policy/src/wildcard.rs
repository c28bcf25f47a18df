//! `*` for any text, everything else for itself.

/// Whether the whole of `text` fits. Linear but for the last `*`'s retries, without recursion.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut at, mut in_text) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while in_text < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at, in_text));
                at += 1;
            }
            Some(byte) if *byte == text[in_text] => {
                at += 1;
                in_text += 1;
            }
            _ => {
                let Some((star, from)) = retry else { return false };
                retry = Some((star, from + 1));
                at = star + 1;
                in_text = from + 1;
            }
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}
