//! No input makes it panic, recurse without end or take more than its length justifies.

use std::time::{Duration, Instant};

use crate::{Unparsable, parse};

#[test]
fn depth_is_capped() {
    for (open, close) in [
        ("$(", ")"),
        ("(", ")"),
        ("( ", " )"),
        ("{ ", "; }"),
        ("\"$(", ")\""),
        ("${a:-", "}"),
        ("if ", "; then a; fi"),
        ("<(", ")"),
        ("$((", "))"),
        ("sudo ", ""),
        ("! ", ""),
        ("f() ", ""),
        ("coproc ", ""),
        ("eval ", ""),
        ("{a,", "}"),
        ("a | ", "a"),
        ("case x in a) ", ";; esac"),
    ] {
        let text = format!("{}true{}", open.repeat(10_000), close.repeat(10_000));
        if let Ok(script) = parse(&text) {
            assert!(
                matches!(open, "! " | "{a," | "a | " | "((" | "$((") || script.commands.len() <= 1,
                "{open}"
            );
        }
        let _ = parse(&open.repeat(10_000));
    }
    let deep = format!("{}true{}", "$(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(parse(&deep), Err(Unparsable::TooDeep));
}

#[test]
fn time_is_linear() {
    let started = Instant::now();
    for unit in [
        "$((",
        "((",
        "$( (",
        "{a,b}",
        "{",
        "[",
        "a | ",
        "a;",
        "'\"",
        "<<E\n",
        "x=$((1)) ",
        "`",
        "\\`",
        "${a",
        "a\\\n",
        "*?",
        "{{a,b},",
        "a|(",
        "echo x | sh;",
        "sh -c 'a';",
        "\"$((\"",
    ] {
        let _ = parse(&unit.repeat(200_000 / unit.len()));
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// Deterministic, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit
    }
}

#[test]
fn any_text_is_answered() {
    const TOKENS: [&str; 48] = [
        "a", " ", "\n", ";", "&", "|", "(", ")", "<", ">", "$", "`", "\"", "'", "\\", "{", "}", ",", "~",
        "*", "?", "[", "]", "#", "=", "<<", "<<-E", "E\n", "$(", "${", "$((", "))", "if", "then", "fi", "do",
        "done", "case", "esac", "in", ";;", "sh -c ", "eval ", "xargs ", "é", "\u{202e}", "0", "..",
    ];
    let mut random = Random(7);
    for _ in 0..60_000 {
        let length = random.below(24);
        let text: String = (0..length).map(|_| TOKENS[random.below(TOKENS.len())]).collect();
        let _ = parse(&text);
    }
    for _ in 0..20_000 {
        let length = random.below(64);
        let bytes: Vec<u8> =
            (0..length).map(|_| u8::try_from(random.below(256)).unwrap_or_default()).collect();
        let _ = parse(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn mutations_of_real_commands_are_answered() {
    const COMMAND: &str = "cd /srv && for f in $(git ls-files '*.rs'); do sed -i \"s/a b/${x:-y}/\" \"$f\" | tee >(cat) 2>&1; done <<E\n$(date) `id`\nE\n";
    let mut random = Random(11);
    for _ in 0..30_000 {
        let mut characters: Vec<char> = COMMAND.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(characters.len().max(1));
            match random.below(3) {
                _ if characters.is_empty() => {}
                0 => drop(characters.remove(at)),
                1 => characters.insert(at, characters[random.below(characters.len())]),
                _ => characters.truncate(at.max(1)),
            }
        }
        let _ = parse(&characters.into_iter().collect::<String>());
    }
}
