use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// A scenario file is read up to this many bytes; the rest is what makes it too large.
const MAX_BYTES: u64 = 2 << 20;

/// Name and text of one scenario file, or of every `.toml` in a directory, in the order of their names.
pub fn read(path: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let meta = fs::metadata(path).with_context(|| path.display().to_string())?;
    let files = if meta.is_dir() { in_directory(path)? } else { vec![path.to_owned()] };
    if files.is_empty() {
        bail!("{}: there is no scenario, a file that ends in .toml, in this directory", path.display());
    }
    files.iter().map(|file| Ok((file.display().to_string(), text(file)?))).collect()
}

fn in_directory(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
        let file = entry.with_context(|| path.display().to_string())?.path();
        if file.extension().is_some_and(|extension| extension == "toml") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn text(file: &Path) -> anyhow::Result<String> {
    use std::io::Read as _;
    let name = || file.display().to_string();
    if !fs::metadata(file).with_context(name)?.is_file() {
        bail!("{}: it is not a plain file", file.display());
    }
    let mut bytes = Vec::new();
    fs::File::open(file).with_context(name)?.take(MAX_BYTES).read_to_end(&mut bytes).with_context(name)?;
    String::from_utf8(bytes).with_context(|| format!("{}: it is not UTF-8; save it as UTF-8", file.display()))
}
