//! Words as patterns of paths.

/// One piece of an evaluated word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Text(String),
    /// `*`
    Any,
    /// `?`, `[...]`
    One,
    /// Text that isn't known.
    Unknown,
}

/// One component of a path.
pub(super) type Component = Vec<Atom>;

/// The text, if all of it is known.
pub(super) fn known(atoms: &[Atom]) -> Option<String> {
    let mut text = String::new();
    for atom in atoms {
        let Atom::Text(known) = atom else { return None };
        text.push_str(known);
    }
    Some(text)
}

/// Splits at slashes. The first component is empty for an absolute path.
pub(super) fn components(atoms: &[Atom]) -> Vec<Component> {
    let mut found = vec![Vec::new()];
    for atom in atoms {
        let Atom::Text(text) = atom else {
            if let Some(last) = found.last_mut() {
                last.push(atom.clone());
            }
            continue;
        };
        for (place, piece) in text.split('/').enumerate() {
            if place > 0 {
                found.push(Vec::new());
            }
            if let Some(last) = found.last_mut().filter(|_| !piece.is_empty()) {
                last.push(Atom::Text(piece.to_owned()));
            }
        }
    }
    found
}

/// Whether `component` can stand for `name`. What isn't known counts only beside two or more known characters:
/// else every variable could be everything.
pub(super) fn matches(component: &[Atom], name: &str, dot_glob: bool) -> bool {
    match component {
        [] => return name.is_empty(),
        [Atom::Text(text)] => return text == name,
        _ => {}
    }
    let known: usize =
        component.iter().map(|atom| if let Atom::Text(text) = atom { text.len() } else { 0 }).sum();
    if component.contains(&Atom::Unknown) && known < 2 {
        return false;
    }
    // A leading dot has to be written out.
    let hidden = name.starts_with('.') && !dot_glob;
    if hidden && matches!(component.first(), Some(Atom::Any | Atom::One)) {
        return false;
    }
    // The places in `name` that the atoms so far can end at.
    let mut ends = vec![false; name.len() + 1];
    ends[0] = true;
    for atom in component {
        let mut next = vec![false; name.len() + 1];
        for at in (0..=name.len()).filter(|&at| ends[at] && name.is_char_boundary(at)) {
            match atom {
                Atom::Text(text) => {
                    if name[at..].starts_with(text.as_str()) {
                        next[at + text.len()] = true;
                    }
                }
                Atom::One => {
                    if let Some(character) = name[at..].chars().next() {
                        next[at + character.len_utf8()] = true;
                    }
                }
                Atom::Any | Atom::Unknown => next[at..].fill(true),
            }
        }
        ends = next;
    }
    ends[name.len()]
}
