use crate::git::Git;
use crate::text;

/// A subject longer than this is no subject.
const SUBJECT_CHARS: usize = 300;

/// The first line of a commit's message. Read from the raw object: `git log` has many settings that run
/// programs or dress the text up.
pub(crate) fn read(git: &Git, oid: &str) -> Option<String> {
    let commit = git.answer(&[], &["cat-file", "commit", oid]).ok()?.stdout;
    let body = commit.windows(2).position(|pair| pair == b"\n\n")? + 2;
    let subject = commit[body..].split(|byte| *byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    Some(text::from_bytes(subject.unwrap_or_default()).chars().take(SUBJECT_CHARS).collect())
}
