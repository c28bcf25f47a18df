//! What is known about programs.

use shell_syntax::{SimpleCommand, Word};

/// What a program can do with the paths that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Only read.
    Reads,
    /// Run another command, which is in the list.
    Wraps,
    /// Run code that stands in its arguments or input.
    Code,
    /// Write, move or remove files; it acts through links.
    Writes,
    /// Anything.
    Other,
}

/// Programs that can't write, whatever their arguments.
const READS: [&str; 62] = [
    ":",
    "[",
    "[[",
    "basename",
    "break",
    "cat",
    "cd",
    "cksum",
    "cmp",
    "column",
    "comm",
    "continue",
    "cut",
    "date",
    "df",
    "diff",
    "dirname",
    "du",
    "echo",
    "egrep",
    "exit",
    "expr",
    "false",
    "fgrep",
    "grep",
    "head",
    "hexdump",
    "id",
    "join",
    "jq",
    "ls",
    "md5sum",
    "nl",
    "od",
    "paste",
    "popd",
    "printenv",
    "printf",
    "pushd",
    "pwd",
    "readlink",
    "realpath",
    "return",
    "rev",
    "sha1sum",
    "sha256sum",
    "sha512sum",
    "shift",
    "sleep",
    "stat",
    "strings",
    "sum",
    "tac",
    "tail",
    "test",
    "tr",
    "true",
    "type",
    "wait",
    "wc",
    "which",
    "whoami",
];

/// Programs that run code.
const CODE: [&str; 46] = [
    "at",
    "awk",
    "batch",
    "bun",
    "crontab",
    "deno",
    "ed",
    "emacs",
    "ex",
    "expect",
    "gawk",
    "gdb",
    "groovy",
    "gsed",
    "ipython",
    "julia",
    "lldb",
    "lua",
    "luajit",
    "m4",
    "make",
    "mawk",
    "nano",
    "nawk",
    "node",
    "nodejs",
    "nvim",
    "osascript",
    "perl",
    "php",
    "pwsh",
    "pypy",
    "pypy3",
    "python",
    "raku",
    "rscript",
    "ruby",
    "screen",
    "sed",
    "sqlite3",
    "tclsh",
    "tmux",
    "ts-node",
    "tsx",
    "vi",
    "vim",
];

/// Programs that change the files that they are given.
const WRITES: [&str; 38] = [
    "bsdtar",
    "chattr",
    "chgrp",
    "chmod",
    "chown",
    "cp",
    "cpio",
    "curl",
    "dd",
    "gio",
    "install",
    "link",
    "ln",
    "mount",
    "mv",
    "patch",
    "prename",
    "rclone",
    "rename",
    "rm",
    "rmdir",
    "rsync",
    "scp",
    "setfacl",
    "sftp",
    "shred",
    "sponge",
    "tar",
    "tee",
    "touch",
    "trash",
    "trash-put",
    "truncate",
    "umount",
    "unlink",
    "unzip",
    "wget",
    "7z",
];

/// Programs that only run others, so that those decide.
const WRAPS: [&str; 22] = [
    "ash", "bash", "builtin", "command", "dash", "doas", "env", "eval", "exec", "ionice", "ksh", "nice",
    "nohup", "sh", "stdbuf", "sudo", "time", "timeout", "trap", "watch", "xargs", "zsh",
];

pub(super) fn class(words: &[Word], command: &SimpleCommand, wraps: bool) -> Class {
    let Some(first) = words.first() else { return Class::Reads };
    let Some(program) = first.program() else { return Class::Other };
    // A program of the workspace can have any name.
    let elsewhere = first.literal().is_some_and(|text| {
        text.contains('/') && !text.starts_with("/usr/bin/") && !text.starts_with("/bin/")
    });
    let options = || words[1..].iter().map(Word::text_with_holes).filter(|text| text.starts_with('-'));
    match program {
        _ if elsewhere && READS.contains(&program) => Class::Other,
        _ if READS.contains(&program) => Class::Reads,
        "command" if !wraps && !command.opaque => Class::Reads,
        "export" | "declare" | "local" | "readonly" | "typeset" | "unset" | "set" => Class::Reads,
        "file" if !options().any(|option| option.starts_with("-C") || option.starts_with("--compile")) => {
            Class::Reads
        }
        "rg" if !options()
            .any(|option| option.starts_with("--pre") || option.starts_with("--hostname-bin")) =>
        {
            Class::Reads
        }
        "sort" if !options().any(|option| writes_when_sorting(&option)) => Class::Reads,
        "tree" if !options().any(|option| option.contains('o')) => Class::Reads,
        "env" if words.len() == 1 => Class::Reads,
        "time" if options().any(|option| option.starts_with("-o") || option.starts_with("--output")) => {
            Class::Writes
        }
        _ if wraps && WRAPS.contains(&program) => Class::Wraps,
        "sh" | "bash" | "dash" | "zsh" | "ksh" if command.opaque => Class::Code,
        _ if WRITES.contains(&program) => Class::Writes,
        _ if CODE.contains(&program) || program.starts_with("python") || program.starts_with("perl5") => {
            Class::Code
        }
        _ => Class::Other,
    }
}

fn writes_when_sorting(option: &str) -> bool {
    let cluster = !option.starts_with("--") && option.contains('o');
    cluster
        || option.starts_with("--o")
        || option.starts_with("--compress-prog")
        || option.starts_with("--files0")
}

/// Whether a word of an interpreter's command line is code. `sed` writes only with `w` and runs only with `e`.
pub(super) fn is_code_word(words: &[Word], word: &Word) -> bool {
    match words.first().and_then(Word::program) {
        Some("sed" | "gsed") => {
            let text = word.text_with_holes();
            ["w ", "w.", "w/", "w~", "e "].iter().any(|command| text.contains(command))
        }
        _ => true,
    }
}

/// Whether the word at `at` is a message or a title: what it mentions is only mentioned.
pub(super) fn is_message(words: &[Word], at: usize) -> bool {
    const OPTIONS: [&str; 9] =
        ["-m", "--message", "--body", "-b", "--title", "-t", "--notes", "--description", "--subject"];
    let speaks = matches!(
        words.first().and_then(Word::program),
        Some("git" | "gh" | "glab" | "hub" | "jj" | "hg" | "svn")
    );
    if !speaks {
        return false;
    }
    let text = words[at].text_with_holes();
    let attached =
        text.split_once('=').is_some_and(|(option, _)| option.starts_with("--") && OPTIONS.contains(&option));
    let before = at.checked_sub(1).filter(|before| *before > 0).and_then(|before| words[before].literal());
    let behind = before.is_some_and(|option| {
        OPTIONS.contains(&option)
            || (option.starts_with('-')
                && !option.starts_with("--")
                && option.len() < 6
                && option.ends_with('m'))
    });
    attached || behind
}
