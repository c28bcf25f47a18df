//! Canonical JSON (RFC 8785), so that the same value has the same bytes however it was written.

use std::fmt::Write as _;

use crate::json::Json;

/// Why a text has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCanonical(pub(crate) String);

impl std::fmt::Display for NotCanonical {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "no canonical JSON: {}", self.0)
    }
}

impl std::error::Error for NotCanonical {}

/// The canonical form of a JSON text. Refused are invalid JSON, doubled members and more than 127 levels, so
/// that the recursion is capped.
///
/// Integers beyond 2^53 that no double holds keep their digits, where RFC 8785 would round them: two different
/// ones must not become the same.
pub fn canonical_json(raw: &str) -> Result<String, NotCanonical> {
    let value = Json::parse(raw).map_err(|error| NotCanonical(error.to_string()))?;
    let mut out = String::with_capacity(raw.len());
    write(&value, &mut out);
    Ok(out)
}

pub(crate) fn write(value: &Json<'_>, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Unsigned(_) | Json::Signed(_) | Json::Float(_) => number(value, out),
        Json::String(text) => string(text, out),
        Json::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Json::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            out.push('{');
            for (position, (name, value)) in sorted.into_iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                string(name, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
    }
}

/// As ECMAScript prints numbers.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "what is lost is looked for"
)]
fn number(value: &Json<'_>, out: &mut String) {
    let exact = match value {
        Json::Unsigned(value) => i128::from(*value),
        Json::Signed(value) => i128::from(*value),
        Json::Float(value) => {
            out.push_str(ryu_js::Buffer::new().format(*value));
            return;
        }
        _ => return,
    };
    let double = exact as f64;
    if double as i128 == exact {
        out.push_str(ryu_js::Buffer::new().format(double));
    } else {
        let _ = write!(out, "{exact}");
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[plain..at]);
        plain = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            0x09 => out.push_str("\\t"),
            0x0a => out.push_str("\\n"),
            0x0c => out.push_str("\\f"),
            0x0d => out.push_str("\\r"),
            control => {
                let _ = write!(out, "\\u{control:04x}");
            }
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
