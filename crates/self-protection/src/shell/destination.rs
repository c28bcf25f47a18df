//! Commands that would remove, replace or overwrite a protected place without naming it: through a directory
//! above it, or by putting a file into its directory.

use shell_syntax::Word;

use super::evaluation::{Evaluation, Look};
use super::pattern;
use super::program;
use crate::What;
use crate::places::Relation;

/// What `words` would remove, replace or overwrite.
pub(super) fn hit(words: &[Word], evaluation: &Evaluation) -> Option<What> {
    let program = words.first().and_then(Word::program)?;
    let operands: Vec<&Word> =
        words[1..].iter().filter(|word| !word.literal().is_some_and(|text| text.starts_with('-'))).collect();
    let option =
        |names: &[&str]| words[1..].iter().filter_map(Word::literal).any(|text| names.contains(&text));
    let flag = |letter: char| {
        words[1..]
            .iter()
            .filter_map(Word::literal)
            .any(|text| text.starts_with('-') && !text.starts_with("--") && text.contains(letter))
    };
    match program {
        "rm" | "trash" | "trash-put" | "rename" | "prename" | "mount" | "gio" => {
            any(&operands, Relation::Above, evaluation)
        }
        "rmdir" | "unlink" | "shred" | "chmod" | "chown" | "chgrp" | "chattr" | "setfacl" | "umount"
        | "ln" | "link" => any(&operands, Relation::SettingsDirectory, evaluation),
        "mv" => {
            let (target, sources) = target_and_sources(words, &operands)?;
            any(&sources, Relation::Above, evaluation).or_else(|| placed(target, &sources, false, evaluation))
        }
        "cp" | "install" | "rsync" | "scp" => {
            let (target, sources) = target_and_sources(words, &operands)?;
            let whole = flag('T') || option(&["--no-target-directory"]);
            placed(target, &sources, whole || program == "rsync" && option(&["--delete"]), evaluation)
        }
        "tar" | "bsdtar" => {
            let extracts = words.get(1).is_some_and(|word| word.text_with_holes().contains('x'))
                || option(&["--extract", "--get", "--remove-files"]);
            any(&operands, Relation::SettingsDirectory, evaluation).filter(|_| extracts)
        }
        "unzip" | "7z" | "cpio" | "rclone" | "sftp" => {
            any(&operands, Relation::SettingsDirectory, evaluation)
        }
        "find" | "fd" => {
            let acts = words[1..].iter().filter_map(Word::literal).any(|text| {
                matches!(text, "-delete" | "-x" | "-X")
                    || ["-exec", "-ok", "-fprint", "-fls", "--exec"]
                        .iter()
                        .any(|action| text.starts_with(action))
            });
            any(&operands, Relation::SettingsDirectory, evaluation).filter(|_| acts)
        }
        "git" => {
            let rewrites = operands.iter().filter_map(|word| word.literal()).any(|text| {
                matches!(
                    text,
                    "rm" | "mv" | "clean" | "checkout" | "restore" | "clone" | "worktree" | "submodule"
                )
            });
            if !rewrites {
                return None;
            }
            let is_path = |at: &usize| !program::is_message(words, *at);
            let paths: Vec<&Word> = (1..words.len()).filter(is_path).map(|at| &words[at]).collect();
            any(&paths, Relation::SettingsDirectory, evaluation)
        }
        _ => None,
    }
}

/// What any of `operands` relates to at least as closely as `least`.
fn any(operands: &[&Word], least: Relation, evaluation: &Evaluation) -> Option<What> {
    operands.iter().find_map(|word| {
        evaluation
            .relation(word, Look::Entry)
            .filter(|(_, relation)| *relation >= least)
            .map(|(what, _)| what)
    })
}

/// Where files go: the value of `-t`, else the last operand; and the operands that go there.
fn target_and_sources<'w>(words: &'w [Word], operands: &[&'w Word]) -> Option<(&'w Word, Vec<&'w Word>)> {
    let option = words.iter().position(|word| matches!(word.literal(), Some("-t" | "--target-directory")));
    if let Some(target) = option.and_then(|at| words.get(at + 1)) {
        let sources = operands.iter().copied().filter(|word| !std::ptr::eq(*word, target)).collect();
        return Some((target, sources));
    }
    let (target, sources) = operands.split_last()?;
    Some((target, sources.to_vec()))
}

/// What is overwritten when `sources` are put into `target`.
fn placed(target: &Word, sources: &[&Word], whole: bool, evaluation: &Evaluation) -> Option<What> {
    for reading in evaluation.readings(target) {
        let Some(text) = pattern::known(&reading) else { continue };
        let (what, relation) =
            evaluation.text_relation(&text, Look::Target).unwrap_or((What::HookSettings, Relation::Above));
        for source in sources {
            for source in evaluation.readings(source) {
                let name = pattern::components(&source).pop().unwrap_or_default();
                let name = pattern::known(&name);
                // Contents of a directory, a glob, something unknown.
                let anything = !matches!(name.as_deref(), Some(name) if !matches!(name, "" | "." | ".."));
                if relation == Relation::SettingsDirectory
                    && (whole || anything || !exists(&text, evaluation))
                {
                    return Some(what);
                }
                let Some(placed) = name.map(|name| format!("{text}/{name}")) else { continue };
                match evaluation.text_relation(&placed, Look::Target) {
                    Some((what, Relation::Inside)) => return Some(what),
                    // A copy of a `.claude` counts where the client would read it, not in a backup.
                    Some((what, Relation::SettingsDirectory))
                        if exists(&placed, evaluation) || is_here(&text, evaluation) =>
                    {
                        return Some(what);
                    }
                    _ => {}
                }
            }
        }
    }
    None
}

fn exists(text: &str, evaluation: &Evaluation) -> bool {
    evaluation.directories.iter().any(|directory| {
        crate::path_text::absolute(text, directory, evaluation.protected.home.as_deref())
            .is_some_and(|path| path.is_dir())
    })
}

fn is_here(text: &str, evaluation: &Evaluation) -> bool {
    let home = evaluation.protected.home.as_deref();
    evaluation.directories.iter().any(|directory| {
        crate::path_text::absolute(text, directory, home)
            .is_some_and(|path| path == *directory || Some(path.as_path()) == home)
    })
}
