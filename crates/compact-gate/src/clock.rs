/// Seconds since the Unix epoch.
pub fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

/// Now as RFC 3339 in UTC, to the millisecond.
pub fn timestamp() -> String {
    chrono::Utc::now().to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

/// Seconds since the Unix epoch as RFC 3339 in UTC.
pub fn rfc3339(seconds: i64) -> String {
    chrono::DateTime::from_timestamp(seconds, 0)
        .map_or_else(|| seconds.to_string(), |at| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
}
