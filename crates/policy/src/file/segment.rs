//! One name of a path pattern.

/// Whether `name` fits: `*` for any text, `?` for one character, `[...]` for one of a set, `\` before what means
/// itself. Case and Unicode are exact.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut in_name) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while in_name < name.len() {
        if pattern.get(at) == Some(&'*') {
            retry = Some((at, in_name));
            at += 1;
            continue;
        }
        if let Some(length) = one(&pattern[at..], name[in_name]) {
            at += length;
            in_name += 1;
            continue;
        }
        let Some((star, from)) = retry else { return false };
        retry = Some((star, from + 1));
        at = star + 1;
        in_name = from + 1;
    }
    pattern[at..].iter().all(|c| *c == '*')
}

/// How much of the pattern stands for this character.
fn one(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['\\', escaped, ..] => (*escaped == c).then_some(2),
        ['[', rest @ ..] => {
            let negated = matches!(rest.first(), Some('!' | '^'));
            let set = &rest[usize::from(negated)..];
            // A bracket right at the start is one of the set.
            let Some(end) = set.iter().skip(1).position(|c| *c == ']').map(|at| at + 1) else {
                return (c == '[').then_some(1);
            };
            (holds(&set[..end], c) != negated).then_some(end + 2 + usize::from(negated))
        }
        [first, ..] => (*first == c).then_some(1),
        [] => None,
    }
}

fn holds(mut set: &[char], c: char) -> bool {
    while let Some((first, rest)) = set.split_first() {
        set = rest;
        if let ['-', last, ..] = rest {
            if (*first..=*last).contains(&c) {
                return true;
            }
            set = &rest[2..];
        } else if *first == c {
            return true;
        }
    }
    false
}
