//! One spelling for command lines that differ in blanks and quotes alone.

/// The line with blanks, line ends and quotes spelled in one way. Nothing else is touched, so that two different
/// lines never become the same; a line with substitutions or here-documents is kept as it is, but for blanks
/// around it.
pub(crate) fn normal_form(line: &str) -> String {
    rewritten(line).unwrap_or_else(|| line.trim().to_owned())
}

/// Words that mean something else when they aren't quoted.
const RESERVED: [&str; 22] = [
    "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "in",
    "function", "select", "time", "coproc", "{", "}", "[[", "]]", "!",
];

fn rewritten(line: &str) -> Option<String> {
    let bytes = line.as_bytes();
    let mut out = String::with_capacity(line.len());
    let mut at = 0;
    // Whether a word came last: only then does a line end part two commands.
    let mut after_word = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' => at += 1,
            b'\\' if bytes.get(at + 1) == Some(&b'\n') => at += 2,
            b'#' => at += line[at..].find('\n').unwrap_or(line.len() - at),
            b'\n' => {
                at += 1;
                if after_word {
                    out.push(';');
                    after_word = false;
                }
            }
            b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' => {
                let length = bytes[at..].iter().take_while(|next| b"|&;<>".contains(next)).count().max(1);
                let operator = &line[at..at + length];
                let substitutes = operator.ends_with(['<', '>']) && bytes.get(at + length) == Some(&b'(');
                if operator.contains("<<") || substitutes {
                    return None;
                }
                // A blank before it counts only where two operators, or a descriptor and one, would join.
                let parted = at > 0 && bytes[at - 1].is_ascii_whitespace();
                if parted && out.ends_with(|last: char| last.is_ascii_digit() || "|&;()<>}".contains(last)) {
                    out.push(' ');
                }
                out.push_str(operator);
                at += length;
                after_word = byte == b')';
            }
            _ => {
                let (word, end) = word(line, at)?;
                if !(out.is_empty() || out.ends_with(['|', '&', ';', '(', ')', '<', '>'])) {
                    out.push(' ');
                }
                out.push_str(&word);
                at = end;
                after_word = true;
            }
        }
    }
    let ended = out.strip_suffix(';').filter(|rest| !rest.ends_with(';'));
    Some(ended.unwrap_or(&out).to_owned())
}

/// One word in its one spelling, and where it ends.
fn word(line: &str, start: usize) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut quoted = false;
    let mut literal = true;
    let mut characters = line[start..].char_indices();
    let mut quote = None;
    let mut end = line.len();
    while let Some((at, c)) = characters.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('\''), c) => text.push(c),
            (Some('"'), '\\') => match characters.next()?.1 {
                escaped @ ('$' | '`' | '"' | '\\') => text.push(escaped),
                '\n' => {}
                other => text.extend(['\\', other]),
            },
            (_, '`') => return None,
            (_, '$') => {
                if line[start + at..].starts_with("$(") || line[start + at..].starts_with("${") {
                    return None;
                }
                literal = false;
            }
            (Some(_), c) => text.push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                quoted = true;
            }
            (None, '\\') => {
                let escaped = characters.next()?.1;
                if escaped == '\n' {
                    return None;
                }
                quoted = true;
                text.push(escaped);
            }
            (None, ' ' | '\t' | '\n' | '|' | '&' | ';' | '(' | ')' | '<' | '>') => {
                end = start + at;
                break;
            }
            (None, '*' | '?' | '[' | ']' | '{' | '}' | '~' | '!' | '^') => {
                literal = false;
                text.push(c);
            }
            (None, c) => text.push(c),
        }
    }
    if quote.is_some() {
        return None;
    }
    if !literal {
        return Some((line[start..end].to_owned(), end));
    }
    let safe = |c: char| c.is_alphanumeric() || "_./:@%+,=-".contains(c);
    let means_more = RESERVED.contains(&text.as_str())
        || text.is_empty()
        || (text.contains('=') && !text.starts_with('-'))
        // Digits right before an operator are a descriptor.
        || text.bytes().all(|byte| byte.is_ascii_digit());
    if text.chars().all(safe) && !(quoted && means_more) {
        return Some((text, end));
    }
    if !quoted {
        return Some((text, end));
    }
    Some((format!("'{}'", text.replace('\'', "'\\''")), end))
}
