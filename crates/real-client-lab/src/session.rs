//! A running client.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};

/// A prompt of a script takes a second or two. This is for a machine that does much else.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

/// For the client's own end, after its last answer.
const EXIT_LIMIT: Duration = Duration::from_secs(20);

const POLL: Duration = Duration::from_millis(10);

/// What all clients of a run have printed.
pub(crate) type EventLog = Arc<Mutex<Vec<Value>>>;

/// How the client ended its work on a prompt.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The last text.
    pub text: String,
    /// Whether the client calls it a failure.
    pub is_error: bool,
}

/// A client that takes prompts. It is killed with this value unless it was closed before.
#[derive(Debug)]
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    printed: Receiver<Value>,
    id: Option<String>,
}

impl Session {
    /// Starts the client in a process group of its own, so that what it has started can be ended with it.
    pub(crate) fn start(command: &mut Command, log: &EventLog) -> Result<Self> {
        use std::os::unix::process::CommandExt as _;
        let mut child = command
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("the client can't be started")?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().context("the client has no stdout")?;
        let (sender, printed) = mpsc::channel();
        let log = Arc::clone(log);
        thread::spawn(move || read_events(stdout, &log, &sender));
        Ok(Self { child, stdin, printed, id: None })
    }

    /// Sends a prompt or a command such as `/compact`, and waits until the client is done with it.
    pub fn prompt(&mut self, text: &str) -> Result<Answer> {
        self.post(text)?;
        let deadline = Instant::now() + ANSWER_LIMIT;
        loop {
            let event = self.next_event(deadline).with_context(|| format!("no answer to {text:?}"))?;
            if event["type"] == "result" {
                return Ok(Answer {
                    text: event["result"].as_str().unwrap_or_default().to_owned(),
                    is_error: event["is_error"] == true,
                });
            }
        }
    }

    /// Sends a prompt and doesn't wait.
    pub fn post(&mut self, text: &str) -> Result<()> {
        let line = json!({ "type": "user", "message": { "role": "user", "content": text } });
        let stdin = self.stdin.as_mut().context("the session was closed")?;
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).context("the client doesn't read its prompts")
    }

    /// The session's id, which the client tells with its first event.
    pub fn id(&mut self) -> Result<String> {
        let deadline = Instant::now() + ANSWER_LIMIT;
        loop {
            if let Some(id) = &self.id {
                return Ok(id.clone());
            }
            self.next_event(deadline).context("the client tells no session id")?;
        }
    }

    /// Ends the client as a crash would: at once, and without what it has started, such as hooks.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Lets the client end by itself.
    pub fn close(mut self) -> Result<ExitStatus> {
        self.stdin = None;
        let deadline = Instant::now() + EXIT_LIMIT;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(POLL);
        }
        bail!("the client doesn't end in {EXIT_LIMIT:?}, although there are no more prompts")
    }

    fn next_event(&mut self, deadline: Instant) -> Result<Value> {
        let left = deadline.saturating_duration_since(Instant::now());
        let event = self.printed.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => anyhow::anyhow!("the client is silent"),
            RecvTimeoutError::Disconnected => anyhow::anyhow!("the client has ended"),
        })?;
        // The latest: `/clear` goes on under a new one.
        if let Some(id) = event["session_id"].as_str() {
            self.id = Some(id.to_owned());
        }
        Ok(event)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // The child isn't reaped yet, so that its id can't be another's.
            if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
                // It may have ended in this moment.
                let _ = kill_process_group(group, Signal::KILL);
            }
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}

fn read_events(stdout: ChildStdout, log: &EventLog, printed: &Sender<Value>) {
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let Ok(event) = serde_json::from_str::<Value>(&line) else { continue };
        log.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
        // The session may be over while the client prints its last words.
        drop(printed.send(event));
    }
}
