//! The hook's own deadline, and what happens when a signal or a panic ends it early: the registered command must never
//! hang, and on PreToolUse must never end with anything but 0 or 2, since the client lets the tool run on all else.

use std::sync::atomic::{AtomicI32, Ordering};

/// How long a hook may take in seconds. The client's own limit is far above it.
pub const SECONDS: u32 = 5;

/// The exit status that stands for "closed" in this process: 2 until it is known that the event isn't PreToolUse.
static CLOSED: AtomicI32 = AtomicI32::new(2);

const MESSAGE: &[u8] = b"compact-gate denied this tool call (deadline): the gate was stopped or did not answer within \
its own time limit, so nothing has been checked. The denial itself could not be recorded. The tool did not run. Reading \
still works (Read, Glob, Grep). Trying again once is reasonable; if it stays so, only the operator can change this, \
from outside this session.\n";

/// From here on the process ends with the closed status after [`SECONDS`], on every signal that would end it, and on a
/// panic.
pub fn arm() {
    catch_signals();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        let denial = verdict::Denial {
            code: verdict::DenyCode::InternalFault,
            detail: format!("a fault in the gate itself{place}"),
            context: None,
            verdict: None,
            event_id: None,
            request: None,
        };
        crate::output::stderr(&denial.paragraph());
        end(closed_status());
    }));
}

/// The event can't be denied: every end of this process is status 0 now.
pub fn nothing_to_deny() {
    CLOSED.store(0, Ordering::Relaxed);
}

/// The exit status for a failure.
pub fn closed_status() -> i32 {
    CLOSED.load(Ordering::Relaxed)
}

#[expect(clippy::exit, reason = "a panic hook has no caller to return a status to")]
fn end(status: i32) -> ! {
    std::process::exit(status)
}

#[expect(
    unsafe_code,
    reason = "a signal is the only way out of a system call that hangs (a dead network file \
    system), and a thread to watch the clock instead costs 30 us at each start, 6 % of all the hook takes"
)]
fn catch_signals() {
    extern "C" fn on_signal(_: libc::c_int) {
        let status = CLOSED.load(Ordering::Relaxed);
        // SAFETY: poll, write and _exit are async-signal-safe, the buffer is static, and the atomic is lock-free.
        unsafe {
            // A reader that doesn't read must not keep this process from ending.
            let mut stderr = libc::pollfd { fd: 2, events: libc::POLLOUT, revents: 0 };
            if status != 0 && libc::poll(&raw mut stderr, 1, 0) == 1 {
                libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len());
            }
            libc::_exit(status);
        }
    }
    // Everything that would end the process by its default action, faults included; those run on the alternate stack
    // that the runtime has set up, since the ordinary one may be used up.
    const ENDING: [libc::c_int; 19] = [
        libc::SIGALRM,
        libc::SIGTERM,
        libc::SIGINT,
        libc::SIGHUP,
        libc::SIGQUIT,
        libc::SIGUSR1,
        libc::SIGUSR2,
        libc::SIGXCPU,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGSEGV,
        libc::SIGBUS,
        libc::SIGILL,
        libc::SIGFPE,
        libc::SIGABRT,
        libc::SIGTRAP,
        libc::SIGSYS,
        libc::SIGPOLL,
        libc::SIGPWR,
    ];
    let handler: extern "C" fn(libc::c_int) = on_signal;
    // SAFETY: the handler only makes async-signal-safe calls and doesn't return; a zeroed sigaction is a valid one.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        action.sa_flags = libc::SA_ONSTACK;
        for signal in ENDING {
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
        // Whoever started this process may have blocked signals, and a blocked alarm never comes.
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        // A file that may not grow further is an error to report, not an end.
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        libc::alarm(SECONDS);
    }
}
