//! Which commands stand in a text, and with which words.

use crate::ScopeKind::{self, Background, CommandSubstitution, Pipeline, Subshell, Top};
use crate::{RedirectionOperator as Op, parse};

/// Each command as its words, holes as `_`, joined by blanks; `|` between commands.
pub(super) fn shown(text: &str) -> String {
    let script = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let commands = script.commands.iter().map(|command| {
        let assignments =
            command.assignments.iter().map(|it| format!("{}={}", it.name, it.value.text_with_holes()));
        let words = command.words.iter().map(crate::Word::text_with_holes);
        assignments.chain(words).collect::<Vec<_>>().join(" ").replace(crate::HOLE, "_")
    });
    commands.collect::<Vec<_>>().join(" | ")
}

#[test]
fn lists_and_pipelines() {
    for (text, expected) in [
        ("git status", "git status"),
        ("a && b || c; d & e", "a | b | c | d | e"),
        ("a |& b | c", "a | b | c"),
        ("a\nb # c; d\n\n# e\nf", "a | b | f"),
        ("! a", "a"),
        ("time -p a b", "a b"),
        ("a \\\n  b", "a b"),
        ("", ""),
        ("  # nothing", ""),
        ("a; ", "a"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn quotes() {
    for (text, expected) in [
        ("'a b' \"c d\" e\\ f", "a b c d e f"),
        ("rm .cla'u'\"d\"e", "rm .claude"),
        ("echo $'a\\'b\\x41\\101\\n'", "echo a'bAA\n"),
        ("echo \"a $b ${c} $(d) `e` \\$f \\\"\"", "d | e | echo a _ _ _ _ $f \""),
        ("echo \"it's\" 'say \"x\"'", "echo it's say \"x\""),
        ("echo \\é", "echo é"),
        ("echo $'a\\0b'c $'\\xz'", "echo ac \\xz"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn braces_make_words() {
    for (text, expected) in [
        ("rm {a,b}/c", "rm a/c b/c"),
        ("x{1,2}{a,b}", "x1a x1b x2a x2b"),
        ("{rm,-rf,x}", "rm -rf x"),
        ("echo {a} {} {a,{b,c}}", "echo {a} {} a b c"),
        ("echo '{a,b}' {1..9}", "echo {a,b} _"),
        ("awk '{print}' x{,.bak}", "awk {print} x x.bak"),
        ("git show HEAD@{1}", "git show HEAD@{1}"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn substitutions() {
    for (text, expected) in [
        ("a $(b \"$(c)\") d", "c | b _ | a _ d"),
        ("a `b \\`c\\`` d", "c | b _ | a _ d"),
        ("diff <(a) <(b; c)", "a | b | c | diff _ _"),
        ("echo $((1 + $(a)))", "a | echo _"),
        ("echo $((a) | (b))", "a | b | echo _"),
        ("((i++)) && a", "a"),
        ("echo ${x:-$(a)} ${#y} ${z[0]} $1 $?", "a | echo _ _ _ _ _"),
        ("x=$(a) y=1 b", "a | x=_ y=1 b"),
        ("x=(a $(b) c)", "b | x=a x=_ x=c"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn compound_commands() {
    for (text, expected) in [
        ("if a; then b; elif c; then d; else e; fi", "a | b | c | d | e"),
        ("while a; do b; done | c", "a | b | c"),
        ("for f in x y; do rm $f; done", "f=x f=y | rm _"),
        ("for f; do a; done", "a"),
        ("for ((i=0;i<3;i++)); do a; done", "a"),
        ("case $x in a|b) c;; (d) e ;& *) f; esac; g", "c | e | f | g"),
        ("f() { a; }; function g { b; }; function h() ( c )", "a | b | c"),
        ("( a; b ) && { c; }", "a | b | c"),
        ("{ { a; } }", "a"),
        ("[[ -f $x && y =~ (a|b) ]] && c", "[[ -f _ & & y =~ ( a | b ) ]] | c"),
        ("coproc a", "a"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn redirections() {
    let script = parse("a 2>&1 >out >>\"log\" <in &>all {fd}>x <<<\"s\" 3<>y >/dev/null").expect("valid");
    let found: Vec<_> = script.commands[0]
        .redirections
        .iter()
        .map(|it| (it.descriptor.as_deref(), it.operator, it.target.text_with_holes(), it.writes_file()))
        .collect();
    let expected = [
        (Some("2"), Op::DuplicateOutput, "1", false),
        (None, Op::Output, "out", true),
        (None, Op::Append, "log", true),
        (None, Op::Input, "in", false),
        (None, Op::Output, "all", true),
        (Some("fd"), Op::Output, "x", true),
        (None, Op::HereString, "s", false),
        (Some("3"), Op::ReadWrite, "y", true),
        (None, Op::Output, "/dev/null", false),
    ];
    let expected: Vec<_> = expected.into_iter().map(|(a, b, c, d)| (a, b, c.to_owned(), d)).collect();
    assert_eq!(found, expected);
}

#[test]
fn here_documents() {
    let script = parse("cat <<E >f; b <<-'X'\n$(c) $d\nE\n\t$(e)\n\tX\ng").expect("valid");
    assert_eq!(shown("cat <<E >f; b <<-'X'\n$(c) $d\nE\n\t$(e)\n\tX\ng"), "cat | b | c | g");
    let bodies: Vec<_> = script
        .commands
        .iter()
        .flat_map(|it| &it.redirections)
        .filter_map(|it| it.body.as_ref())
        .map(|body| body.text_with_holes().replace(crate::HOLE, "_"))
        .collect();
    assert_eq!(bodies, ["_ _\n", "$(e)\n"]);
    let inside = script.commands.iter().find(|it| it.program() == Some("c")).expect("there");
    assert!(script.enclosing(inside.scope).any(|kind| kind == ScopeKind::HereDocument));
}

#[test]
fn places() {
    let script = parse("a | (b; c) & d $(e | f)").expect("valid");
    let kinds = |program: &str| {
        let command = script.commands.iter().find(|it| it.program() == Some(program)).expect("there");
        script.enclosing(command.scope).collect::<Vec<_>>()
    };
    assert_eq!(kinds("a"), [Pipeline(0), Background, Top]);
    assert_eq!(kinds("b"), [Subshell, Pipeline(1), Background, Top]);
    assert_eq!(kinds("d"), [Top]);
    assert_eq!(kinds("f"), [Pipeline(1), CommandSubstitution, Top]);
}

#[test]
fn not_shell() {
    for text in [
        "a && ",
        "(a",
        "a)",
        "'a",
        "\"a",
        "$(a",
        "`a",
        "if a; then b",
        "fi",
        "a;;",
        "for 1 in; do",
        "a >",
        "rm !(b)",
        "${a",
        "| a",
        "a (b)",
        "{ a",
        "<<",
        "a\0",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}
