use std::collections::{BTreeMap, VecDeque};

/// Remembers one more, and of all of them the last `most`.
pub(crate) fn remember_last<T>(list: &mut VecDeque<T>, item: T, most: usize) {
    list.push_back(item);
    if list.len() > most {
        list.pop_front();
    }
}

/// Forgets the oldest entries of those that `named` means, until at most `most` of them are left. Of the same age, the one
/// with the lowest id goes first.
pub(crate) fn forget_oldest<T>(
    entries: &mut BTreeMap<String, T>,
    most: usize,
    named: impl Fn(&T) -> bool,
    at: impl Fn(&T) -> i64,
) {
    let mut by_age: Vec<(i64, String)> =
        entries.iter().filter(|(_, entry)| named(entry)).map(|(id, entry)| (at(entry), id.clone())).collect();
    by_age.sort();
    for (_, id) in by_age.iter().take(by_age.len().saturating_sub(most)) {
        entries.remove(id);
    }
}
