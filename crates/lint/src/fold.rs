//! One character as a reader sees it: case, accents, styled letters and look-alikes folded away.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// What a character contributes to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Folded {
    /// A letter or digit of an alphabet that puts spaces between words, lower case.
    Letter(char),
    /// A letter that is a styled form of another (fullwidth, mathematical, circled, small capital).
    Styled(char),
    /// A letter of a script written without spaces, or of Hangul, whose particles hang on the word.
    Ideograph(char),
    /// Nothing a reader sees: zero-width, soft hyphen, variation selector, tag, combining mark.
    Nothing,
    /// Anything that ends a word.
    Separator,
}

/// Folds one character.
pub(crate) fn fold(c: char) -> Folded {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() {
            Folded::Letter(c.to_ascii_lowercase())
        } else {
            Folded::Separator
        };
    }
    if is_invisible(c) || is_combining_mark(c) {
        return Folded::Nothing;
    }
    if is_ideograph(c) {
        return Folded::Ideograph(c);
    }
    if let Some(plain) = special(c) {
        return plain;
    }
    let code = c as u32;
    if matches!(code, 0x1F130..=0x1F149 | 0x1F150..=0x1F169 | 0x1F170..=0x1F189) {
        let index = u8::try_from((code - 0x1F130) % 0x20).unwrap_or(0).min(25);
        return Folded::Styled(char::from(b'a' + index));
    }
    let mut base = None;
    let mut count = 0;
    decompose_compatible(c, |d| {
        if !is_combining_mark(d) {
            count += 1;
            base = base.or(Some(d));
        }
    });
    let Some(base) = base else { return Folded::Nothing };
    let lower = base.to_lowercase().next().unwrap_or(base);
    if base == c {
        return if lower.is_alphanumeric() { Folded::Letter(lower) } else { Folded::Separator };
    }
    if count != 1 || !lower.is_alphanumeric() {
        // Fractions, "№", "℡": not one letter in disguise.
        return if lower.is_alphanumeric() { Folded::Letter(lower) } else { Folded::Separator };
    }
    // An accent on a letter is spelling; a whole alphabet at another code point is dress.
    if code < 0x2000 || (0xAC00..0xD7B0).contains(&code) {
        Folded::Letter(lower)
    } else {
        Folded::Styled(lower)
    }
}

/// Letters without a decomposition that still stand for one of a to z.
fn special(c: char) -> Option<Folded> {
    let letter = match c {
        'ß' | 'ſ' => 's',
        'ø' | 'Ø' => 'o',
        'ł' | 'Ł' => 'l',
        'đ' | 'Đ' | 'ð' | 'Ð' => 'd',
        'ı' => 'i',
        'æ' | 'Æ' => 'a',
        'œ' | 'Œ' => 'o',
        _ => {
            let styled = match c {
                'ᴀ' => 'a',
                'ʙ' => 'b',
                'ᴄ' => 'c',
                'ᴅ' => 'd',
                'ᴇ' | 'ɛ' => 'e',
                'ꜰ' => 'f',
                'ɢ' | 'ɡ' => 'g',
                'ʜ' => 'h',
                'ɪ' | 'ɩ' => 'i',
                'ᴊ' => 'j',
                'ᴋ' => 'k',
                'ʟ' => 'l',
                'ᴍ' => 'm',
                'ɴ' => 'n',
                'ᴏ' => 'o',
                'ᴘ' => 'p',
                'ʀ' => 'r',
                'ꜱ' => 's',
                'ᴛ' => 't',
                'ᴜ' => 'u',
                'ᴠ' => 'v',
                'ᴡ' => 'w',
                'ʏ' => 'y',
                'ᴢ' => 'z',
                'ɑ' => 'a',
                _ => return None,
            };
            return Some(Folded::Styled(styled));
        }
    };
    Some(Folded::Letter(letter))
}

/// Characters that take no room on the screen and change no meaning in plain prose.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c as u32,
        0xAD | 0x34F | 0x61C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F | 0x202A..=0x202E
        | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1D173..=0x1D17A
        | 0xE0000..=0xE0FFF)
}

/// Whether a script runs its words together.
fn is_ideograph(c: char) -> bool {
    matches!(c as u32, 0x3041..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0x20000..=0x323AF)
}

/// The Latin letter that a Cyrillic, Greek, Armenian or Cherokee letter can be mistaken for.
pub(crate) fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' => 'a',
        'в' | 'ь' | 'β' => 'b',
        'с' | 'ϲ' | 'ⅽ' => 'c',
        'ԁ' | 'ժ' => 'd',
        'е' | 'ё' | 'ҽ' | 'ε' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' | 'н' | 'հ' => 'h',
        'і' | 'ї' | 'ι' => 'i',
        'ј' | 'ϳ' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' | 'ⅼ' => 'l',
        'м' => 'm',
        'п' | 'ո' | 'η' => 'n',
        'о' | 'ο' | 'օ' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        _ => return None,
    })
}

/// The letter a digit or sign stands for in leetspeak. `1` is given as `i`; the caller tries `l` too.
pub(crate) fn unleet(c: char) -> Option<char> {
    Some(match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        '9' => 'g',
        '|' => 'l',
        _ if c.is_ascii_alphabetic() => c.to_ascii_lowercase(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_styles_and_invisible_characters() {
        assert_eq!(fold('É'), Folded::Letter('e'));
        assert_eq!(fold('Ｉ'), Folded::Styled('i'));
        assert_eq!(fold('𝐠'), Folded::Styled('g'));
        assert_eq!(fold('🅰'), Folded::Styled('a'));
        assert_eq!(fold('\u{200b}'), Folded::Nothing);
        assert_eq!(fold('\u{e0041}'), Folded::Nothing);
        assert_eq!(fold('忽'), Folded::Ideograph('忽'));
        assert_eq!(fold('무'), Folded::Ideograph('무'));
        assert_eq!(fold('Ж'), Folded::Letter('ж'));
        assert_eq!(fold('✅'), Folded::Separator);
    }
}
