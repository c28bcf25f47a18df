//! A command as a row of units: what is known of it, and what isn't.

/// One unit of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// This character.
    Char(char),
    /// Between two words.
    Gap,
    /// A blank that may or may not part two words.
    Blank,
    /// Unknown text within a word; maybe none.
    Text,
    /// Unknown names of files; no option is among them.
    Names,
    /// Unknown text, maybe none, maybe several words.
    Words,
    /// Between two words, if the unknown one before it isn't empty.
    MaybeGap,
}

/// The units of known text.
pub(super) fn push_known(units: &mut Vec<Unit>, text: &str) {
    units.extend(text.chars().map(Unit::Char));
}

/// The units of a name with its operands.
pub(crate) fn of_name(name: &str, operands: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = name.trim().chars().map(as_gap).collect();
    let operands = operands.trim();
    if !operands.is_empty() {
        units.push(Unit::Gap);
        units.extend(operands.chars().map(as_gap));
    }
    units
}

fn as_gap(c: char) -> Unit {
    if c.is_whitespace() { Unit::Gap } else { Unit::Char(c) }
}
