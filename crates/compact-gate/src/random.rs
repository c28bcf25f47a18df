use anyhow::Context as _;
use rustix::rand::{GetRandomFlags, getrandom};

/// 128 random bits in hexadecimal.
pub fn hex() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    let filled = getrandom(&mut bytes, GetRandomFlags::empty()).context("no random numbers")?;
    anyhow::ensure!(filled == bytes.len(), "no random numbers");
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
