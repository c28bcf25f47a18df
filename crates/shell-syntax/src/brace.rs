//! Brace expansion, which a shell does before all others and which makes several words of one.

use crate::piece::{Piece, into_parts};
use crate::{Part, Word};

/// More alternatives than this become one hole.
const MAX_WORDS: usize = 128;
/// Longer words aren't multiplied.
const MAX_LENGTH: usize = 16 * 1024;
/// Groups nested more deeply than this become one hole.
const MAX_NESTING: usize = 8;

/// The words that one word becomes.
pub(crate) fn expand(pieces: Vec<Piece>, quoted: bool) -> Vec<Word> {
    if !pieces.iter().any(|piece| matches!(piece, Piece::Mark('{'))) {
        return vec![Word { parts: into_parts(pieces, false), quoted }];
    }
    if length(&pieces) > MAX_LENGTH {
        return vec![Word { parts: vec![hole_part()], quoted }];
    }
    let closing = closing_braces(&pieces);
    alternatives(&pieces, &closing, 0, pieces.len(), 0)
        .into_iter()
        .map(|pieces| Word { parts: into_parts(pieces, false), quoted })
        .collect()
}

fn hole_part() -> Part {
    Part::Brace
}

fn hole() -> Piece {
    Piece::Part(hole_part())
}

fn length(pieces: &[Piece]) -> usize {
    let text = |piece: &Piece| if let Piece::Text(text) = piece { text.len() } else { 1 };
    pieces.iter().map(text).sum()
}

/// For each `{` the place of its `}`.
fn closing_braces(pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut closing = vec![None; pieces.len()];
    let mut open = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Mark('{') => open.push(place),
            Piece::Mark('}') => {
                if let Some(start) = open.pop() {
                    closing[start] = Some(place);
                }
            }
            _ => {}
        }
    }
    closing
}

fn alternatives(
    pieces: &[Piece],
    closing: &[Option<usize>],
    from: usize,
    to: usize,
    nesting: usize,
) -> Vec<Vec<Piece>> {
    let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut at = from;
    while at < to {
        if let Some(end) = closing[at].filter(|end| *end < to) {
            let commas = commas_between(pieces, closing, at + 1, end);
            if !commas.is_empty() {
                let chosen = choices(pieces, closing, (at, end), &commas, nesting);
                if words.len() * chosen.len() > MAX_WORDS {
                    append(&mut words, &hole());
                } else {
                    words = combine(&words, &chosen);
                }
                at = end + 1;
                continue;
            }
            if is_range(&pieces[at + 1..end]) {
                append(&mut words, &hole());
                at = end + 1;
                continue;
            }
        }
        append(&mut words, &pieces[at]);
        at += 1;
    }
    words
}

/// What one `{a,b}` can stand for.
fn choices(
    pieces: &[Piece],
    closing: &[Option<usize>],
    (open, end): (usize, usize),
    commas: &[usize],
    nesting: usize,
) -> Vec<Vec<Piece>> {
    if nesting >= MAX_NESTING || commas.len() >= MAX_WORDS {
        return vec![vec![hole()]];
    }
    let starts = std::iter::once(open + 1).chain(commas.iter().map(|comma| comma + 1));
    let ends = commas.iter().copied().chain(std::iter::once(end));
    starts.zip(ends).flat_map(|(from, to)| alternatives(pieces, closing, from, to, nesting + 1)).collect()
}

fn commas_between(pieces: &[Piece], closing: &[Option<usize>], from: usize, to: usize) -> Vec<usize> {
    let mut commas = Vec::new();
    let mut at = from;
    while at < to {
        match (&pieces[at], closing[at]) {
            (_, Some(end)) => at = end,
            (Piece::Mark(','), None) => commas.push(at),
            _ => {}
        }
        at += 1;
    }
    commas
}

fn is_range(inside: &[Piece]) -> bool {
    inside.iter().any(|piece| matches!(piece, Piece::Text(text) if text.contains("..")))
}

fn append(words: &mut [Vec<Piece>], piece: &Piece) {
    for word in words {
        word.push(piece.clone());
    }
}

fn combine(heads: &[Vec<Piece>], tails: &[Vec<Piece>]) -> Vec<Vec<Piece>> {
    heads.iter().flat_map(|head| tails.iter().map(|tail| [head.as_slice(), tail].concat())).collect()
}
