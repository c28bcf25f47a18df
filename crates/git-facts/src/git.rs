use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::child::{self, Output, Sink};
use crate::deadline::Deadline;
use crate::hardening;
use crate::options::Options;
use crate::unknown::Unknown;

/// Where git may be. Never `PATH`: a repository's settings can replace it.
const PLACES: &[&str] = &["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git", "/bin/git"];

/// What is kept of one answer. Lists that are longer are counted as "at least".
const OUTPUT_LIMIT: usize = 4 * 1024 * 1024;

/// Git, about one directory, until one deadline.
pub(crate) struct Git<'a> {
    /// Those that are there, and which of them answers.
    programs: Vec<PathBuf>,
    chosen: Cell<usize>,
    pub(crate) cwd: &'a Path,
    home: Option<&'a Path>,
    pub(crate) deadline: Deadline,
}

impl<'a> Git<'a> {
    /// The clock starts here.
    pub(crate) fn new(cwd: &'a Path, options: &'a Options) -> Result<Self, Unknown> {
        let deadline = Deadline::after(options.deadline);
        if !cwd.is_absolute() {
            return Err(Unknown::RelativePath);
        }
        match fs::metadata(cwd) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => return Err(Unknown::NotADirectory),
            Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {
                return Err(Unknown::NotADirectory);
            }
            Err(_) => return Err(Unknown::DirectoryGone),
        }
        let programs = match &options.git {
            Some(program) => vec![program.clone()],
            None => PLACES.iter().map(PathBuf::from).filter(|place| place.is_file()).collect(),
        };
        Ok(Self { programs, chosen: Cell::new(0), cwd, home: options.home.as_deref(), deadline })
    }

    /// Runs one subcommand.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<Output, Unknown> {
        self.run_with(&[], arguments)
    }

    /// Runs one subcommand with more configuration overridden, each entry `key=value`.
    ///
    /// A system's own git is often older than the one that made the repository; where it can't read that, the
    /// next one is asked, and from then on only that.
    pub(crate) fn run_with(&self, overrides: &[OsString], arguments: &[&str]) -> Result<Output, Unknown> {
        loop {
            let chosen = self.chosen.get();
            let program = self.programs.get(chosen).ok_or(Unknown::NoGit)?;
            let output = self.run_program(program, overrides, arguments)?;
            let too_old = !output.success() && Unknown::from_stderr(&output.stderr) == Unknown::GitTooOld;
            if !too_old || chosen + 1 == self.programs.len() {
                return Ok(output);
            }
            self.chosen.set(chosen + 1);
        }
    }

    fn run_program(
        &self,
        program: &Path,
        overrides: &[OsString],
        arguments: &[&str],
    ) -> Result<Output, Unknown> {
        child::run(&mut self.command(program, overrides, arguments), self.deadline, OUTPUT_LIMIT)
    }

    fn command(&self, program: &Path, overrides: &[OsString], arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        hardening::environment(&mut command, self.home);
        // Git goes there itself: the standard library can then start it without copying this process first, which
        // takes longer than git's own start.
        command.arg("-C").arg(self.cwd).args(hardening::ARGUMENTS);
        for entry in overrides {
            command.arg("-c").arg(entry);
        }
        command.args(arguments);
        command
    }

    /// Runs one subcommand of the git that has answered before, and hands its output on piece by piece.
    pub(crate) fn stream(
        &self,
        overrides: &[OsString],
        arguments: &[&str],
        sink: Sink<'_>,
    ) -> Result<(), Unknown> {
        let program = self.programs.get(self.chosen.get()).ok_or(Unknown::NoGit)?;
        let ended = child::stream(&mut self.command(program, overrides, arguments), self.deadline, sink)?;
        match ended.status {
            Some(status) if !status.success() => Err(Unknown::from_stderr(&ended.stderr)),
            _ => Ok(()),
        }
    }

    /// As [`Git::run_with`], with a failure of git's as an error.
    pub(crate) fn answer(&self, overrides: &[OsString], arguments: &[&str]) -> Result<Output, Unknown> {
        let output = self.run_with(overrides, arguments)?;
        if output.success() || output.truncated() {
            Ok(output)
        } else {
            Err(Unknown::from_stderr(&output.stderr))
        }
    }
}
