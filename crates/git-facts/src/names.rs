use crate::text;

/// How many names of a list are kept; a screenful, more than anyone acts upon.
const KEPT: usize = 20;

/// A list of names of which only the first few are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// How many there are.
    pub total: usize,
    /// Whether there are more than `total`: git's list was too long to be read to its end.
    pub at_least: bool,
    /// The first few, as they are; show them through [`crate::quote()`].
    pub first: Vec<String>,
}

impl Names {
    pub(crate) fn push(&mut self, name: &[u8]) {
        self.total += 1;
        if self.first.len() < KEPT {
            self.first.push(text::from_bytes(name));
        }
    }
}

/// The entries of a list in which each ends with a null byte; one that was cut off is left out.
pub(crate) fn entries(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == 0).filter_map(|entry| entry.strip_suffix(b"\0"))
}
