use super::{Played, counts, step_name};

/// One test suite in `JUnit`'s XML, as continuous integration reads it.
#[must_use]
pub fn junit(played: &[Played]) -> String {
    let (_, failed) = counts(played);
    let seconds: f64 = played.iter().map(|played| played.took.as_secs_f64()).sum();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"boundary evals\" \
         tests=\"{}\" failures=\"{failed}\" time=\"{seconds:.3}\">\n",
        played.len()
    );
    for played in played {
        text += &format!(
            "    <testcase classname=\"boundary\" name=\"{}\" file=\"{}\" time=\"{:.3}\"",
            escaped(&played.scenario.name),
            escaped(&played.file),
            played.took.as_secs_f64()
        );
        let Some(first) = played.outcome.failures.first() else {
            text += "/>\n";
            continue;
        };
        let lines: Vec<String> = played
            .outcome
            .failures
            .iter()
            .map(|failure| {
                let name = step_name(played, failure.step);
                format!("{}:{}: {name}: {}", played.file, failure.line, failure.text)
            })
            .collect();
        text += &format!(
            ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
            escaped(&first.text),
            escaped(&lines.join("\n"))
        );
    }
    text + "  </testsuite>\n</testsuites>\n"
}

/// Text for an attribute or an element. Control characters can't stand in XML at all.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_ends_an_attribute_or_an_element() {
        assert_eq!(escaped("a\"<b>&\u{0}\u{1b}[31m"), "a&quot;&lt;b&gt;&amp;\u{fffd}\u{fffd}[31m");
    }
}
