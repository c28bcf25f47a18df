//! Lists that are cut, and say so.

use git_facts::quote;

/// A heading, and under it as many of the lines as fit into so many characters. Where those aren't all of `total`, the
/// heading says how many are shown.
pub fn listed(heading: &str, lines: impl Iterator<Item = String>, total: usize, room: usize) -> String {
    let mut used = 0;
    let fits = |line: &String| {
        used += line.chars().count();
        used <= room
    };
    let shown: Vec<String> = lines.take_while(fits).collect();
    let of =
        if total > shown.len() { format!(", showing {} of {total}", shown.len()) } else { String::new() };
    format!("{heading}{of}:\n{}", shown.concat())
}

/// The first few names, quoted and separated by commas, and how many more there are.
pub fn few(names: &[String], most: usize, max_chars: usize) -> String {
    let shown: Vec<String> = names.iter().take(most).map(|name| quote(name, max_chars)).collect();
    let more = names.len().saturating_sub(most);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}
