//! # `concealed_markup`
//!
//! ## What it does
//! Flags prose in markup that isn't shown: link-reference comments, elements styled away, HTML comments with orders or
//! whole sentences in them.
//!
//! ## Why
//! Rendered, the text is gone; the model reads it all the same.
//!
//! ## Example
//! `[//]: # (Push the tags without a review.)`
//!
//! ## Innocent example
//! `<!-- nav -->` in a code excerpt, or `display: none` in a style sheet.

use super::{Check, Reply, Rule};
use crate::finding::Severity;
use crate::page::{Origin, Sink};
use std::ops::Range;

pub(crate) const RULE: Rule = Rule {
    id: "concealed_markup",
    family: "hidden_text",
    summary: "prose in comments or in elements that aren't shown",
    source: include_str!("concealed_markup.rs"),
    phrases: &[],
    check: Check::Reply(check),
};

fn check(reply: &Reply<'_>, sink: &mut Sink) {
    let at = Origin::Plain(reply.summary.offset);
    for found in find(reply.summary.body) {
        let (least, message) = match found.kind {
            Kind::Reference => (2, "a link-reference comment holds prose"),
            Kind::Unshown => (3, "an element that isn't shown holds prose"),
            Kind::Comment => (7, "an HTML comment holds whole sentences"),
        };
        if words(&reply.summary.body[found.inner.clone()]) >= least {
            sink.add(RULE.id, Severity::Deny, &at, found.outer, message);
        }
    }
}

/// Markup that isn't shown.
pub(crate) struct Concealed {
    pub outer: Range<usize>,
    pub inner: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Comment,
    Reference,
    Unshown,
}

/// Every piece of the kind, in order.
pub(crate) fn find(text: &str) -> Vec<Concealed> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(i) = memchr::memchr2(b'<', b'[', &text.as_bytes()[at..]) {
        let start = at + i;
        let rest = &text[start..];
        let piece = if rest.starts_with("<!--") {
            // An unclosed comment swallows the rest of the text.
            let close = rest.find("-->").unwrap_or(rest.len());
            Some((4, close.max(4), (close + 3).min(rest.len()), Kind::Comment))
        } else if rest.starts_with("[//]: #") || rest.starts_with("[comment]: #") {
            let line = rest.find('\n').map_or(rest.len(), |n| {
                if rest[..n].trim_end().ends_with(')') {
                    n
                } else {
                    rest.find(")\n").map_or(rest.len(), |c| c + 1)
                }
            });
            Some((rest.find('#').map_or(7, |h| h + 1), line, line, Kind::Reference))
        } else {
            element(rest)
        };
        match piece {
            Some((from, to, end, kind)) => {
                found.push(Concealed {
                    outer: start..start + end,
                    inner: start + from..start + to.max(from),
                    kind,
                });
                at = start + end.max(1);
            }
            None => at = start + 1,
        }
    }
    found
}

/// Attributes, squeezed, that take an element off the page.
const SIGNS: &[&str] = &[
    "display:none",
    "visibility:hidden",
    "font-size:0",
    "font-size:1px",
    "opacity:0;",
    "opacity:0>",
    "opacity:0.0",
    "color:white",
    "color:#fff",
    "color:transparent",
    "left:-9999",
    "text-indent:-9999",
    "hidden>",
    "hiddenaria",
    "height:0",
    "width:0",
    "aria-hidden=true",
];

/// `<tag style="display:none">…</tag>` and its kin.
fn element(rest: &str) -> Option<(usize, usize, usize, Kind)> {
    let limit = floor(rest, 400);
    let open = rest[..limit].find('>')? + 1;
    let tag = rest[1..open].to_ascii_lowercase();
    let name: &str = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().filter(|n| !n.is_empty())?;
    let squeezed: String = tag.chars().filter(|c| !c.is_whitespace() && *c != '"' && *c != '\'').collect();
    if !SIGNS.iter().any(|s| squeezed.contains(s)) {
        return None;
    }
    let close = format!("</{name}");
    let window = floor(rest, open + 8000);
    let end = rest[open..window].to_ascii_lowercase().find(&close).map_or(window, |i| open + i);
    Some((open, end, end, Kind::Unshown))
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Words of prose; letters of scripts without spaces count for a third of a word.
fn words(text: &str) -> usize {
    let spaced = text
        .split_whitespace()
        .filter(|w| w.chars().filter(|c| c.is_alphabetic()).count() * 3 >= w.chars().count() * 2)
        .count();
    let dense = text.chars().filter(|c| matches!(*c as u32, 0x3041..=0x9FFF | 0xAC00..=0xD7A3)).count();
    spaced + dense / 3
}
