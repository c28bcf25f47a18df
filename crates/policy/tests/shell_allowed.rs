//! Shell commands under a closed list.

use crate::sample::{call, command, list, outcome};

fn check(rules: &[&str], cases: &[(&str, bool)]) {
    let policy = list("allow", rules);
    for (line, expected) in cases {
        let input = command(line);
        let wanted = if *expected { "allow" } else { "deny unlisted" };
        assert_eq!(outcome(&policy, &call("Bash", &input)), wanted, "{rules:?}: {line}");
    }
}

#[test]
fn every_command_has_to_be_listed() {
    check(
        &["Bash(git status *)", "Bash(cargo test:*)"],
        &[
            ("git status", true),
            ("git status && cargo test -p x", true),
            ("git status; rm -rf /", false),
            ("git status | sh", false),
            ("git status $(rm x)", false),
            ("cargo test `rm x`", false),
            ("for i in 1 2; do cargo test; done", true),
            ("(git status) & cargo test", true),
            ("sh -c 'git status'", false),
            ("sudo git status", false),
            ("timeout 60 cargo test", true),
            ("nice -n 5 timeout 60 cargo test", true),
            ("timeout 60 rm x", false),
            ("timeout 60", false),
            ("git push", false),
            ("", false),
            ("git status 'x", false),
            ("eval git status", false),
            ("f() { rm x; }; git status", false),
            ("/tmp/git status", false),
            ("git -C /tmp status", false),
            ("\"git\" 'status'", true),
        ],
    );
    check(&["Bash(sudo git *)", "Bash(git status)"], &[("sudo git status", true), ("sudo git push", false)]);
}

#[test]
fn unknown_parts_fall_to_a_star() {
    check(
        &["Bash(git push origin *)"],
        &[
            ("git push origin $BRANCH", true),
            ("git push origin \"$(date)\"", false),
            ("git push $REMOTE main", false),
            ("git push origin$X main", false),
            ("git $X origin main", false),
            ("$X push origin main", false),
            ("git push origin *", true),
        ],
    );
    check(&["Bash(ls)", "Bash(rm build/*)"], &[("ls $X", false), ("rm build/$X", true), ("rm $X", false)]);
    check(&["Bash(git status)", "Bash(xargs git status)"], &[("echo x | xargs git status", false)]);
    check(&["Bash(xargs git *)", "Bash(git status *)"], &[("xargs git status < list", true)]);
}

#[test]
fn assignments() {
    check(
        &["Bash(git push *)"],
        &[
            ("NO_COLOR=1 git push", true),
            ("GIT_SSH_COMMAND=evil git push", false),
            ("PATH=/tmp; git push", false),
            ("b=main; git push origin $b", true),
            ("https_proxy=x; git push", false),
            ("export PATH=/tmp; git push", false),
            ("env NO_COLOR=1 git push", false),
        ],
    );
    check(&["Bash(NODE_ENV=test npm test)"], &[("NODE_ENV=test npm test", true), ("npm test", false)]);
}

#[test]
fn files_that_are_written() {
    check(&["Bash(echo *)"], &[("echo x", true), ("echo x > a", false), ("echo x 2>&1 > /dev/null", true)]);
    check(
        &["Bash(echo *)", "Bash(cd *)", "Edit(/web/**)"],
        &[
            ("echo x > a", true),
            ("echo x >> /p/web/b", true),
            ("echo x > ../a", false),
            ("echo x > $F", false),
            ("cd .. && echo x > a", false),
            ("cd sub && echo x > a", true),
            ("cd $D && echo x > a", false),
        ],
    );
}

#[test]
fn the_bare_tool_takes_everything() {
    for rule in ["Bash", "Bash(*)", "*"] {
        check(&[rule], &[("rm -rf / 'x", true), ("eval \"$x\" > a", true)]);
    }
}
