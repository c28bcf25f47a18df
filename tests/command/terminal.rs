//! A pseudo-terminal, for what asks a person.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, ExitStatus, Stdio};

/// Runs a command at a terminal, types a line once it has asked, and tells how it ended and what stood on the screen.
pub fn at_terminal(mut command: Command, typed: &str) -> (ExitStatus, String) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let side = || OpenOptions::new().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).unwrap();
    let held = side();
    let mut child = command
        .stdin(Stdio::from(side()))
        .stdout(Stdio::from(side()))
        .stderr(Stdio::from(side()))
        .spawn()
        .unwrap();
    drop(command);
    let mut master = File::from(master);
    master.write_all(format!("{typed}\n").as_bytes()).unwrap();
    let status = child.wait().unwrap();
    drop(held);
    let mut screen = Vec::new();
    let mut piece = [0; 4096];
    while let Ok(read @ 1..) = master.read(&mut piece) {
        screen.extend_from_slice(&piece[..read]);
    }
    (status, String::from_utf8_lossy(&screen).into_owned())
}
