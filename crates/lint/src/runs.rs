//! Long runs of bytes of one kind, found without looking at every byte.

use std::ops::Range;

/// Which bytes belong to a run.
pub(crate) type Kind = [bool; 256];

/// A table of the ASCII letters and digits, and these signs.
pub(crate) const fn alphanumeric_or(signs: &[u8]) -> Kind {
    let mut table = [false; 256];
    let mut b = 0u8;
    while b < 128 {
        table[b as usize] = b.is_ascii_alphanumeric();
        b += 1;
    }
    let mut i = 0;
    while i < signs.len() {
        table[signs[i] as usize] = true;
        i += 1;
    }
    table
}

/// Every longest run of at least `least` bytes, in order. A run covers each position that is `least` bytes behind a byte
/// that ends the one before, so most bytes of a text without long runs are never read.
pub(crate) fn runs<'a>(
    bytes: &'a [u8],
    kind: &'static Kind,
    least: usize,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let of_kind = |at: usize| bytes.get(at).is_some_and(|b| kind[usize::from(*b)]);
    // No run that was not returned yet starts before this.
    let mut start = 0;
    std::iter::from_fn(move || {
        while start + least <= bytes.len() {
            let far = start + least - 1;
            if let Some(breaks) = (start..=far).rev().find(|&at| !of_kind(at)) {
                start = breaks + 1;
                continue;
            }
            let run = start..(far..bytes.len()).find(|&at| !of_kind(at)).unwrap_or(bytes.len());
            start = run.end + 1;
            return Some(run);
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    static WORDS: Kind = alphanumeric_or(b"-");

    #[test]
    fn every_long_run_is_found_and_no_other() {
        let cases: [(&str, &[&str]); 6] = [
            ("", &[]),
            ("abc", &[]),
            ("abcd", &["abcd"]),
            ("abcd efg-h ijk lmno", &["abcd", "efg-h", "lmno"]),
            (" abc  abcde", &["abcde"]),
            ("äabcdä-abcd", &["abcd", "-abcd"]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = runs(text.as_bytes(), &WORDS, 4).map(|run| &text[run]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
