//! How a scenario writes how far the clock moves: `+25h`, `-90s`.

/// The seconds; `None` where it isn't one.
pub fn parse(text: &str) -> Option<i64> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let unit = match rest.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        _ => return None,
    };
    let number = rest.get(..rest.len() - 1)?;
    if number.is_empty() || number.len() > 6 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(sign * unit * number.parse::<i64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_sign_a_number_and_a_unit() {
        assert_eq!(parse("+25h"), Some(90_000));
        assert_eq!(parse("-90s"), Some(-90));
        assert_eq!(parse("+2d"), Some(172_800));
        for wrong in ["", "+", "25h", "+h", "+1", "+1w", "+-1h", "+1234567s", "+ü"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
