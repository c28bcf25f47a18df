//! Programs that take a command as their last operands.

use super::{Inner, code, options};
use crate::{Assignment, ScopeKind, Word};

/// How a program's operands lead to the command that it runs.
struct Prefix {
    /// Options with a value in the next word.
    valued: &'static [&'static str],
    /// Operands of its own before the command.
    operands: usize,
    /// Whether `name=value` may stand before the command.
    assigns: bool,
}

const PLAIN: Prefix = Prefix { valued: &[], operands: 0, assigns: false };

fn prefix(program: &str) -> Option<Prefix> {
    let valued = |valued| Prefix { valued, ..PLAIN };
    Some(match program {
        "env" => Prefix { valued: &["-u", "--unset", "-C", "--chdir"], assigns: true, ..PLAIN },
        "sudo" => Prefix {
            valued: &[
                "-u",
                "-g",
                "-h",
                "-p",
                "-C",
                "-D",
                "-R",
                "-r",
                "-t",
                "-T",
                "-U",
                "--user",
                "--group",
                "--host",
                "--prompt",
                "--chdir",
                "--chroot",
                "--role",
                "--type",
                "--close-from",
                "--command-timeout",
                "--other-user",
            ],
            assigns: true,
            ..PLAIN
        },
        "doas" => valued(&["-u", "-C"]),
        "xargs" | "gxargs" => valued(&[
            "-I",
            "-n",
            "-P",
            "-L",
            "-d",
            "-E",
            "-s",
            "-a",
            "--arg-file",
            "--delimiter",
            "--max-args",
            "--max-procs",
            "--max-chars",
        ]),
        "nohup" | "setsid" | "builtin" | "unbuffer" | "fakeroot" | "busybox" | "toybox" | "catchsegv"
        | "caffeinate" | "dbus-run-session" | "proxychains" | "proxychains4" | "torsocks" | "npx"
        | "bunx" | "command" => PLAIN,
        "time" | "gtime" => valued(&["-f", "-o", "--format", "--output"]),
        "exec" => valued(&["-a"]),
        "nice" => valued(&["-n", "--adjustment"]),
        "ionice" => valued(&["-c", "-n", "-t", "--class", "--classdata"]),
        "timeout" | "gtimeout" => {
            Prefix { valued: &["-s", "-k", "--signal", "--kill-after"], operands: 1, ..PLAIN }
        }
        "stdbuf" => valued(&["-i", "-o", "-e", "--input", "--output", "--error"]),
        "taskset" | "chrt" | "setarch" | "faketime" | "chroot" => Prefix { operands: 1, ..PLAIN },
        "flock" => {
            Prefix { valued: &["-w", "-E", "--timeout", "--conflict-exit-code"], operands: 1, ..PLAIN }
        }
        "strace" | "ltrace" => valued(&["-o", "-e", "-s", "-u", "-E", "-P", "-a", "-O", "-I", "-b"]),
        "unshare" | "nsenter" => valued(&["-S", "-G", "-w", "-r", "-t"]),
        "systemd-run" => {
            valued(&["-p", "-u", "-M", "-H", "-E", "--unit", "--property", "--slice", "--setenv", "--uid"])
        }
        "xvfb-run" => valued(&["-n", "-s", "-e", "-f", "-p", "-w", "--server-args", "--server-num"]),
        "uv" | "poetry" | "pipenv" | "pdm" | "hatch" | "rye" | "bundle" | "mise" | "direnv" => {
            Prefix { operands: 1, ..PLAIN }
        }
        _ => return None,
    })
}

pub(super) fn inner(program: &str, words: &[Word]) -> Vec<Inner> {
    let Some(prefix) = prefix(program) else { return Vec::new() };
    let option =
        |names: &[&str]| words[1..].iter().filter_map(Word::literal).any(|word| names.contains(&word));
    match program {
        // These only look up.
        "command"
            if words
                .get(1)
                .and_then(Word::literal)
                .is_some_and(|word| word.starts_with("-v") || word.starts_with("-V")) =>
        {
            return Vec::new();
        }
        "uv" | "poetry" | "pipenv" | "pdm" | "hatch" | "rye" | "bundle" | "mise" | "direnv"
            if !option(&["run", "exec", "x"]) =>
        {
            return Vec::new();
        }
        "env"
            if words.get(1).is_some_and(|word| {
                word.text_with_holes().starts_with("-S")
                    || word.text_with_holes().starts_with("--split-string")
            }) =>
        {
            return code::behind_option(words, &["-S", "--split-string"]);
        }
        "flock" if option(&["-c", "--command"]) => return code::behind_option(words, &["-c", "--command"]),
        _ => {}
    }
    let mut at = options::end(words, prefix.valued);
    if prefix.operands > 0 {
        at += prefix.operands;
        at += words.get(at).and_then(Word::literal).map_or(0, |word| usize::from(word == "--"));
    }
    let mut assignments = Vec::new();
    if prefix.assigns {
        while let Some((name, value)) = words.get(at).and_then(assigned) {
            assignments.push(Assignment { name, value });
            at += 1;
        }
    }
    match words.get(at..) {
        Some(rest) if !rest.is_empty() => vec![Inner::Command(assignments, rest.to_vec())],
        _ => Vec::new(),
    }
}

fn assigned(word: &Word) -> Option<(String, Word)> {
    let mut value = word.clone();
    let crate::Part::Literal(first) = value.parts.first_mut()? else { return None };
    let (name, rest) = first.split_once('=')?;
    let name = name.to_owned();
    let valid = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    *first = rest.to_owned();
    valid.then_some((name, value))
}

/// The commands behind `-exec` and its like.
pub(super) fn executed_by_find(words: &[Word]) -> Vec<Inner> {
    let mut found = Vec::new();
    let mut at = 1;
    while let Some(word) = words.get(at) {
        at += 1;
        if !matches!(
            word.literal(),
            Some("-exec" | "-execdir" | "-ok" | "-okdir" | "-x" | "-X" | "--exec" | "--exec-batch")
        ) {
            continue;
        }
        let rest = &words[at..];
        let length =
            rest.iter().position(|word| matches!(word.literal(), Some(";" | "+"))).unwrap_or(rest.len());
        if length > 0 {
            found.push(Inner::Command(Vec::new(), rest[..length].to_vec()));
        }
        at += length;
    }
    found
}

/// GNU parallel: the words up to `:::` are one command line for a shell.
pub(super) fn parallel(words: &[Word]) -> Vec<Inner> {
    let start = options::end(words, &["-j", "--jobs", "-a", "-n", "-I", "--colsep", "--joblog", "-S"]);
    let rest = &words[start..];
    let is_input = |word: &Word| word.literal().is_some_and(|text| text.starts_with(":::"));
    let length = rest.iter().position(is_input).unwrap_or(rest.len());
    let mut found = code::joined(&rest[..length], ScopeKind::ShellCode);
    if length == 0 {
        // Without a command its inputs are the commands.
        for word in rest.iter().filter(|word| !is_input(word)) {
            found.extend(code::joined(std::slice::from_ref(word), ScopeKind::ShellCode));
        }
    }
    found
}
