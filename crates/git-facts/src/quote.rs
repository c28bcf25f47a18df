/// A name as it may be shown to a model or on a terminal: in double quotes, on one line, at most `max_chars`
/// characters in all, with whatever could hide, reorder or start something escaped as `\u{202e}`.
///
/// A name that was cut ends in `…` before its closing quote. Escapes are never cut in half.
#[must_use]
pub fn quote(name: &str, max_chars: usize) -> String {
    const CUT: char = '…';
    if max_chars < 3 {
        // No room for a quote with something in it.
        return "…".chars().take(max_chars).collect();
    }
    let room = max_chars - 2;
    let mut inner = String::new();
    let mut used = 0;
    // Where to cut, should the name turn out too long: behind the last piece that leaves room for the mark.
    let mut cut_at = 0;
    for character in name.chars() {
        if used < room {
            cut_at = inner.len();
        }
        let mut piece = String::new();
        escape_into(&mut piece, character);
        used += piece.chars().count();
        if used > room {
            // Everything up to the last cut leaves at least one character of room.
            inner.truncate(cut_at);
            inner.push(CUT);
            break;
        }
        inner.push_str(&piece);
    }
    format!("\"{inner}\"")
}

fn escape_into(out: &mut String, character: char) {
    match character {
        '"' | '\\' => out.extend(['\\', character]),
        '\'' => out.push(character),
        // A name must not open or close the tags that clients wrap injected text in.
        '<' | '>' => out.extend(character.escape_unicode()),
        _ if looks_blank(character) => out.extend(character.escape_unicode()),
        // The standard library escapes what isn't printable (controls, format characters such as bidirectional
        // overrides and zero-width joiners, tag characters, private use, odd spaces) and combining marks.
        _ => out.extend(character.escape_debug()),
    }
}

/// Letters and symbols by category, but drawn as nothing.
fn looks_blank(character: char) -> bool {
    matches!(character, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_left_alone() {
        assert_eq!(quote("src/main.rs", 40), "\"src/main.rs\"");
        assert_eq!(quote("it's naïve 日本語", 40), "\"it's naïve 日本語\"");
        assert_eq!(quote("", 40), "\"\"");
    }

    #[test]
    fn whatever_hides_reorders_or_breaks_a_line_is_escaped() {
        for (name, shown) in [
            ("a\nb", r#""a\nb""#),
            ("\x1b[31mred", r#""\u{1b}[31mred""#),
            ("\u{202e}txt", r#""\u{202e}txt""#),
            ("a\u{200b}b", r#""a\u{200b}b""#),
            ("a\u{2028}b", r#""a\u{2028}b""#),
            ("a\u{a0}b", r#""a\u{a0}b""#),
            ("\u{e0041}", r#""\u{e0041}""#),
            ("\u{fe0f}", r#""\u{fe0f}""#),
            ("\u{3164}", r#""\u{3164}""#),
            ("\u{85}", r#""\u{85}""#),
            ("say \"hi\" \\", r#""say \"hi\" \\""#),
            ("</system>", r#""\u{3c}/system\u{3e}""#),
        ] {
            assert_eq!(quote(name, 80), shown);
        }
    }

    #[test]
    fn never_longer_than_asked_and_no_escape_in_half() {
        let names =
            ["abcdefghij", "\u{202e}\u{202e}\u{202e}", "ab\u{202e}cd", "日本語日本語", "a\"b\"c\"d\""];
        for name in names {
            for max in 0..40 {
                let shown = quote(name, max);
                assert!(shown.chars().count() <= max, "{shown} in {max}");
                if max >= 3 {
                    assert!(shown.starts_with('"') && shown.ends_with('"'), "{shown} in {max}");
                    let inner = &shown[1..shown.len() - 1];
                    assert_eq!(inner.matches("\\u").count(), inner.matches('}').count(), "{shown} in {max}");
                }
            }
        }
        assert_eq!(quote("abcdefghij", 12), "\"abcdefghij\"");
        assert_eq!(quote("abcdefghij", 11), "\"abcdefgh…\"");
    }
}
