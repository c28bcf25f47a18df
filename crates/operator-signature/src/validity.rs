//! The times of `valid-after` and `valid-before`.

/// The present, in seconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// In UTC.
    pub utc: i64,
    /// What a clock on the wall shows, counted as if it were in UTC.
    pub local: i64,
}

/// A time in a file of allowed signers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    seconds: i64,
    utc: bool,
}

impl Bound {
    /// Reads `YYYYMMDD[Z]` or `YYYYMMDDHHMM[SS][Z]`.
    pub(crate) fn parse(text: &str) -> Option<Bound> {
        let digits = text.strip_suffix(['Z', 'z']).or_else(|| text.strip_suffix("UTC"));
        let utc = digits.is_some();
        let digits = digits.unwrap_or(text);
        if !matches!(digits.len(), 8 | 12 | 14) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let part =
            |from: usize, to: usize| digits.get(from..to).map_or(Some(0), |part| part.parse::<i64>().ok());
        let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
        let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
        let valid = year >= 1970
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        let seconds = days_since_epoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
        valid.then_some(Bound { seconds, utc })
    }

    /// Whether the present is at or behind it. Without a `Z` it is local time, and the file doesn't say whose, so that
    /// both the local clock and UTC count: `strict` says which way.
    fn reached(self, now: Now, strict: impl Fn(bool, bool) -> bool) -> bool {
        let utc = now.utc >= self.seconds;
        if self.utc { utc } else { strict(utc, now.local >= self.seconds) }
    }

    /// A key that is valid after this is valid now.
    pub(crate) fn is_past(self, now: Now) -> bool {
        self.reached(now, |utc, local| utc && local)
    }

    /// A key that is valid before this isn't valid any longer.
    pub(crate) fn has_come(self, now: Now) -> bool {
        self.reached(now, |utc, local| utc || local)
    }

    pub(crate) fn is_before(self, other: Bound) -> bool {
        self.seconds < other.seconds
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Of the proleptic Gregorian calendar.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let leap_days = |year: i64| (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    let months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    (year - 1970) * 365 + leap_days(year) - leap_days(1970) + months + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        let seconds = |text| Bound::parse(text).map(|bound| bound.seconds);
        assert_eq!(seconds("19700101Z"), Some(0));
        assert_eq!(seconds("20000229Z"), Some(951_782_400));
        assert_eq!(seconds("202611302359Z"), Some(1_796_083_140));
        assert_eq!(seconds("20261130235901"), Some(1_796_083_141));
        assert_eq!(seconds("20261130235901UTC"), Some(1_796_083_141));
        for bad in
            ["", "Z", "2026", "20261301", "20260229", "20260100", "202601012460", "2026010112", "2026-01-01"]
        {
            assert_eq!(Bound::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn local_time_never_makes_it_last_longer() {
        let bound = Bound::parse("19700102").unwrap();
        let at = |utc, local| Now { utc, local };
        assert!(bound.is_past(at(86_400, 86_400)) && bound.has_come(at(86_400, 86_400)));
        assert!(!bound.is_past(at(86_400, 82_800)) && bound.has_come(at(86_400, 82_800)));
        assert!(!bound.is_past(at(82_800, 86_400)) && bound.has_come(at(82_800, 86_400)));
        assert!(!bound.has_come(at(82_800, 82_800)));
    }
}
