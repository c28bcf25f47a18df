//! One spelling for what is the same, and never one for what isn't.

use crate::sample::{call, command};
use policy::{Policy, canonical_json, effect};

#[test]
fn json() {
    for (raw, expected) in [
        // From RFC 8785, sections 3.2.2 and 3.2.3.
        (
            r#"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#,
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#,
        ),
        (
            r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#,
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}",
        ),
        ("[-0.0, -0, 0]", "[0,0,0]"),
        ("[9007199254740992, 9007199254740993]", "[9007199254740992,9007199254740993]"),
        (" { } ", "{}"),
    ] {
        assert_eq!(canonical_json(raw).as_deref(), Ok(expected), "{raw}");
    }
    for raw in ["", "{", r#"{"a":1,"a":1}"#, "[1,]", "NaN", &"[".repeat(200_000), r#""\ud800""#, "1 2"] {
        assert!(canonical_json(raw).is_err(), "{raw:.20}");
    }
}

fn same(a: &str, b: &str) -> bool {
    let policy = Policy::default();
    policy.target(&call("Bash", &command(a))) == policy.target(&call("Bash", &command(b)))
}

#[test]
fn commands_that_are_the_same() {
    for (a, b) in [
        ("git push origin", "  git   push\torigin "),
        ("git push origin", "'git' \"push\" ori''gin"),
        ("git push origin", "\\git push or\\igin"),
        ("git push", "git \\\n  push"),
        ("git push", "git push # now"),
        ("a && b", "a&&b"),
        ("a && b", "a &&\n  b"),
        ("a; b", "a\nb"),
        ("a; b", "a;b\n"),
        ("a > f", "a >f"),
        ("a 2>&1", "a  2>&1"),
        ("echo 'a b'", "echo \"a b\""),
        ("x --a=b", "x '--a=b'"),
    ] {
        assert!(same(a, b), "{a} | {b}");
    }
}

#[test]
fn commands_that_differ() {
    for (a, b) in [
        ("a b", "'a b'"),
        ("a; b", "a & b"),
        ("a; b", "a && b"),
        ("a & >f", "a &>f"),
        ("a 2>f", "a 2 >f"),
        ("a '2'>f", "a 2>f"),
        ("(a)", "((a))"),
        ("( (a) )", "((a))"),
        ("echo *", "echo '*'"),
        ("echo $x", "echo '$x'"),
        ("echo \"$x\"", "echo $x"),
        ("echo ~", "echo '~'"),
        ("echo {a,b}", "echo '{a,b}'"),
        ("A=1 b", "'A=1' b"),
        ("if a; then b; fi", "'if' a; then b; fi"),
        ("echo $(a  b)", "echo $(a b)"),
        ("cat <<E\na  b\nE", "cat <<E\na b\nE"),
        ("echo 'a  b'", "echo 'a b'"),
        ("echo 'a\nb'", "echo 'a' b"),
        ("echo a#b", "echo a"),
        ("echo '#b'", "echo #b"),
        ("echo ''", "echo"),
        ("echo \"\\a\"", "echo a"),
        ("git push", "git pus"),
    ] {
        assert!(!same(a, b), "{a} | {b}");
    }
}

#[test]
fn effects() {
    let of = |tool: &str, input: &str| effect(&call(tool, input)).unwrap();
    assert_eq!(
        of("Bash", r#"{"command":"git  push","description":"a","timeout":5}"#),
        of("Bash", r#"{"description":"b","command":"'git' push"}"#)
    );
    assert_eq!(
        of("Write", r#"{"file_path":"a/../b","content":"x"}"#),
        of("Write", r#"{"content":"x","file_path":"/p/web/b"}"#)
    );
    assert_ne!(
        of("Write", r#"{"file_path":"b","content":"x"}"#),
        of("Write", r#"{"file_path":"b","content":"y"}"#)
    );
    assert_ne!(of("mcp__a__b", "{}"), of("mcp__a__c", "{}"));
    assert!(effect(&call("X", r#"{"a":1,"a":1}"#)).is_err());
}
