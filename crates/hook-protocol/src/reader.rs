use crate::InputError;
use crate::frame::Frame;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::os::fd::{AsFd, BorrowedFd};

/// The largest event that is read, in bytes. The client sends whole files in `Write`.
pub const MAX_INPUT_BYTES: usize = 64 << 20;

const CHUNK: usize = 64 << 10;
const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };
/// A writer that sends nothing for so long isn't in the middle of sending.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };

/// Reads one JSON object from a pipe, file or socket as it arrives, without waiting for the end of the stream.
///
/// On success: the object's bytes. On failure: the error, and what was read, from which the event's name may still be
/// told. Whatever else lies ready in the pipe is read too: the client must never see a broken pipe, and a second value
/// behind the first would leave unclear which of them it goes by.
pub fn read_value(input: impl AsFd) -> Result<Vec<u8>, (InputError, Vec<u8>)> {
    let input = input.as_fd();
    let mut bytes = Vec::new();
    let mut frame = Frame::default();
    loop {
        match frame.advance(&bytes) {
            Ok(Some(end)) => {
                return match drain_ready(input, bytes.split_off(end)) {
                    Ok(()) => Ok(bytes),
                    Err(error) => Err((error, bytes)),
                };
            }
            Ok(None) => {}
            Err(error) => {
                drain(input);
                return Err((error, bytes));
            }
        }
        if bytes.len() > MAX_INPUT_BYTES {
            drain(input);
            return Err((InputError::TooLarge, bytes));
        }
        match read_chunk(input, &mut bytes) {
            Ok(0) if bytes.is_empty() => return Err((InputError::Empty, bytes)),
            Ok(0) => return Err((InputError::Truncated(bytes.len()), bytes)),
            Ok(_) => {}
            Err(error) => return Err((InputError::Io(error.to_string()), bytes)),
        }
    }
}

/// Reads what lies ready behind the value; anything but white space there is a second value.
fn drain_ready(input: BorrowedFd<'_>, mut behind: Vec<u8>) -> Result<(), InputError> {
    let mut second = false;
    loop {
        second |= behind.iter().any(|byte| !byte.is_ascii_whitespace());
        behind.clear();
        if !ready(input, AT_ONCE) || !matches!(read_chunk(input, &mut behind), Ok(1..)) {
            break;
        }
    }
    if second {
        drain(input);
        return Err(InputError::SecondValue);
    }
    Ok(())
}

/// Reads and forgets what a writer is still sending, until it ends or pauses. The caller's deadline bounds it.
fn drain(input: BorrowedFd<'_>) {
    let mut forgotten = Vec::new();
    while ready(input, PAUSE) && matches!(read_chunk(input, &mut forgotten), Ok(1..)) {
        forgotten.clear();
    }
}

fn ready(input: BorrowedFd<'_>, within: Timespec) -> bool {
    let mut fds = [PollFd::new(&input, PollFlags::IN)];
    matches!(poll(&mut fds, Some(&within)), Ok(1)) && fds[0].revents().contains(PollFlags::IN)
}

fn read_chunk(input: BorrowedFd<'_>, bytes: &mut Vec<u8>) -> Result<usize, Errno> {
    let filled = bytes.len();
    bytes.resize(filled + CHUNK, 0);
    let outcome = loop {
        match rustix::io::read(input, &mut bytes[filled..]) {
            Err(Errno::INTR) => {}
            // Standard input may have been made non-blocking by whoever shares it.
            Err(Errno::AGAIN) => {
                let mut fds = [PollFd::new(&input, PollFlags::IN)];
                let _ = poll(&mut fds, None);
            }
            outcome => break outcome,
        }
    };
    bytes.truncate(filled + outcome.unwrap_or(0));
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn piped(parts: &[&[u8]], close: bool) -> Result<Vec<u8>, InputError> {
        let (reader, mut writer) = std::io::pipe().unwrap();
        std::thread::scope(|scope| {
            let (done, wait) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                for part in parts {
                    writer.write_all(part).unwrap();
                    std::thread::sleep(std::time::Duration::from_millis(3));
                }
                if !close {
                    let _ = wait.recv();
                }
            });
            let outcome = read_value(&reader).map_err(|(error, _)| error);
            drop(done);
            outcome
        })
    }

    #[test]
    fn an_open_pipe_is_not_waited_for() {
        assert_eq!(piped(&[b"{\"a\":", b"1", b"}\n"], false).unwrap(), b"{\"a\":1}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(piped(&[], true), Err(InputError::Empty));
        assert_eq!(piped(&[b"{\"a\""], true), Err(InputError::Truncated(4)));
        assert_eq!(piped(&[b"{}{}"], true), Err(InputError::SecondValue));
        assert_eq!(piped(&[b"[]"], true), Err(InputError::NotAnObject(0)));
    }

    #[test]
    fn the_whole_of_a_large_event_is_taken() {
        let mut large = b"{\"content\":\"".to_vec();
        large.resize(8 << 20, b'x');
        large.extend_from_slice(b"\"}");
        assert_eq!(piped(&[&large], true).unwrap().len(), large.len());
    }
}
