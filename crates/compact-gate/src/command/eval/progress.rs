use crate::output;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// What is over sooner needs no progress.
const QUIET: Duration = Duration::from_secs(1);

/// One line on standard error that is written over, where somebody sees it and it takes long.
pub struct Progress {
    begun: Instant,
    seen: bool,
    shown: bool,
    of: usize,
    done: usize,
}

impl Progress {
    /// Of so many scenarios.
    pub fn new(of: usize) -> Progress {
        let seen = std::io::stderr().is_terminal();
        Progress { begun: Instant::now(), seen, shown: false, of, done: 0 }
    }

    /// The next one begins.
    pub fn at(&mut self, name: &str) {
        self.done += 1;
        if self.seen && self.begun.elapsed() > QUIET {
            self.shown = true;
            output::stderr_part(&format!("\r\x1b[K{}/{} {name}", self.done, self.of));
        }
    }

    /// All are over.
    pub fn end(&self) {
        if self.shown {
            output::stderr_part("\r\x1b[K");
        }
    }
}
