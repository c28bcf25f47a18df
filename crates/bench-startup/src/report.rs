//! The table that is printed.

use crate::sample::Sample;
use crate::stage;
use std::fmt::Write as _;

/// One line per case; ratios are to the first one.
pub fn table(cases: &[(&str, Vec<Sample>)], machine: &str) -> String {
    let runs = cases.first().map_or(0, |(_, samples)| samples.len());
    let mut text = format!("{runs} starts of each, taking turns; {machine}; microseconds\n\n");
    let _ = writeln!(
        text,
        "{:<30} {:>6} {:>6} {:>6} {:>12} {:>6} {:>6} {:>6} {:>12}",
        "", "wall", "", "", "to empty", "cpu", "", "", "to empty"
    );
    let _ = writeln!(
        text,
        "{:<30} {:>6} {:>6} {:>6} {:>12} {:>6} {:>6} {:>6} {:>12}",
        "", "min", "p10", "median", "min/p10", "min", "p10", "median", "min/p10"
    );
    let Some((_, base)) = cases.first() else { return text };
    let (base_wall, base_cpu) = (Figures::of(base, |s| s.wall), Figures::of(base, |s| s.cpu));
    for (name, samples) in cases {
        let (wall, cpu) = (Figures::of(samples, |s| s.wall), Figures::of(samples, |s| s.cpu));
        let _ = writeln!(
            text,
            "{name:<30} {} {:>12} {} {:>12}",
            wall.shown(),
            wall.ratios_to(base_wall),
            cpu.shown(),
            cpu.ratios_to(base_cpu)
        );
    }
    let wall =
        |wanted| cases.iter().find(|(name, _)| *name == wanted).map(|(_, s)| Figures::of(s, |s| s.wall));
    if let (Some(checked), Some(allow)) = (wall(stage::CHECKED), wall(stage::ALLOW)) {
        let (min, p10, median) =
            (checked.min - allow.min, checked.p10 - allow.p10, checked.median - allow.median);
        let _ = writeln!(text, "\n{} over {}: {min} / {p10} / {median}", stage::CHECKED, stage::ALLOW);
    }
    text
}

#[derive(Clone, Copy)]
struct Figures {
    min: i64,
    p10: i64,
    median: i64,
}

impl Figures {
    fn of(samples: &[Sample], value: fn(&Sample) -> i64) -> Figures {
        let mut values: Vec<i64> = samples.iter().map(value).collect();
        values.sort_unstable();
        let at = |percent: usize| values.get(values.len() * percent / 100).copied().unwrap_or(0);
        Figures { min: at(0), p10: at(10), median: at(50) }
    }

    fn shown(self) -> String {
        format!("{:>6} {:>6} {:>6}", self.min, self.p10, self.median)
    }

    fn ratios_to(self, base: Figures) -> String {
        format!("{}/{}", hundredths(self.min, base.min), hundredths(self.p10, base.p10))
    }
}

/// A ratio with two decimals, without floating point.
fn hundredths(value: i64, base: i64) -> String {
    if base == 0 {
        return "-".into();
    }
    let ratio = (value * 200 / base + 1) / 2;
    format!("{}.{:02}", ratio / 100, ratio % 100)
}

/// Writes to standard output.
#[expect(clippy::print_stdout, reason = "this is what the program is for")]
pub fn print(text: &str) {
    print!("{text}");
}

/// Writes an error.
#[expect(clippy::print_stderr, reason = "this is what the program is for")]
pub fn complain(error: &anyhow::Error) {
    eprintln!("bench-startup: {error:#}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_rounded() {
        assert_eq!(hundredths(125, 100), "1.25");
        assert_eq!(hundredths(2, 3), "0.67");
        assert_eq!(hundredths(1, 0), "-");
    }

    #[test]
    fn the_least_and_the_middle() {
        let samples: Vec<Sample> = (1..=100).map(|at| Sample { wall: at, cpu: 2 * at }).collect();
        let text = table(&[("a", samples.clone()), ("b", samples)], "a machine");
        assert!(text.contains("1     11     51    1.00/1.00      2     22    102    1.00/1.00"), "{text}");
    }
}
