//! Standard output and error. A reader that has gone away changes nothing about the answer, which is the exit status.

use std::io::Write;

/// Writes a paragraph to standard error.
pub fn stderr(text: &str) {
    let _ = std::io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// Writes text to standard output.
pub fn stdout(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes text to standard error as it is.
pub fn stderr_part(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
