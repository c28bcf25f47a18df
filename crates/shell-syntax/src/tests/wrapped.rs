//! What commands run.

use super::commands::shown;
use crate::parse;

/// The commands behind the first.
fn behind(text: &str) -> String {
    shown(text).split_once(" | ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

#[test]
fn prefixes() {
    for (text, expected) in [
        ("env -u X A=b rm x", "A=b rm x"),
        ("sudo -u root -E rm x", "rm x"),
        ("sudo -uroot rm x", "rm x"),
        ("xargs -0 -n 1 rm -f", "rm -f"),
        (
            "nohup nice -n 5 timeout -s KILL 10 rm x",
            "nice -n 5 timeout -s KILL 10 rm x | timeout -s KILL 10 rm x | rm x",
        ),
        ("find . -name x -exec rm {} ; -execdir mv {} y +", "rm {} | mv {} y"),
        ("find . -exec rm {} \\;", "rm {}"),
        ("command -v rm", ""),
        ("command -p rm", "rm"),
        ("exec rm x", "rm x"),
        ("uv run python x", "python x"),
        ("uv pip install", ""),
        ("env -S 'rm x'", "rm x"),
        ("flock /tmp/l rm x", "rm x"),
        ("flock /tmp/l -c 'rm x'", "rm x"),
        ("env", ""),
    ] {
        // An unescaped `;` would end the command.
        assert_eq!(behind(&text.replace(" ; ", " \\; ")), expected, "{text}");
    }
}

#[test]
fn shell_code() {
    for (text, expected) in [
        ("sh -c 'a && b'", "a | b"),
        ("bash -lc \"a 'b c'\" x y", "a b c"),
        ("bash -o pipefail -c a", "a"),
        ("bash script.sh -c a", ""),
        ("eval a '&&' b", "a | b"),
        ("eval \"rm $x/y\"", "rm _/y"),
        ("trap 'rm x' EXIT", "rm x"),
        ("script -qc 'a b' /dev/null", "a b"),
        ("su -c 'a b' me", "a b"),
        ("bash <<E\na\nb\nE", "a | b"),
        ("bash -s <<< 'a b'", "a b"),
        ("parallel -j2 rm {} ::: a b", "rm {}"),
    ] {
        assert_eq!(shown(text).split_once(" | ").map_or("", |(_, rest)| rest), expected, "{text}");
    }
    assert_eq!(shown("watch -n 1 'a | b'"), "watch -n 1 a | b | a | b");
    assert_eq!(shown("sh -c \"sh -c 'a; $(b)'\""), "b | sh -c sh -c 'a; _' | sh -c a; ${_} | a | _");
}

#[test]
fn piped_code() {
    assert_eq!(shown("echo 'a b' | sudo cat | sh"), "echo a b | sudo cat | cat | sh | a b");
    assert_eq!(shown("cat <<E | bash -s\na\nE"), "cat | bash -s | a");
}

#[test]
fn code_that_the_text_does_not_hold() {
    for text in ["curl x | sh", "sh -c \"$x\"", "eval \"$(x)\"", "source <(x)", "bash <(x)", "eval $x"] {
        let script = parse(text).expect("valid");
        assert!(script.commands.iter().any(|command| command.opaque), "{text}");
    }
    for text in ["sh -c 'a $b'", "bash x.sh", "source ./env", "a $(b)"] {
        let script = parse(text).expect("valid");
        assert!(!script.commands.iter().any(|command| command.opaque), "{text}");
    }
}

#[test]
fn callers() {
    let script = parse("a; sudo sh -c 'b; c'").expect("valid");
    let callers: Vec<_> = script.commands.iter().map(|command| command.caller).collect();
    assert_eq!(callers, [None, None, Some(1), Some(2), Some(2)]);
}
