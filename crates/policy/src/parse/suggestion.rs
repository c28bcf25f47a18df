//! Which key may have been meant.

/// The remedy for a key that isn't known.
pub(super) fn remedy(key: &str, known: &[&str]) -> String {
    let near = known.iter().map(|candidate| (distance(key, candidate), candidate)).min();
    match near {
        Some((distance, candidate)) if distance <= 2 || key.replace('-', "_") == **candidate => {
            format!("write {candidate:?}?")
        }
        _ => format!("known here: {}", known.join(", ")),
    }
}

/// How many letters to change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().take(64).enumerate() {
        let mut left_above = row[0];
        row[0] = i + 1;
        for (j, d) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (left_above + usize::from(c != *d)).min(above + 1).min(row[j] + 1);
            left_above = above;
        }
    }
    row[b.len()]
}
