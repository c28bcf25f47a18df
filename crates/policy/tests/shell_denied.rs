//! Shell commands that a denying rule has to find, and those that it has to leave alone.

use crate::sample::{call, command, denies};

fn check(rule: &str, cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        let input = command(line);
        assert_eq!(denies(rule, &call("Bash", &input)), *expected, "{rule}: {line}");
    }
}

#[test]
fn words() {
    check(
        "Bash(git push *)",
        &[
            ("git push", "yes"),
            ("git push origin main", "yes"),
            ("git  push\torigin", "yes"),
            ("git pushx", "no"),
            ("git stash push", "no"),
            ("echo git push", "no"),
            ("echo 'git push origin'", "no"),
            ("git commit -m 'git push origin'", "no"),
            ("Git push", "no"),
        ],
    );
    check("Bash(git push:*)", &[("git push", "yes"), ("git push origin", "yes"), ("git pushx", "no")]);
    check("Bash(npm run test)", &[("npm run test", "yes"), ("npm run test unit", "no")]);
    check("Bash(npm run*)", &[("npm run", "yes"), ("npm runx", "yes"), ("npm test", "no")]);
    check("Bash(* --force)", &[("git push --force", "yes"), ("git push --force-with-lease", "no")]);
    check("Bash(git commit -m \"a b\")", &[("git commit -m 'a b'", "yes"), ("git commit -m a b", "no")]);
    check("Bash(ls*)", &[("lsof", "yes")]);
    check("Bash(ls *)", &[("lsof", "no"), ("ls", "yes")]);
}

#[test]
fn every_simple_command() {
    let found = [
        "ls && git push origin",
        "ls; git push origin",
        "ls | git push origin",
        "ls || git push origin &",
        "ls\ngit push origin",
        "(git push origin)",
        "{ git push origin; }",
        "if true; then git push origin; fi",
        "for i in 1 2; do git push origin; done",
        "f() { git push origin; }; f",
        "echo $(git push origin)",
        "echo \"`git push origin`\"",
        "cat <(git push origin)",
        "sh -c 'git push origin'",
        "bash -lc \"git push origin\"",
        "eval 'git push origin'",
        "env A=1 git push origin",
        "A=1 git push origin",
        "sudo -u bob git push origin",
        "timeout 5 git push origin",
        "nohup git push origin &",
        "command git push origin",
        "exec git push origin",
        "xargs git push < list",
        "find . -exec git push {} ;",
        "sh <<'E'\ngit push origin\nE",
        "sh <<< 'git push origin'",
        "x=$(git push origin)",
    ];
    for line in found {
        check("Bash(git push *)", &[(line, "yes")]);
    }
}

#[test]
fn spellings() {
    for line in [
        "'git' push",
        "g''it push",
        "\\git push",
        "git \"push\" origin",
        "git p\\\nush origin",
        "git $'push' origin",
        "/usr/bin/git push",
        "git -C /p push",
        "git -c a=b --no-pager push",
        "git --git-dir=/p/.git push",
        "git {push,origin}",
        "alias g=git\ng push",
        "X=push; git $X origin",
        "X=git; $X push",
        "X='git push'; $X origin",
        "for c in status push; do git $c; done",
    ] {
        check("Bash(git push *)", &[(line, "yes")]);
    }
    check(
        "Bash(kubectl delete *)",
        &[
            ("kubectl -n prod delete pod x", "yes"),
            ("kubectl --namespace=prod delete pod x", "yes"),
            ("kubectl get pods", "no"),
        ],
    );
}

#[test]
fn what_can_be_meant() {
    check(
        "Bash(git push *)",
        &[
            ("git $CMD", "maybe"),
            ("git $(echo push) origin", "maybe"),
            ("$GIT push origin", "maybe"),
            ("$(which git) push", "maybe"),
            ("eval \"$X\"", "maybe"),
            ("curl https://x | sh", "maybe"),
            ("echo push | xargs git", "maybe"),
            ("xargs -I% git % origin", "maybe"),
            ("read c; git $c", "maybe"),
            ("git p$X", "maybe"),
            ("git p*sh", "maybe"),
            ("git push 'unclosed", "maybe"),
            ("c=pu; c+=sh; git $c", "maybe"),
            ("c=(git push); \"${c[@]}\"", "maybe"),
        ],
    );
}

#[test]
fn no_false_denials() {
    check(
        "Bash(git push *)",
        &[
            ("git commit -m \"$(cat <<'E'\nfix: git push\nE\n)\"", "no"),
            ("git log $RANGE", "no"),
            ("git add \"$file\"", "no"),
            ("git checkout *.rs", "no"),
            ("$PYTHON script.py", "no"),
            ("\"$HOME/bin/tool\" --x", "no"),
            ("cargo test $ARGS", "no"),
            ("ls | xargs rm", "no"),
            ("python3 -c 'print(1)'", "no"),
            ("git --no-pager log push", "no"),
            ("echo \"$X\" > file", "no"),
            ("# git push", "no"),
        ],
    );
    check(
        "Bash(git * --force)",
        &[("git commit -m \"$(cat m)\"", "no"), ("git log $X", "no"), ("git push origin --force", "yes")],
    );
    check(
        "Bash(rm -rf *)",
        &[
            ("rm *.o", "no"),
            ("for f in *.o; do rm \"$f\"; done", "no"),
            ("rm -rf \"$DIR\"", "yes"),
            ("D=build; rm -rf $D", "yes"),
        ],
    );
}

#[test]
fn what_is_too_long_to_look_at_is_not_overlooked() {
    let options = "-P ".repeat(100);
    check(
        "Bash(git push *)",
        &[(&format!("git {options}push"), "maybe"), (&format!("git log {options}push"), "no")],
    );
    let long = "x".repeat(100_000);
    check(
        "Bash(git push *)",
        &[
            (&format!("git push {long}"), "yes"),
            (&format!("git -P push {long}"), "maybe"),
            (&format!("git commit -m {long}"), "no"),
        ],
    );
    let many = "X=a; ".repeat(40);
    check("Bash(git push *)", &[(&format!("{many}X=push; git $X"), "maybe")]);
}
