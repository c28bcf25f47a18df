/// The rules of an `enforce` field: separated by commas outside of parentheses, in backticks or not.
pub(crate) fn rules(value: &str) -> Vec<&str> {
    let mut rules = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, character) in value.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                rules.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    rules.push(&value[start..]);
    let bare = rules.into_iter().map(|rule| rule.trim().trim_matches('`').trim());
    bare.filter(|rule| !rule.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::rules;

    #[test]
    fn commas_in_parentheses_belong_to_a_rule() {
        assert_eq!(
            rules("`Bash(echo a, b)`, Edit(x/**),, mcp__a__b"),
            ["Bash(echo a, b)", "Edit(x/**)", "mcp__a__b"]
        );
        assert_eq!(rules("Bash(a (b), c), d)) , E"), ["Bash(a (b), c)", "d))", "E"]);
        assert_eq!(rules(" ` ` "), Vec::<&str>::new());
    }
}
