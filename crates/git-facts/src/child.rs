//! One child process, its whole process group, and a deadline.

use std::io::Read;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::deadline::Deadline;
use crate::unknown::Unknown;

/// What is kept of a child's complaints.
const STDERR_LIMIT: usize = 8 * 1024;

/// How often to look whether the child is gone while a grandchild holds its pipes open.
const LOOK: Duration = Duration::from_millis(20);

/// How long a killed child may take to disappear. One that hangs in the kernel (a dead network file system)
/// can't be waited for, and must not take the caller along.
const REAP: Duration = Duration::from_millis(250);

/// Takes a child's output piece by piece; false: no more of it is wanted.
pub(crate) type Sink<'s> = &'s mut dyn FnMut(&[u8]) -> bool;

/// How a child ended.
pub(crate) struct Ended {
    /// None if it was ended because it said too much.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stderr: Vec<u8>,
}

/// What a child had to say.
pub(crate) struct Output {
    /// None if it was ended because it said too much.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Output {
    /// Whether the output was cut at the limit.
    pub(crate) fn truncated(&self) -> bool {
        self.status.is_none()
    }

    pub(crate) fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs a command as [`stream`] does, and keeps the first `limit` bytes of its output.
pub(crate) fn run(command: &mut Command, deadline: Deadline, limit: usize) -> Result<Output, Unknown> {
    let mut stdout = Vec::new();
    let mut keep = keep_up_to(limit, &mut stdout);
    let Ended { status, stderr } = stream(command, deadline, &mut keep)?;
    drop(keep);
    Ok(Output { status, stdout, stderr })
}

/// Runs a command in a process group of its own, hands its output on piece by piece, and returns with nothing of the
/// group left alive, at the deadline at the latest.
pub(crate) fn stream(command: &mut Command, deadline: Deadline, sink: Sink<'_>) -> Result<Ended, Unknown> {
    if deadline.remaining().is_none() {
        return Err(Unknown::TimedOut);
    }
    let mut group = Group::spawn(command)?;
    let mut complaints = Vec::new();
    let mut keep = keep_up_to(STDERR_LIMIT, &mut complaints);
    let mut stdout = Pipe::new(group.child.stdout.take(), sink);
    let mut stderr = Pipe::new(group.child.stderr.take(), &mut keep);
    while stdout.source.is_some() || stderr.source.is_some() {
        let left = deadline.remaining().ok_or(Unknown::TimedOut)?;
        if !read_ready(&mut stdout, &mut stderr, left.min(LOOK))? && group.has_exited() {
            break;
        }
        if stdout.enough {
            drop(keep);
            return Ok(Ended { status: None, stderr: complaints });
        }
    }
    let mut pause = Duration::from_micros(50);
    while !group.has_exited() {
        let left = deadline.remaining().ok_or(Unknown::TimedOut)?;
        sleep(left.min(pause));
        pause = (pause * 2).min(LOOK);
    }
    // It can be lost where whoever started us had SIGCHLD ignored.
    let status = group.end().ok_or_else(|| Unknown::failed("the exit status was lost"))?;
    drop(keep);
    Ok(Ended { status: Some(status), stderr: complaints })
}

/// Keeps what comes up to `limit` bytes; more is one piece too much.
fn keep_up_to(limit: usize, bytes: &mut Vec<u8>) -> impl FnMut(&[u8]) -> bool {
    move |piece| {
        let kept = piece.len().min(limit - bytes.len());
        bytes.extend_from_slice(&piece[..kept]);
        kept == piece.len()
    }
}

/// Waits for either pipe and reads what is there. False if nothing came in time.
fn read_ready<A: Read + AsFd, B: Read + AsFd>(
    stdout: &mut Pipe<'_, A>,
    stderr: &mut Pipe<'_, B>,
    time: Duration,
) -> Result<bool, Unknown> {
    let (out_ready, err_ready) = {
        let mut fds = Vec::with_capacity(2);
        fds.extend(stdout.source.as_ref().map(|source| PollFd::new(source, PollFlags::IN)));
        let err_at = fds.len();
        fds.extend(stderr.source.as_ref().map(|source| PollFd::new(source, PollFlags::IN)));
        let timeout = Timespec::try_from(time).ok();
        match poll(&mut fds, timeout.as_ref()) {
            Ok(0) => return Ok(false),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(true),
            Err(error) => return Err(Unknown::failed(&error.to_string())),
        }
        // Ready includes hung up: the read then returns the end of the file.
        let ready = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
        (err_at == 1 && ready(0), ready(err_at))
    };
    if out_ready {
        stdout.read();
    }
    if err_ready {
        stderr.read();
    }
    Ok(true)
}

/// One end of a pipe, and where to put what comes out of it.
struct Pipe<'s, R> {
    /// None once it has ended.
    source: Option<R>,
    sink: Sink<'s>,
    /// The sink wants no more. What comes all the same is dropped, so that the child doesn't block on a full pipe.
    enough: bool,
}

impl<'s, R: Read> Pipe<'s, R> {
    fn new(source: Option<R>, sink: Sink<'s>) -> Self {
        Self { source, sink, enough: false }
    }

    /// One read, which doesn't block after a poll said so.
    fn read(&mut self) {
        let Some(source) = self.source.as_mut() else { return };
        let mut chunk = vec![0; 64 * 1024];
        match source.read(&mut chunk) {
            Ok(0) => self.source = None,
            Ok(count) => self.enough |= !(self.sink)(&chunk[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => self.source = None,
        }
    }
}

/// A child that leads its own process group; the group is gone when this is dropped.
struct Group {
    child: Child,
    ended: bool,
}

impl Group {
    fn spawn(command: &mut Command) -> Result<Self, Unknown> {
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Unknown::NoGit,
                _ => Unknown::failed(&error.to_string()),
            })?;
        Ok(Self { child, ended: false })
    }

    /// Looks without reaping: as long as the leader is a zombie, its process id can't be given to anyone else,
    /// and killing the group by that id is safe.
    fn has_exited(&self) -> bool {
        let Some(pid) = self.pid() else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(pid), options) {
            Ok(status) => status.is_some(),
            Err(rustix::io::Errno::INTR) => false,
            Err(_) => true,
        }
    }

    /// Kills what is left of the group and reaps the leader.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.ended {
            self.ended = true;
            if let Some(pid) = self.pid() {
                let _ = kill_process_group(pid, Signal::KILL);
            }
        }
        let until = Instant::now() + REAP;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.ended {
            self.end();
        }
    }
}
