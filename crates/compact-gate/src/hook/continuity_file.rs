use rustix::fs::{Mode, OFlags, open};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use verdict::{Continuity, ContinuityFacts, MAX_CONTINUITY_BYTES};

/// Where the model may keep its continuity, below the working directory.
pub const CONTINUITY_FILE: &str = ".claude/compact-gate/continuity.json";

/// Reads and checks the continuity file below a directory.
pub fn read_continuity(cwd: &Path) -> ContinuityFacts {
    match read_capped(&cwd.join(CONTINUITY_FILE), MAX_CONTINUITY_BYTES as u64 + 1) {
        Ok(None) => ContinuityFacts::Absent,
        Ok(Some(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => match Continuity::parse(&text) {
                Ok(continuity) => ContinuityFacts::Valid(continuity),
                Err(problem) => ContinuityFacts::Invalid(problem),
            },
            Err(_) => ContinuityFacts::Invalid("it is not UTF-8".into()),
        },
        Err(problem) => ContinuityFacts::Invalid(problem),
    }
}

/// Reads a plain file of the repository, following no link in its last step and waiting for no pipe.
pub fn read_capped(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, String> {
    use rustix::io::Errno;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file: File = match open(path, flags, Mode::empty()) {
        Ok(file) => file.into(),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG) => return Ok(None),
        Err(Errno::LOOP) => return Err("it is a symbolic link; it has to be a plain file".into()),
        Err(error) => return Err(format!("it can't be opened: {error}")),
    };
    if !file.metadata().is_ok_and(|meta| meta.is_file()) {
        return Err("it is not a plain file".into());
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(|error| format!("it can't be read: {error}"))?;
    Ok(Some(bytes))
}
