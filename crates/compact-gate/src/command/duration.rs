//! How long something that the operator hands out may count.

use policy::Ttl;

const LONGEST_SECONDS: u64 = 7 * 24 * 60 * 60;

/// Reads a duration of at most a week.
pub fn up_to_a_week(text: &str) -> Result<Ttl, String> {
    let life = Ttl::parse(text).filter(|life| life.seconds() <= LONGEST_SECONDS);
    life.ok_or_else(|| "write a number and s, m, h or d, up to 7d".to_owned())
}

/// Its length as times are counted.
pub fn seconds(life: Ttl) -> i64 {
    i64::try_from(life.seconds()).unwrap_or(i64::MAX)
}
