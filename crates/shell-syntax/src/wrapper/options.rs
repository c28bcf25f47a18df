//! Steps over the options of a program that runs another one.

use crate::Word;

/// The index of the first operand. `valued` are the options that take the next word as their value.
pub(super) fn end(words: &[Word], valued: &[&str]) -> usize {
    let mut at = 1;
    while let Some(text) = words.get(at).and_then(Word::literal) {
        if text == "--" {
            return (at + 1).min(words.len());
        }
        if !text.starts_with('-') || text == "-" {
            break;
        }
        at += if takes_next(text, valued) { 2 } else { 1 };
    }
    at.min(words.len())
}

/// Whether `option` has its value in the next word.
pub(super) fn takes_next(option: &str, valued: &[&str]) -> bool {
    if option.starts_with("--") {
        return valued.contains(&option);
    }
    // In a cluster, the first letter with a value takes what is behind it.
    let cluster = option.trim_start_matches('-');
    let is_valued = |letter: char| {
        valued.iter().any(|name| name.strip_prefix('-') == Some(letter.encode_utf8(&mut [0; 4])))
    };
    cluster.find(is_valued).is_some_and(|place| place + 1 == cluster.len())
}
