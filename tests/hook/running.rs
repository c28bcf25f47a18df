use crate::answer::Answer;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A hook process whose standard input is still open.
pub struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
    begun: Instant,
}

impl Running {
    pub fn start(mut command: Command) -> Running {
        let begun = Instant::now();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        Running {
            stdin: child.stdin.take(),
            stdout: drain(child.stdout.take().unwrap()),
            stderr: drain(child.stderr.take().unwrap()),
            child,
            begun,
        }
    }

    /// Writes, as the client does: a pipe that breaks is an error in the client.
    pub fn write(mut self, input: &[u8]) -> Running {
        self.try_write(input).unwrap();
        self
    }

    pub fn try_write(&mut self, input: &[u8]) -> std::io::Result<()> {
        self.stdin.as_mut().unwrap().write_all(input)
    }

    pub fn id(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// Closes standard input and waits.
    pub fn answer(mut self) -> Answer {
        self.stdin = None;
        self.end()
    }

    /// Waits with standard input open, and tells how long the process took.
    pub fn answer_while_open(mut self) -> (Answer, Duration) {
        let held = self.stdin.take();
        let begun = self.begun;
        let answer = self.end();
        drop(held);
        (answer, begun.elapsed())
    }

    fn end(mut self) -> Answer {
        let status = self.child.wait().unwrap();
        Answer {
            code: status.code(),
            stdout: String::from_utf8(self.stdout.join().unwrap()).unwrap(),
            stderr: String::from_utf8(self.stderr.join().unwrap()).unwrap(),
        }
    }
}

fn drain(mut source: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).unwrap();
        bytes
    })
}
