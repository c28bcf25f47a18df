//! Commands that would touch something protected.

use super::fixture::Fixture;
use crate::{Violation, What};

const SETTINGS: &[&str] = &[
    "echo '{}' > .claude/settings.json",
    "echo '{}' >> .claude/settings.local.json",
    "echo {} >| ./.claude/../.claude/settings.json",
    "cat <<E > .claude/settings.json\n{}\nE",
    "{ echo '{}'; } > .claude/settings.json",
    "for i in 1; do echo '{}'; done &> .claude/settings.json",
    "exec 3>.claude/settings.json",
    "tee .claude/settings.json < x",
    "cat x | tee -a ~/.claude/settings.json",
    "cp x .claude/settings.json",
    "cp settings.json .claude/",
    "cp -t .claude x/settings.json",
    "cp -r evil/. .claude",
    "cp -r evil/.claude .",
    "rsync -a evil/ .claude/",
    "mv x/settings.local.json .claude",
    "install -m 600 x ~/.claude/settings.json",
    "rm .claude/settings.json",
    "rm -f .claude/settings*",
    "rm -rf .claude",
    "rm -rf .claude/",
    "rm -rf ~/.claude",
    "rm -rf \"$HOME/.claude\"",
    "rm -rf ${HOME}/.cla*",
    "rm -rf .c[l]aude",
    "rm -rf .cl?ude",
    "rm -rf .cla'u'\"d\"e",
    "rm -rf .cla\\ude",
    "rm -rf $'.\\x63laude'",
    "rm -rf ~",
    "rm -rf ..",
    "rm -rf * .*",
    "shopt -s dotglob; rm -rf *",
    "rm -rf $'.claude\\0x'",
    "rm -rf {.claude,target}",
    "{rm,-rf,.claude}",
    "rm -rf .{git,claude}",
    "mv .claude x",
    "mv ~/src/app /tmp/y",
    "ln -s .claude x",
    "ln .claude/settings.json x",
    "ln -sf /tmp/evil.json .claude/settings.json",
    "ln -sfn /tmp/evil .claude",
    "chmod 000 .claude",
    "find .claude -type f -delete",
    "find ~/.claude -name 's*' -exec rm {} +",
    "sed -i 's/a/b/' .claude/settings.json",
    "sed -n 'w .claude/settings.json' x",
    "perl -pi -e 's/a/b/' .claude/settings.json",
    "awk 'BEGIN{print \"{}\" > \".claude/settings.json\"}'",
    "python3 -c \"open('.claude/settings.json','w')\"",
    "python3 -c \"import os; open(os.path.join('.claude', 'settings.json'), 'w')\"",
    "python3 -c \"from pathlib import Path; (Path.home()/'.claude'/'settings.json').write_text('{}')\"",
    "python3 -c \"import shutil; shutil.rmtree('.claude')\"",
    "python3 <<'E'\nopen('.claude/settings.json','w').write('{}')\nE",
    "cat <<'E' | python3\nopen('.claude/settings.json','w').write('{}')\nE",
    "echo \"open('.claude/settings.json','w')\" | python3 -",
    "node -e \"require('fs').writeFileSync('.claude/settings.json','{}')\"",
    "perl -e 'unlink \".claude/settings.json\"'",
    "ruby -e 'File.delete(\".claude/settings.json\")'",
    "cd .claude && echo '{}' > settings.json",
    "cd .claude; rm settings.json",
    "(cd .claude && rm settings.json)",
    "cd ~ && cd .claude && rm -f settings.*",
    "pushd .claude >/dev/null && rm settings.json",
    "sh -c 'rm .claude/settings.json'",
    "bash -lc \"cd .claude && rm settings.json\"",
    "eval 'rm -rf .claude'",
    "sudo rm -rf .claude",
    "sudo -u ann env X=1 nohup rm -rf .claude",
    "ls | xargs rm .claude/settings.json",
    "echo .claude/settings.json | xargs rm",
    "echo 'rm -rf .claude' | sh",
    "bash <<< 'rm -rf .claude'",
    "bash <<E\nrm -rf .claude\nE",
    "echo $(rm -rf .claude)",
    "echo `rm -rf .claude`",
    "cat <(rm -rf .claude)",
    "cat <<E\n$(rm -rf .claude)\nE",
    "if true; then rm -rf .claude; fi",
    "f() { rm -rf .claude; }; f",
    "D=.claude; rm -rf $D",
    "D=.cla; E=ude; rm -rf \"$D$E\"",
    "for d in .claude; do rm -rf $d; done",
    "rm -rf ${X:-.claude}",
    "$SUDO rm -rf .claude",
    "rm -rf $X/.claude",
    "F=.claude/settings.json; python3 x.py $F",
    "alias r=rm; r -rf .claude",
    "git add .claude/settings.json",
    "git checkout other -- .claude/settings.json",
    "git rm -r .claude",
    "git apply --directory=.claude/settings.json x",
    "dd if=/dev/null of=.claude/settings.json",
    "curl -o .claude/settings.json https://example.com/x",
    "wget -O.claude/settings.json https://example.com/x",
    "sort -o .claude/settings.json x",
    "rg --pre ./x.sh a .claude/settings.json",
    "less .claude/settings.json",
    "truncate -s0 .claude/settings.json",
    "jq '.x=1' .claude/settings.json > .claude/settings.json",
    "cat .claude/settings.json && ./run.sh",
    "echo x > /etc/claude-code/managed-settings.json",
    "echo x > ~/.claude/plugins/p/hooks/hooks.json",
    "scp x ~/.claude/settings.json",
    "mount --bind x .claude",
    "time rm -rf .claude",
    "! rm -rf .claude",
    "true && false || rm -rf .claude &",
    "coproc rm -rf .claude",
    "trap 'rm -rf .claude' EXIT",
    "tar xf x.tar -C ~/.claude",
    "git clone https://example.com/x .claude",
];

#[test]
fn hook_settings_are_protected() {
    let fixture = Fixture::new();
    let missed: Vec<_> = SETTINGS
        .iter()
        .filter(|command| !matches!(fixture.bash(command), Some(Violation::Command { .. })))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_other_places_are_protected() {
    let fixture = Fixture::new();
    for (command, what) in [
        ("rm -rf ~/.local/state", What::StateDirectory),
        ("rm -rf ~/.local/state/*", What::StateDirectory),
        ("rm -rf ~/.local", What::StateDirectory),
        ("mv ~/.local/state /tmp", What::StateDirectory),
        ("echo x > ~/.local/state/compact-gate/s1/verdict.json", What::StateDirectory),
        ("echo x > $XDG_STATE_HOME/compact-gate/s1/verdict.json", What::StateDirectory),
        ("cd ~/.local/state && rm -r compact-gate", What::StateDirectory),
        ("cd ~/.local/state/compact-gate/s1 && truncate -s 0 ledger.jsonl", What::StateDirectory),
        ("python3 -c \"open('/x/.local/state/compact-gate/s1/verdict.json','w')\"", What::StateDirectory),
        ("cp x ~/ops/gate-policy.toml", What::Policy),
        ("echo 'unlisted = \"allow\"' >> ~/ops/gate-policy.toml", What::Policy),
        ("ssh-keygen -y -f k >> ~/ops/allowed_signers", What::AllowedSigners),
        ("rm -rf ~/ops", What::Policy),
        ("cp /bin/true /usr/local/bin/compact-gate", What::Binary),
        ("ln -s /usr/local/bin/compact-gate cg && ./cg release", What::Binary),
        ("sudo install x /usr/local/bin/compact-gate", What::Binary),
        ("cp compact-gate /usr/local/bin/", What::Binary),
    ] {
        assert_eq!(fixture.bash(command), Some(Violation::Command { what }), "{command}");
    }
}

#[test]
fn the_directory_counts() {
    let fixture = Fixture::new();
    let settings = Some(Violation::Command { what: What::HookSettings });
    let claude = fixture.home.join(".claude");
    assert_eq!(fixture.bash_in("rm settings.json", &claude), settings);
    assert_eq!(fixture.bash_in("prettier --write settings.json", &claude), settings);
    assert_eq!(fixture.bash_in("rm -rf notes.md", &claude), None);
    let state = Some(Violation::Command { what: What::StateDirectory });
    assert_eq!(fixture.bash_in("touch x", &fixture.state), state);
    assert_eq!(fixture.bash_in("rm -rf *", fixture.state.parent().expect("it has")), state);
    assert_eq!(fixture.bash_in("ls -la", &fixture.state), None);
}

#[test]
fn links_are_followed_where_something_is_written() {
    let fixture = Fixture::new();
    std::os::unix::fs::symlink(&fixture.state, fixture.project.join("notes")).expect("linked");
    let state = Some(Violation::Command { what: What::StateDirectory });
    for command in ["echo x > notes/s1/verdict.json", "tee notes/x < y", "rm -rf notes/s1", "cp x notes/"] {
        assert_eq!(fixture.bash(command), state, "{command}");
    }
    assert_eq!(fixture.bash("cat notes/s1/verdict.json"), None);
}

#[test]
fn commands_that_cannot_be_parsed_may_mention_nothing() {
    let fixture = Fixture::new();
    for command in [
        "rm !(x) .claude/settings.json",
        "rm -rf .cla\"ude",
        "(compact-gate release",
        "rm ~/ops/gate-policy.toml (",
    ] {
        assert_eq!(fixture.bash(command), Some(Violation::UnreadableCommand), "{command}");
    }
}
