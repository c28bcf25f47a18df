use std::process::Output;

/// What a hook process answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Exit status; none where a signal ended the process, which the client takes for leave to go on.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        Answer {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Answer {
    /// Status 0 and not a byte: the tool may run, or the event asked for nothing.
    #[track_caller]
    pub fn assert_silent(&self) {
        assert_eq!((self.code, &*self.stdout, &*self.stderr), (Some(0), "", ""));
    }

    /// Status 2, nothing on standard output, one paragraph that names this reason.
    #[track_caller]
    pub fn assert_denied(&self, reason: &str) {
        assert_eq!((self.code, &*self.stdout), (Some(2), ""), "{}", self.stderr);
        let opening = format!("compact-gate denied this tool call ({reason})");
        assert!(self.stderr.starts_with(&opening), "not denied for {reason}: {}", self.stderr);
        assert_eq!(self.stderr.matches('\n').count(), 1, "more than one paragraph: {}", self.stderr);
    }

    /// Status 2 for whatever reason.
    #[track_caller]
    pub fn assert_closed(&self) {
        assert_eq!((self.code, &*self.stdout), (Some(2), ""), "{}", self.stderr);
        assert!(self.stderr.starts_with("compact-gate denied this tool call ("), "{}", self.stderr);
    }

    /// Status 0, and a text for the model that says this.
    #[track_caller]
    pub fn assert_told(&self, expected: &str) {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        assert!(self.stdout.contains(expected), "{expected:?} isn't in: {}", self.stdout);
    }
}
