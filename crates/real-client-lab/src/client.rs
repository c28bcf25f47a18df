//! The client's binary: found in a cache directory, or put there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::platform::package_name;

/// The installed client.
#[derive(Clone, Debug)]
pub struct Client {
    /// Its binary.
    pub binary: PathBuf,
}

/// Why there is no client. The tests can't do without one, so each message says what to do about it.
#[derive(Debug, Error)]
pub enum InstallError {
    /// No package is published for this machine.
    #[error("no Claude Code package is published for {os} on {arch}: run these tests on Linux or macOS", os = std::env::consts::OS, arch = std::env::consts::ARCH)]
    Platform,
    /// npm or tar isn't there.
    #[error(
        "these tests install Claude Code with npm, but `{program}` can't be started ({source}): install it, or make it known in PATH, and run them again"
    )]
    Program {
        /// Which of them.
        program: &'static str,
        /// Why it can't be started.
        source: io::Error,
    },
    /// npm or tar ran and failed.
    #[error(
        "`{command}` failed, so Claude Code could not be installed: check that this machine reaches the npm registry and run the tests again. It said:\n{said}"
    )]
    Failed {
        /// The command line.
        command: String,
        /// Its stderr.
        said: String,
    },
    /// The package was unpacked but is not what was expected.
    #[error(
        "{package} holds no file package/claude: the client's packages have changed, so `Client` has to be adapted"
    )]
    Content {
        /// The package with its version.
        package: String,
    },
    /// The cache directory can't be used.
    #[error("the cache directory {cache} can't be used ({source}): make it writable", cache = cache.display())]
    Cache {
        /// The directory.
        cache: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl Client {
    /// The release that the tests were written against. Another one may behave differently, so it isn't a choice.
    pub const VERSION: &str = "2.1.332";

    /// Finds the client in the cache, or installs it there, which downloads it and takes up to a minute or two.
    /// Processes and threads that come meanwhile wait for the first one.
    pub fn in_cache(cache: &Path) -> Result<Self, InstallError> {
        let package = package_name().ok_or(InstallError::Platform)?;
        let home = cache.join(directory_name(&package));
        let client = Self { binary: home.join("claude") };
        if client.binary.exists() {
            return Ok(client);
        }
        let unusable = |source| InstallError::Cache { cache: cache.to_owned(), source };
        fs::create_dir_all(cache).map_err(unusable)?;
        let lock = File::create(cache.join("install.lock")).map_err(unusable)?;
        lock.lock().map_err(unusable)?;
        if !client.binary.exists() {
            // In the cache, because it has to be moved into place in one step: a half unpacked client must not
            // look installed to a later run.
            let scratch = tempfile::tempdir_in(cache).map_err(unusable)?;
            unpack(&format!("{package}@{}", Self::VERSION), scratch.path())?;
            fs::rename(scratch.path().join("package"), &home).map_err(unusable)?;
        }
        Ok(client)
    }
}

/// The package's place in the cache. Its scope is left out, since the same for all.
fn directory_name(package: &str) -> String {
    let name = package.rsplit('/').next().unwrap_or(package);
    format!("{name}-{}", Client::VERSION)
}

/// Leaves the directory `package` in `scratch`.
fn unpack(package: &str, scratch: &Path) -> Result<(), InstallError> {
    let archive = run("npm", &["pack", "--silent", package], scratch)?;
    run("tar", &["-xzf", archive.trim()], scratch)?;
    if scratch.join("package/claude").exists() {
        Ok(())
    } else {
        Err(InstallError::Content { package: package.to_owned() })
    }
}

fn run(program: &'static str, args: &[&str], directory: &Path) -> Result<String, InstallError> {
    let output = Command::new(program)
        .args(args)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .map_err(|source| InstallError::Program { program, source })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let command = format!("{program} {}", args.join(" "));
        Err(InstallError::Failed { command, said: String::from_utf8_lossy(&output.stderr).into_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named_with_the_remedy() {
        let error = run("no-such-npm", &["pack"], Path::new(".")).unwrap_err().to_string();
        assert!(error.contains("`no-such-npm` can't be started"), "{error}");
        assert!(error.contains("install it"), "{error}");
    }

    #[test]
    fn a_failed_install_says_what_failed() {
        let error = run("tar", &["-xzf", "no-such-archive"], Path::new(".")).unwrap_err().to_string();
        assert!(error.contains("`tar -xzf no-such-archive` failed"), "{error}");
        assert!(error.contains("npm registry"), "{error}");
    }

    #[test]
    fn an_installed_client_is_used_as_it_is() {
        let cache = tempfile::tempdir().unwrap();
        let binary = cache.path().join(directory_name(&package_name().unwrap())).join("claude");
        fs::create_dir_all(binary.parent().unwrap()).unwrap();
        File::create(&binary).unwrap();
        assert_eq!(Client::in_cache(cache.path()).unwrap().binary, binary);
    }
}
