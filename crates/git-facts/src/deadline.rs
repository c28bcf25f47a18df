use std::time::{Duration, Instant};

/// The instant at which a call stops looking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        let now = Instant::now();
        // A caller's absurd duration must not overflow into a panic; an hour is as good as never here.
        Self(now.checked_add(time).unwrap_or(now + Duration::from_secs(3600)))
    }

    /// What is left, or none once the deadline has passed.
    pub(crate) fn remaining(self) -> Option<Duration> {
        self.0.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }
}
