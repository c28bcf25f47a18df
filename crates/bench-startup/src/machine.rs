//! What the figures were taken on.

use std::fs;

/// Cores and load: how far to trust the figures.
pub fn description() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown");
    format!("{cores} cores, load {load}")
}
