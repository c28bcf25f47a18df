//! A call as a person may look at it: nothing in it reaches the terminal as a control, reorders a line, or hides.

use crate::hook::requests::KeptCall;
use serde_json::Value;
use std::fmt::Write as _;

/// How many characters of an input are shown.
const MAX_CHARS: usize = 8_000;

/// An input, indented, each line behind a bar, so that no text in it can pass for ours.
pub fn input(call: &KeptCall) -> String {
    // Numbers stay as they were written: a reader has to see what the tool will.
    let pretty = match serde_json::from_str::<Value>(call.tool_input.get()) {
        Ok(value) if has_plain_numbers(&value) => {
            serde_json::to_string_pretty(&value).unwrap_or_else(|_| call.tool_input.get().to_owned())
        }
        _ => call.tool_input.get().to_owned(),
    };
    let mut text = String::new();
    let mut shown = 0;
    for line in pretty.lines() {
        let left = MAX_CHARS.saturating_sub(shown);
        if left == 0 {
            break;
        }
        let escaped = escaped(line, left);
        shown += escaped.chars().count();
        let _ = writeln!(text, "  | {escaped}");
    }
    if shown >= MAX_CHARS {
        let _ = writeln!(
            text,
            "  (cut: {} bytes in all; `compact-gate requests --format json` has the whole)",
            call.tool_input.get().len()
        );
    }
    text
}

fn has_plain_numbers(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_i64() || number.is_u64(),
        Value::Array(items) => items.iter().all(has_plain_numbers),
        Value::Object(members) => members.values().all(has_plain_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

/// Escapes whatever isn't printable ASCII or a letter of some language.
fn escaped(line: &str, room: usize) -> String {
    let mut text = String::new();
    for character in line.chars().take(room) {
        if character == ' ' || character.is_ascii_graphic() || character.is_alphanumeric() {
            text.push(character);
        } else {
            text.extend(character.escape_unicode());
        }
    }
    text
}

/// JSON of which every character is printable ASCII.
pub fn ascii_json(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() && character != '\u{7f}' {
            text.push(character);
            continue;
        }
        let mut units = [0; 2];
        for unit in character.encode_utf16(&mut units) {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::RawValue;

    fn call(input: &str) -> KeptCall {
        let tool_input = RawValue::from_string(input.to_owned()).expect("JSON");
        KeptCall { tool_name: "Bash".into(), tool_input, cwd: None }
    }

    #[test]
    fn nothing_hides_reorders_or_steers_the_terminal() {
        let shown = input(&call("{\"command\":\"rm \u{202e}x \u{200b}\\u001b[2J é\\n  | fake\",\"n\":1.0}"));
        assert!(shown.is_ascii() || shown.contains('é'));
        assert!(!shown.contains(['\u{202e}', '\u{200b}', '\u{1b}']), "{shown}");
        assert!(shown.contains("\\u{202e}") && shown.contains("1.0"), "{shown}");
        assert!(shown.lines().all(|line| line.starts_with("  | ")), "{shown}");
        assert_eq!(input(&call("{\"a\":{\"b\":2}}")).lines().count(), 5);
    }

    #[test]
    fn what_is_long_is_cut_and_says_so() {
        let long = input(&call(&format!("{{\"a\":\"{}\"}}", "x".repeat(20_000))));
        assert!(long.chars().count() < 8_300 && long.contains("(cut: 20008 bytes"), "{}", long.len());
    }

    #[test]
    fn json_stays_the_same_value() {
        let json = "{\"a\":\"\u{202e}😀\u{7f}\"}";
        let ascii = ascii_json(json);
        assert!(ascii.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{ascii}");
        let parse = |text| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(parse(&ascii), parse(json));
    }
}
