//! The options of one line.

use crate::validity::Bound;

/// What a line says beside names and key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SignerOptions {
    pub(crate) cert_authority: bool,
    /// A list of patterns.
    pub(crate) namespaces: Option<String>,
    pub(crate) valid_after: Option<Bound>,
    pub(crate) valid_before: Option<Bound>,
}

impl SignerOptions {
    /// Reads a comma-separated list without blanks outside of quotes. The error says what is wrong.
    pub(crate) fn parse(text: &str) -> Result<SignerOptions, String> {
        let mut options = SignerOptions::default();
        let mut rest = text;
        loop {
            rest = options.one(rest)?;
            if rest.is_empty() {
                break;
            }
            rest = rest.strip_prefix(',').ok_or("options are separated by commas")?;
            if rest.is_empty() {
                return Err("the options end in a comma".to_owned());
            }
        }
        match (options.valid_after, options.valid_before) {
            (Some(after), Some(before)) if before.is_before(after) => {
                Err("valid-before is earlier than valid-after".to_owned())
            }
            _ => Ok(options),
        }
    }

    fn one<'t>(&mut self, text: &'t str) -> Result<&'t str, String> {
        let length = text.find(['=', ',']).unwrap_or(text.len());
        let (name, rest) = text.split_at(length);
        let name = name.to_ascii_lowercase();
        if name == "cert-authority" && !rest.starts_with('=') {
            self.cert_authority = true;
            return Ok(rest);
        }
        if !matches!(name.as_str(), "namespaces" | "valid-after" | "valid-before") {
            return Err(format!(
                "{name:?} is neither a kind of key nor an option; there are cert-authority, namespaces, valid-after \
                 and valid-before"
            ));
        }
        let (value, rest) = unquoted(rest.strip_prefix('=').unwrap_or_default())
            .ok_or_else(|| format!("{name} needs a value in quotes: {name}=\"...\""))?;
        let twice = if name == "namespaces" {
            self.namespaces.replace(value).is_some()
        } else {
            let bound = Bound::parse(&value).ok_or_else(|| {
                format!("{name}: {value:?} is not a time such as 20261130 or 202611301200Z")
            })?;
            let place = if name == "valid-after" { &mut self.valid_after } else { &mut self.valid_before };
            place.replace(bound).is_some()
        };
        if twice { Err(format!("{name} comes twice")) } else { Ok(rest) }
    }
}

/// A value in quotes, in which `\"` is a quote, and what follows it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut value = String::new();
    let mut rest = inner;
    loop {
        if let Some(behind) = rest.strip_prefix("\\\"") {
            value.push('"');
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix('"') {
            return Some((value, behind));
        } else {
            let next = rest.chars().next()?;
            value.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
}
