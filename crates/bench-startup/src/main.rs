//! Times whole `compact-gate hook` processes beside the empty program.
//!
//! All cases take turns within one run, since a busy machine changes from minute to minute: only ratios within a run
//! mean something, and of those the ones of the least disturbed starts (min, p10).

mod machine;
mod report;
mod sample;
mod stage;

use anyhow::{Context as _, bail};
use sample::{Sample, timed};
use stage::Stage;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Starts per case unless a number is given.
const RUNS: usize = 400;
/// Starts that aren't counted: they bring the binaries and the state into memory.
const WARM_UP: usize = 20;

fn main() -> ExitCode {
    match measured() {
        Ok(text) => {
            report::print(&text);
            ExitCode::SUCCESS
        }
        Err(error) => {
            report::complain(&error);
            ExitCode::from(2)
        }
    }
}

fn measured() -> anyhow::Result<String> {
    let runs = match std::env::args().nth(1) {
        Some(runs) => runs.parse().context("the argument is the number of starts per case")?,
        None => RUNS,
    };
    let empty = neighbour("empty")?;
    let stage = Stage::set(&neighbour("compact-gate")?)?;
    let mut cases: Vec<(&str, Vec<Sample>)> = stage::CASES.iter().map(|name| (*name, Vec::new())).collect();
    for round in 0..runs + WARM_UP {
        for (name, samples) in &mut cases {
            stage.prepare(name)?;
            let call = stage.call(name, round)?;
            let program = if *name == stage::EMPTY { &empty } else { stage.gate() };
            let (sample, status) = timed(program, &call)?;
            if status != Some(call.expected) {
                bail!("{name}: the process ended with {status:?}, not {}", call.expected);
            }
            stage.clear(name, round)?;
            if round >= WARM_UP {
                samples.push(sample);
            }
        }
    }
    Ok(report::table(&cases, &machine::description()))
}

/// A binary of the same build: it stands beside this one.
fn neighbour(name: &str) -> anyhow::Result<PathBuf> {
    let this = std::env::current_exe().context("the path of this program")?;
    let path = this.parent().unwrap_or(Path::new(".")).join(name);
    if !path.is_file() {
        bail!("{} is missing: build the whole workspace with --release first", path.display());
    }
    Ok(path)
}
