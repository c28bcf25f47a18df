//! A word while it is being read: its parts, and the unquoted characters that may still mean something.

use crate::Part;

#[derive(Clone)]
pub(crate) enum Piece {
    /// Text that means only itself.
    Text(String),
    /// An unquoted `{`, `,`, `}` or `~`.
    Mark(char),
    /// A finished part.
    Part(Part),
}

/// Adds text to the last piece if that is text.
pub(crate) fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some(Piece::Text(last)) = pieces.last_mut() {
        last.push_str(text);
    } else {
        pieces.push(Piece::Text(text.to_owned()));
    }
}

/// The parts of one word. `~` counts at its start, and behind `=` and `:` where `assigned`.
pub(crate) fn into_parts(pieces: Vec<Piece>, assigned: bool) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let text = match piece {
            Piece::Part(part) => {
                parts.push(part);
                continue;
            }
            Piece::Text(text) => text,
            Piece::Mark('~') if tilde_counts(&parts, assigned) => {
                let mut user = String::new();
                if let Some(Piece::Text(next)) = pieces.peek_mut() {
                    let length = next.find('/').unwrap_or(next.len());
                    user = next.drain(..length).collect();
                }
                parts.push(Part::Tilde(user));
                continue;
            }
            Piece::Mark(mark) => mark.to_string(),
        };
        if let Some(Part::Literal(last)) = parts.last_mut() {
            last.push_str(&text);
        } else if !text.is_empty() {
            parts.push(Part::Literal(text));
        }
    }
    parts
}

fn tilde_counts(before: &[Part], assigned: bool) -> bool {
    match before {
        [] => true,
        [.., Part::Literal(text)] => text.ends_with('=') || (assigned && text.ends_with(':')),
        _ => false,
    }
}
