//! The strings of a JSON text, without building it: no recursion, and long strings cost a scan for their end.

use std::borrow::Cow;

/// One string value.
pub(crate) struct StringValue<'t> {
    /// The member it belongs to; an array's strings belong to the array's member.
    pub(crate) key: Cow<'t, str>,
    /// Its raw text, still escaped.
    raw: &'t str,
    /// How many objects and arrays enclose it.
    pub(crate) depth: usize,
}

impl<'t> StringValue<'t> {
    /// The length of the raw text.
    pub(crate) fn raw_len(&self) -> usize {
        self.raw.len()
    }

    /// The value.
    pub(crate) fn decoded(&self) -> Cow<'t, str> {
        unescaped(self.raw)
    }
}

/// Goes through the text once.
pub(crate) struct JsonStrings<'t> {
    text: &'t str,
    at: usize,
    /// For each open object or array: the key in force outside it, and whether it is an object.
    open: Vec<(Cow<'t, str>, bool)>,
    key: Cow<'t, str>,
}

impl<'t> JsonStrings<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0, open: Vec::new(), key: Cow::Borrowed("") }
    }

    /// Behind an opening quote: the raw string, its closing quote taken too.
    fn string(&mut self) -> &'t str {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[self.at.min(bytes.len())..]) {
            self.at += found;
            if bytes[self.at] == b'"' {
                self.at += 1;
                return &self.text[start..self.at - 1];
            }
            self.at += 2;
        }
        self.at = bytes.len();
        self.text.get(start..).unwrap_or("")
    }
}

impl<'t> Iterator for JsonStrings<'t> {
    type Item = StringValue<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'{' | b'[' => self.open.push((self.key.clone(), byte == b'{')),
                b'}' | b']' => {
                    if let Some((key, _)) = self.open.pop() {
                        self.key = key;
                    }
                }
                b'"' => {
                    let raw = self.string();
                    let rest = bytes.get(self.at..).unwrap_or_default();
                    let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
                    if next == Some(&b':') && self.open.last().is_some_and(|(_, object)| *object) {
                        self.key = unescaped(raw);
                        continue;
                    }
                    return Some(StringValue { key: self.key.clone(), raw, depth: self.open.len() });
                }
                _ => {}
            }
        }
        None
    }
}

fn unescaped(raw: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut characters = escaped.chars();
        match characters.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('u') => {
                let (character, behind) = unicode_escape(characters.as_str());
                text.push(character);
                rest = behind;
                continue;
            }
            Some(other) => text.push(other),
            None => {}
        }
        rest = characters.as_str();
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Behind `\u`: the character, and what follows it or the second half of its pair.
fn unicode_escape(text: &str) -> (char, &str) {
    let unit = |text: &str| u32::from_str_radix(text.get(..4)?, 16).ok();
    let Some(first) = unit(text) else { return (char::REPLACEMENT_CHARACTER, text) };
    let rest = &text[4..];
    if let Some(character) = char::from_u32(first) {
        return (character, rest);
    }
    let second = rest.strip_prefix("\\u").and_then(unit).filter(|unit| (0xdc00..0xe000).contains(unit));
    match second {
        Some(second) if first < 0xdc00 => {
            let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), &rest[6..])
        }
        _ => (char::REPLACEMENT_CHARACTER, rest),
    }
}
