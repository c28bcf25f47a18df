//! One start of one program.

use anyhow::Context as _;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a start cost, in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// From before the process was made until it was waited for.
    pub wall: i64,
    /// User and system time of the child, its start included.
    pub cpu: i64,
}

/// How a program is started.
#[derive(Debug)]
pub struct Call {
    /// Its arguments.
    pub args: Vec<String>,
    /// What stands ready on its standard input.
    pub input: String,
    /// The exit status that it should end with.
    pub expected: i32,
}

/// Starts a program, waits for it, and tells what that took and how it ended.
///
/// Input is put into a pipe beforehand and standard error goes to a pipe, as with the client; the same for every
/// program, whether it reads or not.
pub fn timed(program: &Path, call: &Call) -> anyhow::Result<(Sample, Option<i32>)> {
    let (input, mut writer) = std::io::pipe().context("a pipe")?;
    let (said, errors) = std::io::pipe().context("a pipe")?;
    writer.write_all(call.input.as_bytes()).context("the input")?;
    drop(writer);
    let mut command = Command::new(program);
    command.args(&call.args).env_clear().stdin(input).stdout(Stdio::null()).stderr(errors);
    let cpu_before = cpu_of_children()?;
    let begun = Instant::now();
    let status = command.spawn().and_then(|mut child| child.wait());
    let wall = begun.elapsed();
    let cpu = cpu_of_children()? - cpu_before;
    let status = status.with_context(|| program.display().to_string())?;
    drop((command, said));
    Ok((Sample { wall: i64::try_from(wall.as_micros())?, cpu }, status.code()))
}

fn cpu_of_children() -> anyhow::Result<i64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("the children's times")?;
    Ok(usage.user_time().num_microseconds() + usage.system_time().num_microseconds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_takes_time_and_ends_with_a_status() {
        let call = Call { args: vec!["-c".into(), "exit 3".into()], input: "{}\n".into(), expected: 3 };
        let (sample, status) = timed(Path::new("/bin/sh"), &call).unwrap();
        assert_eq!(status, Some(3));
        assert!(sample.wall > 0 && sample.cpu >= 0, "{sample:?}");
    }
}
