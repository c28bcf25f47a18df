use std::sync::atomic::{AtomicI64, Ordering};

/// Seconds that `eval` has put this process's clock ahead by. Nothing that a hook is given reaches it.
static AHEAD: AtomicI64 = AtomicI64::new(0);

fn utc() -> chrono::DateTime<chrono::Utc> {
    let ahead = chrono::TimeDelta::try_seconds(AHEAD.load(Ordering::Relaxed)).unwrap_or_default();
    chrono::Utc::now().checked_add_signed(ahead).unwrap_or_default()
}

/// Seconds since the Unix epoch.
pub fn now() -> i64 {
    utc().timestamp()
}

/// Now as RFC 3339 in UTC, to the millisecond.
pub fn timestamp() -> String {
    utc().to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

/// How many seconds the machine's local time is ahead of UTC.
pub fn local_offset() -> i64 {
    i64::from(chrono::Local::now().offset().local_minus_utc())
}

/// Puts the clock of this process ahead, or with a negative number back. For `eval` alone.
pub fn set_ahead_for_eval(seconds: i64) {
    AHEAD.store(seconds, Ordering::Relaxed);
}

/// Seconds since the Unix epoch as RFC 3339 in UTC.
pub fn rfc3339(seconds: i64) -> String {
    chrono::DateTime::from_timestamp(seconds, 0)
        .map_or_else(|| seconds.to_string(), |at| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
}
