use crate::public_key::PublicKey;
use crate::signer_options::SignerOptions;
use base64ct::{Base64, Encoding};
use std::fmt;

/// A file of allowed signers, in the format that ssh-keygen(1) describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedSigners {
    pub(crate) lines: Vec<Line>,
}

/// One signer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) number: usize,
    /// A list of patterns.
    pub(crate) principals: String,
    pub(crate) options: SignerOptions,
    pub(crate) key: PublicKey,
}

/// A line that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

impl std::error::Error for Problem {}

impl AllowedSigners {
    /// Reads a file's text. All lines have to be good: nobody should believe in a restriction that was misspelt.
    pub fn parse(text: &str, file: &str) -> Result<AllowedSigners, Vec<Problem>> {
        let mut lines = Vec::new();
        let mut problems = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_matches([' ', '\t', '\r']);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match signer(line, index + 1) {
                Ok(signer) => lines.push(signer),
                Err(what) => problems.push(Problem { file: file.to_owned(), line: index + 1, what }),
            }
        }
        if problems.is_empty() { Ok(AllowedSigners { lines }) } else { Err(problems) }
    }

    /// Whether it names nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

fn signer(line: &str, number: usize) -> Result<Line, String> {
    let (principals, rest) = principals(line)?;
    let first = word(rest).0;
    if first.is_empty() {
        return Err("there is no key".to_owned());
    }
    let (options, rest) = if PublicKey::is_known(first) || PublicKey::is_certificate(first) {
        (SignerOptions::default(), rest)
    } else {
        let (options, behind) = option_word(rest);
        (SignerOptions::parse(options)?, behind)
    };
    let (kind, rest) = word(rest);
    if PublicKey::is_certificate(kind) {
        return Err(format!(
            "{kind} is a certificate: name the key itself, or its authority with cert-authority"
        ));
    }
    if !PublicKey::is_known(kind) {
        return Err(if kind.is_empty() {
            "there is no key".to_owned()
        } else {
            format!("{kind:?} is no kind of key")
        });
    }
    let blob = Base64::decode_vec(word(rest).0).map_err(|_| "the key is not base64".to_owned())?;
    let key = PublicKey::from_blob(&blob).filter(|key| key.kind == kind);
    let key = key.ok_or_else(|| format!("the key is not a {kind} key"))?;
    if kind == crate::public_key::ED25519 && key.ed25519().is_none() {
        return Err(format!("the key is not a valid {kind} key"));
    }
    Ok(Line { number, principals, options, key })
}

/// The names at the begin of a line, which may stand in quotes.
fn principals(line: &str) -> Result<(String, &str), String> {
    let (names, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or("the quote around the principals isn't closed")?,
        None => word(line),
    };
    if names.is_empty() {
        return Err("there are no principals".to_owned());
    }
    Ok((names.to_owned(), rest.trim_start_matches([' ', '\t'])))
}

/// Up to the next blank, and what is behind it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find([' ', '\t']).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start_matches([' ', '\t']))
}

/// The same, with blanks within quotes.
fn option_word(text: &str) -> (&str, &str) {
    let mut quoted = false;
    let mut escaped = false;
    for (at, it) in text.char_indices() {
        match it {
            '"' if !escaped => quoted = !quoted,
            ' ' | '\t' if !quoted => return (&text[..at], text[at..].trim_start_matches([' ', '\t'])),
            _ => {}
        }
        escaped = it == '\\';
    }
    (text, "")
}
